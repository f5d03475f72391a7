import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { aptInstall, canUseApt } from '../../scripts/test/apt-install.ts'
import { findFreePort } from '../../scripts/test/postgres.ts'
import { waitUntil } from './load.ts'

const BINARY_PATHS = ['/usr/sbin/nginx', '/usr/bin/nginx', '/usr/local/bin/nginx', '/opt/homebrew/bin/nginx']

/** Finds nginx on this machine, or installs it if apt-get is available and allowed. */
export async function findNginx(): Promise<string | { reason: string }> {
  const installed = BINARY_PATHS.find((path) => existsSync(path))
  if (installed !== undefined) return installed
  if (!canUseApt()) return { reason: 'nginx is not installed on this machine' }
  const error = await aptInstall('nginx-light', 'nginx')
  return BINARY_PATHS.find((path) => existsSync(path)) ?? { reason: error ?? 'apt-get did not install nginx' }
}

/** Retries a request at the next server when that is safe: reads, and requests that were not sent yet. */
export async function startNginx(binary: string, folder: string, ports: readonly number[]) {
  const port = await findFreePort()
  const file = join(folder, 'nginx.conf')
  writeFileSync(file, nginxConfig(folder, port, ports))
  const child = spawn(binary, ['-p', folder, '-c', file, '-e', join(folder, 'error.log')], {
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  const closed = once(child, 'close')
  const terminate = () => void child.kill('SIGTERM')
  process.once('exit', terminate)
  await waitUntil(() => existsSync(join(folder, 'nginx.pid')))
  return {
    address: `http://127.0.0.1:${port}`,
    async stop() {
      terminate()
      await closed
      process.off('exit', terminate)
    },
  }
}

function nginxConfig(folder: string, port: number, ports: readonly number[]) {
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
  const servers = ports.map((each) => `server 127.0.0.1:${each} max_fails=0;`)
  return `
${process.getuid?.() === 0 ? 'user root;' : ''}
daemon off;
pid ${folder}/nginx.pid;
worker_processes 1;
events { worker_connections 512; }
http {
  access_log off;
  ${temporary.map((name) => `${name}_temp_path ${folder}/${name};`).join('\n  ')}
  upstream fieldhouse {
    ${servers.join('\n    ')}
    keepalive 16;
  }
  server {
    listen 127.0.0.1:${port};
    client_max_body_size 60m;
    location / {
      proxy_pass http://fieldhouse;
      proxy_http_version 1.1;
      proxy_set_header Connection "";
      proxy_set_header Host $http_host;
      proxy_set_header X-Forwarded-For $remote_addr;
      proxy_set_header X-Forwarded-Proto $scheme;
      proxy_connect_timeout 2s;
      proxy_next_upstream error timeout http_503;
    }
  }
}
`
}

import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { findFreePort } from '../../scripts/test/postgres.ts'
import { startProcess } from '../bench/program.ts'
import { waitUntil } from './load.ts'

/** Retries a request at the next server when that is safe: reads, and requests that were not sent yet. */
export async function startNginx(binary: string, folder: string, ports: readonly number[]) {
  const port = await findFreePort()
  const file = join(folder, 'nginx.conf')
  writeFileSync(file, nginxConfig(folder, port, ports))
  const { stop } = startProcess(binary, ['-p', folder, '-c', file, '-e', join(folder, 'error.log')])
  await waitUntil(() => existsSync(join(folder, 'nginx.pid')))
  return { address: `http://127.0.0.1:${port}`, stop }
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

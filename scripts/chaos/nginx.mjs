import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { aptInstall } from '../browser-sources.mjs'
import { findFreePort } from '../postgres.mjs'
import { log } from '../project.mjs'
import { waitUntil } from './load.mjs'

const BINARY_PATHS = ['/usr/sbin/nginx', '/usr/bin/nginx', '/usr/local/bin/nginx', '/opt/homebrew/bin/nginx']

/**
 * The proxy of this machine, which is installed where we may.
 * @returns {Promise<string | { reason: string }>}
 */
export async function findNginx() {
  const known = BINARY_PATHS.find((place) => existsSync(place))
  if (known !== undefined) return known
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) {
    return { reason: 'there is no nginx on this machine; install one' }
  }
  log('Installing nginx by apt-get …')
  const fault = await aptInstall('nginx-light')
  return BINARY_PATHS.find((place) => existsSync(place)) ?? { reason: fault ?? 'apt-get installed no nginx' }
}

/**
 * Puts a proxy before servers. It asks the next one where that is safe: for what only reads, and for what
 * was not sent yet.
 * @param {string} binary
 * @param {string} folder
 * @param {readonly number[]} ports
 */
export async function startNginx(binary, folder, ports) {
  const port = await findFreePort()
  const file = join(folder, 'nginx.conf')
  writeFileSync(file, nginxConfig(folder, port, ports))
  const child = spawn(binary, ['-p', folder, '-c', file, '-e', join(folder, 'error.log')], {
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  const ended = once(child, 'close')
  const endIt = () => void child.kill('SIGTERM')
  process.once('exit', endIt)
  await waitUntil(() => existsSync(join(folder, 'nginx.pid')))
  return {
    address: `http://127.0.0.1:${port}`,
    async stop() {
      endIt()
      await ended
      process.off('exit', endIt)
    },
  }
}

/**
 * @param {string} folder
 * @param {number} port
 * @param {readonly number[]} ports
 */
function nginxConfig(folder, port, ports) {
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

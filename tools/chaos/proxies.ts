import { chownSync, existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { aptInstall, canUseApt } from '../../scripts/test/apt-install.ts'
import { findFreePort, postgresUser } from '../../scripts/test/postgres.ts'
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

type DatabaseProxy = { port: number; stop: () => Promise<void> }

/** Finds a program on this machine, or installs it if apt-get is available and allowed. */
export async function findProgram(
  name: string,
  title: string,
  packageName: string = name,
): Promise<string | { reason: string }> {
  const folders = ['/usr/sbin', '/usr/bin', '/usr/local/bin', '/opt/homebrew/bin']
  const find = () => folders.map((folder) => join(folder, name)).find(existsSync)
  const installed = find()
  if (installed !== undefined) return installed
  if (!canUseApt()) return { reason: `${title} is not installed on this machine` }
  const error = await aptInstall(packageName, title)
  return find() ?? { reason: error ?? `apt-get did not install ${title}` }
}

/** Starts HAProxy, which leads to the one of the PostgreSQL servers that accepts writes. */
export async function startHaproxy(
  binary: string,
  folder: string,
  ports: readonly number[],
): Promise<DatabaseProxy> {
  const port = await findFreePort()
  const file = join(folder, 'haproxy.cfg')
  writeFileSync(file, haproxyConfig(port, ports))
  return startProxy(binary, ['-db', '-f', file], port)
}

function haproxyConfig(port: number, ports: readonly number[]) {
  const servers = ports.map(
    (each, index) =>
      `  server postgres-${index + 1} 127.0.0.1:${each} check inter 500ms fall 2 rise 1 on-marked-down shutdown-sessions`,
  )
  return `
global
  maxconn 500
defaults
  mode tcp
  timeout connect 2s
  timeout client 1h
  timeout server 1h
  timeout check 2s
listen postgres
  bind 127.0.0.1:${port}
  # Signs in, and asks whether the server is a standby: only the primary answers "f".
  option tcp-check
  tcp-check connect
  tcp-check send-binary ${startupMessage()}
  tcp-check expect binary 5a0000000549
  tcp-check send-binary ${queryMessage('select pg_is_in_recovery()')}
  tcp-check expect binary 440000000b00010000000166
${servers.join('\n')}
`
}

function startupMessage(): string {
  const parameters = Buffer.from('user\0fieldhouse\0database\0postgres\0\0')
  const header = Buffer.alloc(8)
  header.writeInt32BE(header.length + parameters.length)
  header.writeInt32BE(3 << 16, 4)
  return Buffer.concat([header, parameters]).toString('hex')
}

function queryMessage(sql: string): string {
  const text = Buffer.from(`${sql}\0`)
  const header = Buffer.alloc(5)
  header.write('Q')
  header.writeInt32BE(4 + text.length, 1)
  return Buffer.concat([header, text]).toString('hex')
}

/** Starts PgBouncer in transaction mode in front of a server. */
export async function startPgbouncer(
  binary: string,
  folder: string,
  serverPort: number,
): Promise<DatabaseProxy | { reason: string }> {
  const user = postgresUser(process.getuid?.())
  if (user === undefined) return { reason: 'PgBouncer does not run as root, and no other user was found' }
  const port = await findFreePort()
  const ownFolder = join(folder, 'pgbouncer')
  mkdirSync(ownFolder)
  writeFileSync(join(ownFolder, 'users.txt'), '"fieldhouse" ""\n')
  writeFileSync(join(ownFolder, 'pgbouncer.ini'), pgbouncerConfig(ownFolder, port, serverPort))
  for (const path of [folder, ownFolder])
    if (user.uid !== undefined && user.gid !== undefined) chownSync(path, user.uid, user.gid)
  return startProxy(binary, ['-q', join(ownFolder, 'pgbouncer.ini')], port, user)
}

function pgbouncerConfig(folder: string, port: number, serverPort: number) {
  return `
[databases]
postgres = host=127.0.0.1 port=${serverPort} dbname=postgres
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = trust
auth_file = ${folder}/users.txt
logfile = ${folder}/pgbouncer.log
pool_mode = transaction
default_pool_size = 20
max_client_conn = 200
server_connect_timeout = 2
server_login_retry = 1
query_wait_timeout = 8
`
}

function startProxy(
  binary: string,
  args: readonly string[],
  port: number,
  user: { uid?: number; gid?: number } = {},
): DatabaseProxy {
  return { port, stop: startProcess(binary, args, { cwd: '/', ...user }).kill }
}

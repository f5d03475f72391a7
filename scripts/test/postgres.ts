import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  chownSync,
  existsSync,
  globSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
} from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { isProcessRunning } from '../bootstrap/lock.mjs'
import { exitOnSignals, runCommand } from '../bootstrap/processes.mjs'
import { log } from '../bootstrap/project.mjs'
import { aptInstall, canUseApt } from './apt-install.ts'

type Postgres = { url: string; stop: () => Promise<void> }

export type Cluster = Postgres & {
  crash: () => Promise<void>
  /** Suspends all of its processes without closing connections. */
  freeze: () => void
  thaw: () => void
  /** Executes a statement, and returns the values of its rows, separated by `|`, one row per line. */
  psql: (statement: string) => Promise<string>
}

const PREFIX = 'fieldhouse-postgres-'
/** A standby accepts only reads. */
const READY_PATTERN = /database system is ready to accept (?:read-only )?connections/
const START_TIMEOUT_MS = 30_000

const SETTINGS = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  max_connections: '200',
  shared_buffers: '64MB',
  autovacuum: 'off',
  lc_messages: 'C',
}

/** Faster without durable writes. The data is deleted afterward. */
const NON_DURABLE_SETTINGS = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' }

/**
 * Returns the server of TEST_DATABASE_URL, or starts a temporary cluster with the binaries of this machine,
 * which are installed if apt-get is available and allowed.
 * @param options whether writes are durable, and as slow as in production
 */
export async function startPostgres(
  { TEST_DATABASE_URL }: Record<string, string | undefined>,
  { isDurable = false }: { isDurable?: boolean } = {},
): Promise<Postgres | NotAvailable> {
  if (TEST_DATABASE_URL) return { url: TEST_DATABASE_URL, stop: async () => {} }
  return startCluster(isDurable ? { autovacuum: 'on' } : NON_DURABLE_SETTINGS)
}

/**
 * Starts a temporary cluster. Its commits survive a crash unless the settings say otherwise.
 * @param primaryUrl the cluster to copy and to follow as a standby; by default, the cluster is empty
 */
export async function startCluster(
  settings: Record<string, string> = {},
  primaryUrl?: string,
): Promise<Cluster | NotAvailable> {
  removeStaleClusters()
  const binaries = await requirePostgresBinaries()
  if (typeof binaries !== 'string') return binaries
  const user = postgresUser(process.getuid?.())
  if (user === undefined) return { reason: 'PostgreSQL does not run as root, and no other user was found' }
  const folder = mkdtempSync(join(tmpdir(), `${PREFIX}${process.pid}-`))
  if (user.uid !== undefined && user.gid !== undefined) chownSync(folder, user.uid, user.gid)
  const runner = createRunner(binaries, user)
  try {
    if (primaryUrl === undefined) await initializeCluster(runner, folder)
    else await copyCluster(runner, folder, primaryUrl)
    return await launchCluster(runner, folder, { ...SETTINGS, ...settings })
  } catch (error) {
    removeFolder(folder)
    return { reason: error instanceof Error ? error.message : String(error) }
  }
}

type Runner = ReturnType<typeof createRunner>

function createRunner(binaries: string, user: User) {
  return (program: string, args: readonly string[]) => ({ command: join(binaries, program), args, user })
}

/**
 * Uses the ICU collation if available, like most installations, so that a query that depends on byte order
 * fails here too.
 */
async function initializeCluster(runner: Runner, folder: string) {
  const help = await runProgram(runner('initdb', ['--help']))
  const hasIcu = help.output.includes('--icu-locale')
  const localeArgs = hasIcu ? ['--locale-provider=icu', '--icu-locale=en-US'] : []
  const args = ['-D', join(folder, 'data'), '-U', 'fieldhouse', '-A', 'trust', '-E', 'UTF8', '--locale=C']
  const result = await runProgram(runner('initdb', [...args, ...localeArgs, '--no-sync']))
  if (result.code !== 0) throw new Error(`initdb: ${result.output.trim()}`)
}

async function copyCluster(runner: Runner, folder: string, primaryUrl: string) {
  const args = ['-d', primaryUrl, '-D', join(folder, 'data'), '--write-recovery-conf', '--checkpoint=fast']
  const result = await runProgram(runner('pg_basebackup', args))
  if (result.code !== 0) throw new Error(`pg_basebackup: ${result.output.trim()}`)
}

function runProgram({ command, args, user }: ReturnType<Runner>) {
  return runCommand(command, args, { cwd: '/', ...user })
}

async function launchCluster(runner: Runner, folder: string, settings: Record<string, string>) {
  const port = await findFreePort()
  const settingArgs = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const serverArgs = ['-D', join(folder, 'data'), '-p', String(port), ...settingArgs]
  const { command, args, user } = runner('postgres', serverArgs)
  const server = spawn(command, args, {
    cwd: '/',
    // In its own process group, so that Ctrl-C in the terminal does not stop it before us.
    detached: true,
    stdio: ['ignore', 'ignore', 'pipe'],
    ...user,
  })
  const killAndRemove = () => {
    server.kill('SIGQUIT')
    removeFolder(folder)
  }
  process.once('exit', killAndRemove)
  await waitUntilReady(server)
  const url = `postgres://fieldhouse@127.0.0.1:${port}/postgres`
  return {
    url,
    crash: () => stopServer(server),
    freeze: () => signalAll(server, 'SIGSTOP'),
    thaw: () => signalAll(server, 'SIGCONT'),
    psql: async (statement: string) =>
      (await runProgram(runner('psql', [url, '-Atqc', statement]))).output.trim(),
    async stop() {
      process.off('exit', killAndRemove)
      await stopServer(server)
      removeFolder(folder)
    },
  }
}

function waitUntilReady(server: ChildProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    let output = ''
    const fail = (reason: string) => {
      clearTimeout(timer)
      server.kill('SIGQUIT')
      reject(new Error(`${reason}: ${output.trim()}`))
    }
    const timer = setTimeout(() => fail('PostgreSQL did not start in time'), START_TIMEOUT_MS)
    server.stderr?.setEncoding('utf8').on('data', (text) => {
      output = (output + text).slice(-4000)
      if (!READY_PATTERN.test(output)) return
      clearTimeout(timer)
      resolve()
    })
    server.once('error', (error) => fail(error.message))
    server.once('exit', () => fail('PostgreSQL did not start'))
  })
}

async function stopServer(server: ChildProcess) {
  if (hasExited(server)) return
  const exited = once(server, 'exit')
  server.kill('SIGQUIT')
  await exited
}

function hasExited(server: ChildProcess) {
  return server.exitCode !== null || server.signalCode !== null
}

function removeFolder(folder: string) {
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
}

function signalAll({ pid = 0 }: ChildProcess, signal: NodeJS.Signals) {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ')
  for (const target of [pid, ...children.map(Number)]) process.kill(target, signal)
}

/** @returns a port that is currently not in use */
export async function findFreePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const address = probe.address()
  probe.close()
  await once(probe, 'close')
  return typeof address === 'object' && address !== null ? address.port : 0
}

function removeStaleClusters() {
  for (const name of readdirSync(tmpdir()).filter((each) => each.startsWith(PREFIX))) {
    const ownerPid = Number(name.slice(PREFIX.length).split('-')[0])
    if (isProcessRunning(ownerPid)) continue
    const folder = join(tmpdir(), name)
    const serverPid = readServerPid(folder)
    if (serverPid !== undefined) process.kill(serverPid, 'SIGQUIT')
    removeFolder(folder)
  }
}

/** @returns the process id of the cluster's server; undefined if it is not running */
function readServerPid(folder: string): number | undefined {
  const pidFile = join(folder, 'data/postmaster.pid')
  if (!existsSync(pidFile)) return undefined
  const pid = Number(readFileSync(pidFile, 'utf8').split('\n')[0])
  const commandLine = `/proc/${pid}/cmdline`
  const isServer = existsSync(commandLine) && readFileSync(commandLine, 'utf8').includes(folder)
  return isServer ? pid : undefined
}

type NotAvailable = { reason: string }
type User = { uid?: number; gid?: number }

const INSTALL_FOLDERS = [
  '/usr/lib/postgresql/*/bin',
  '/usr/pgsql-*/bin',
  '/opt/homebrew/opt/postgresql*/bin',
  '/usr/local/opt/postgresql*/bin',
]

/** The folder of PostgreSQL's programs, which are installed if apt-get is available and allowed. */
async function requirePostgresBinaries(): Promise<string | NotAvailable> {
  const installed = findPostgresBinaries()
  if (installed !== undefined) return installed
  if (!canUseApt()) {
    return { reason: 'PostgreSQL is not installed on this machine; install it or set TEST_DATABASE_URL' }
  }
  const error = await aptInstall('postgresql', 'PostgreSQL')
  return findPostgresBinaries() ?? { reason: error ?? 'apt-get did not install a PostgreSQL server' }
}

/** @returns the folder with `postgres` and `initdb`, of the newest version */
function findPostgresBinaries(): string | undefined {
  // PostgreSQL finds its other files relative to its real location.
  const onPath = (process.env['PATH'] ?? '')
    .split(delimiter)
    .map((folder) => join(folder, 'postgres'))
    .filter((path) => existsSync(path))
    .map((path) => dirname(realpathSync(path)))
  const installed = INSTALL_FOLDERS.flatMap((pattern) =>
    globSync(pattern).sort((a, b) => b.localeCompare(a, 'en', { numeric: true })),
  )
  return [...onPath, ...installed].find(
    (folder) => existsSync(join(folder, 'postgres')) && existsSync(join(folder, 'initdb')),
  )
}

/**
 * Returns the user to run the server as. PostgreSQL does not run as root, so root needs another user.
 * @returns undefined if root finds no other user
 */
export function postgresUser(uid: number | undefined): User | undefined {
  if (uid !== 0) return {}
  const users = readFileSync('/etc/passwd', 'utf8').split('\n')
  for (const name of ['postgres', 'nobody']) {
    const fields = users.find((line) => line.startsWith(`${name}:`))?.split(':')
    if (fields !== undefined) return { uid: Number(fields[2]), gid: Number(fields[3]) }
  }
  return undefined
}

if (process.argv[1] === import.meta.filename) {
  const postgres = await startPostgres(process.env)
  exitOnSignals()
  if ('reason' in postgres) log(`PostgreSQL is not available: ${postgres.reason}`)
  else {
    console.log(`TEST_DATABASE_URL=${postgres.url}`)
    setInterval(() => {}, 60_000)
  }
}

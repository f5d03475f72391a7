import { type ChildProcess, spawn } from 'node:child_process'
import { chownSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { isProcessRunning } from '../bootstrap/lock.mjs'
import { exitOnSignals, runCommand } from '../bootstrap/processes.mjs'
import { log } from '../bootstrap/project.mjs'
import { aptInstall } from './browser-sources.ts'
import { findPostgresBinaries, postgresUser } from './postgres-binaries.ts'

/** A server on which tests may create and drop databases. */
type Postgres = { url: string; stop: () => Promise<void> }

type FaultControls = {
  /** Stops it immediately, without a shutdown. */
  crash: () => Promise<void>
  /** Restarts it with the same data if it is not running. */
  ensureRunning: () => Promise<void>
  hasExited: () => boolean
  /** Suspends all of its processes without closing connections. */
  freeze: () => void
  thaw: () => void
}

/** A server in which faults can be injected. */
export type Cluster = Postgres & FaultControls

/** An empty folder for the data on a small disk, and a command prefix that enters its mount namespace. */
type ClusterLocation = { folder: string; commandPrefix: readonly string[] }

type NotAvailable = { reason: string }

const PREFIX = 'fieldhouse-postgres-'
const READY_MESSAGE = 'database system is ready to accept connections'
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
 * @param location by default a temporary folder
 */
export async function startCluster(
  settings: Record<string, string> = {},
  location?: ClusterLocation,
): Promise<Cluster | NotAvailable> {
  removeStaleClusters()
  const binaries = findPostgresBinaries() ?? (await installPostgres())
  if (typeof binaries !== 'string') return binaries
  const user = postgresUser(process.getuid?.())
  if (user === undefined) return { reason: 'PostgreSQL does not run as root, and no other user was found' }
  const folder = location?.folder ?? mkdtempSync(join(tmpdir(), `${PREFIX}${process.pid}-`))
  if (user.uid !== undefined && user.gid !== undefined) chownSync(folder, user.uid, user.gid)
  const runner = createRunner(binaries, user, location?.commandPrefix ?? [])
  try {
    await initializeCluster(runner, folder, location === undefined ? [] : ['--wal-segsize=1'])
    return await launchCluster(runner, folder, { ...SETTINGS, ...settings })
  } catch (error) {
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
    return { reason: error instanceof Error ? error.message : String(error) }
  }
}

type Runner = (
  program: string,
  args: readonly string[],
) => { command: string; args: readonly string[]; user: { uid?: number; gid?: number } }

/**
 * Builds the command line for a PostgreSQL program: its path, its user and the mount namespace. Only root can
 * enter a namespace, so in that case the user is changed inside it.
 */
function createRunner(
  binaries: string,
  user: { uid?: number; gid?: number },
  commandPrefix: readonly string[],
): Runner {
  const [command, ...prefixArgs] = commandPrefix
  return (program, args) => {
    const path = join(binaries, program)
    if (command === undefined) return { command: path, args, user }
    const setUser = ['setpriv', `--reuid=${user.uid}`, `--regid=${user.gid}`, '--clear-groups']
    return { command, args: [...prefixArgs, ...setUser, path, ...args], user: {} }
  }
}

async function installPostgres(): Promise<string | NotAvailable> {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) {
    return { reason: 'PostgreSQL is not installed on this machine; install it or set TEST_DATABASE_URL' }
  }
  log('Installing PostgreSQL with apt-get …')
  const error = await aptInstall('postgresql')
  return findPostgresBinaries() ?? { reason: error ?? 'apt-get did not install a PostgreSQL server' }
}

/**
 * Uses the ICU collation if available, like most installations, so that a query that depends on byte order
 * fails here too.
 */
async function initializeCluster(runner: Runner, folder: string, extraArgs: readonly string[]) {
  const help = await runProgram(runner('initdb', ['--help']))
  const localeArgs = help.output.includes('--icu-locale')
    ? ['--locale-provider=icu', '--icu-locale=en-US']
    : []
  const args = ['-D', join(folder, 'data'), '-U', 'fieldhouse', '-A', 'trust', '-E', 'UTF8', '--locale=C']
  const result = await runProgram(runner('initdb', [...args, ...localeArgs, ...extraArgs, '--no-sync']))
  if (result.code !== 0) throw new Error(`initdb: ${result.output.trim()}`)
}

function runProgram({ command, args, user }: ReturnType<Runner>) {
  return runCommand(command, args, { cwd: '/', ...user })
}

async function launchCluster(
  runner: Runner,
  folder: string,
  settings: Record<string, string>,
): Promise<Cluster> {
  const port = await findFreePort()
  const settingArgs = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const { command, args, user } = runner('postgres', [
    '-D',
    join(folder, 'data'),
    '-p',
    String(port),
    ...settingArgs,
  ])
  const spawnServer = () =>
    spawn(command, args, {
      cwd: '/',
      // In its own process group, so that Ctrl-C in the terminal does not stop it before us.
      detached: true,
      stdio: ['ignore', 'ignore', 'pipe'],
      ...user,
    })
  let server = spawnServer()
  const killAndRemove = () => {
    server.kill('SIGQUIT')
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
  }
  process.once('exit', killAndRemove)
  await waitUntilReady(server)
  return {
    url: `postgres://fieldhouse@127.0.0.1:${port}/postgres`,
    crash: () => stopServer(server),
    async ensureRunning() {
      if (!hasExited(server)) return
      server = spawnServer()
      await waitUntilReady(server)
    },
    hasExited: () => hasExited(server),
    freeze: () => signalAll(server, 'SIGSTOP'),
    thaw: () => signalAll(server, 'SIGCONT'),
    stop: async () => {
      process.off('exit', killAndRemove)
      await stopServer(server)
      rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}

function waitUntilReady(server: ChildProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    let output = ''
    const fail = (reason: string) => {
      server.kill('SIGQUIT')
      reject(new Error(`${reason}: ${output.trim()}`))
    }
    const timer = setTimeout(() => fail('PostgreSQL did not start in time'), START_TIMEOUT_MS)
    server.stderr?.setEncoding('utf8').on('data', (text) => {
      output = (output + text).slice(-4000)
      if (!output.includes(READY_MESSAGE)) return
      clearTimeout(timer)
      resolve()
    })
    server.once('error', (error) => fail(error.message))
    server.once('exit', () => {
      clearTimeout(timer)
      fail('PostgreSQL did not start')
    })
  })
}

/** Stops the server immediately, without a final checkpoint. */
function stopServer(server: ChildProcess): Promise<void> {
  return new Promise((resolve) => {
    if (hasExited(server)) return resolve()
    server.once('exit', () => resolve())
    server.kill('SIGQUIT')
  })
}

function hasExited(server: ChildProcess) {
  return server.exitCode !== null || server.signalCode !== null
}

/** Sends the signal to the server and its child processes. */
function signalAll({ pid = 0 }: ChildProcess, signal: NodeJS.Signals) {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ')
  for (const target of [pid, ...children.map(Number)]) process.kill(target, signal)
}

/** @returns a port that is currently not in use */
export function findFreePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer()
    probe.once('error', reject)
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address()
      probe.close(() => resolve(typeof address === 'object' && address !== null ? address.port : 0))
    })
  })
}

/** Stops and removes the clusters of processes that were killed before they could clean up. */
function removeStaleClusters() {
  for (const name of readdirSync(tmpdir()).filter((each) => each.startsWith(PREFIX))) {
    const ownerPid = Number(name.slice(PREFIX.length).split('-')[0])
    if (isProcessRunning(ownerPid)) continue
    const folder = join(tmpdir(), name)
    const serverPid = readServerPid(folder)
    if (serverPid !== undefined) process.kill(serverPid, 'SIGQUIT')
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
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

if (process.argv[1] === import.meta.filename) {
  const postgres = await startPostgres(process.env)
  exitOnSignals()
  if ('reason' in postgres) log(`PostgreSQL is not available: ${postgres.reason}`)
  else {
    console.log(`TEST_DATABASE_URL=${postgres.url}`)
    setInterval(() => {}, 60_000)
  }
}

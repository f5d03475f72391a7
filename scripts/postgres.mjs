import { spawn } from 'node:child_process'
import { chownSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { aptInstall } from './browser-sources.mjs'
import { isProcessRunning } from './lock.mjs'
import { findPostgresBinaries, postgresUser } from './postgres-binaries.mjs'
import { exitOnSignals, runCommand } from './processes.mjs'
import { log } from './project.mjs'

/**
 * @typedef {{ url: string, stop: () => Promise<void> }} Postgres a server on which tests may create and drop databases
 * @typedef {object} FaultControls
 * @property {() => Promise<void>} crash stops it immediately, without a shutdown
 * @property {() => Promise<void>} ensureRunning restarts it with the same data if it is not running
 * @property {() => boolean} hasExited
 * @property {() => void} freeze suspends all of its processes without closing connections
 * @property {() => void} thaw
 * @typedef {Postgres & FaultControls} Cluster a server in which faults can be injected
 * @typedef {{ folder: string, commandPrefix: readonly string[] }} ClusterLocation an empty folder for the data on a small disk, and a command prefix that enters its mount namespace
 * @typedef {{ reason: string }} NotAvailable
 * @typedef {import('node:child_process').ChildProcess} ChildProcess
 */

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
 * @param {Record<string, string | undefined>} environment
 * @param {{ isDurable?: boolean }} [options] whether writes are durable, and as slow as in production
 * @returns {Promise<Postgres | NotAvailable>}
 */
export async function startPostgres({ TEST_DATABASE_URL }, { isDurable = false } = {}) {
  if (TEST_DATABASE_URL) return { url: TEST_DATABASE_URL, stop: async () => {} }
  return startCluster(isDurable ? { autovacuum: 'on' } : NON_DURABLE_SETTINGS)
}

/**
 * Starts a temporary cluster. Its commits survive a crash unless the settings say otherwise.
 * @param {Record<string, string>} [settings]
 * @param {ClusterLocation} [location] by default a temporary folder
 * @returns {Promise<Cluster | NotAvailable>}
 */
export async function startCluster(settings = {}, location) {
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

/**
 * Builds the command line for a PostgreSQL program: its path, its user and the mount namespace. Only root can
 * enter a namespace, so in that case the user is changed inside it.
 * @typedef {(program: string, args: readonly string[]) => { command: string, args: readonly string[], user: { uid?: number, gid?: number } }} Runner
 * @param {string} binaries
 * @param {{ uid?: number, gid?: number }} user
 * @param {readonly string[]} commandPrefix
 * @returns {Runner}
 */
function createRunner(binaries, user, commandPrefix) {
  const [command, ...prefixArgs] = commandPrefix
  return (program, args) => {
    const path = join(binaries, program)
    if (command === undefined) return { command: path, args, user }
    const setUser = ['setpriv', `--reuid=${user.uid}`, `--regid=${user.gid}`, '--clear-groups']
    return { command, args: [...prefixArgs, ...setUser, path, ...args], user: {} }
  }
}

/** @returns {Promise<string | NotAvailable>} */
async function installPostgres() {
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
 * @param {Runner} runner
 * @param {string} folder
 * @param {readonly string[]} extraArgs
 */
async function initializeCluster(runner, folder, extraArgs) {
  const help = await runProgram(runner('initdb', ['--help']))
  const localeArgs = help.output.includes('--icu-locale')
    ? ['--locale-provider=icu', '--icu-locale=en-US']
    : []
  const args = ['-D', join(folder, 'data'), '-U', 'fieldhouse', '-A', 'trust', '-E', 'UTF8', '--locale=C']
  const result = await runProgram(runner('initdb', [...args, ...localeArgs, ...extraArgs, '--no-sync']))
  if (result.code !== 0) throw new Error(`initdb: ${result.output.trim()}`)
}

/** @param {ReturnType<Runner>} program */
function runProgram({ command, args, user }) {
  return runCommand(command, args, { cwd: '/', ...user })
}

/**
 * @param {Runner} runner
 * @param {string} folder
 * @param {Record<string, string>} settings
 * @returns {Promise<Cluster>}
 */
async function launchCluster(runner, folder, settings) {
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

/**
 * @param {ChildProcess} server
 * @returns {Promise<void>}
 */
function waitUntilReady(server) {
  return new Promise((resolve, reject) => {
    let output = ''
    const fail = (/** @type {string} */ reason) => {
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

/**
 * Stops the server immediately, without a final checkpoint.
 * @param {ChildProcess} server
 * @returns {Promise<void>}
 */
function stopServer(server) {
  return new Promise((resolve) => {
    if (hasExited(server)) return resolve()
    server.once('exit', () => resolve())
    server.kill('SIGQUIT')
  })
}

/** @param {ChildProcess} server */
function hasExited(server) {
  return server.exitCode !== null || server.signalCode !== null
}

/**
 * Sends the signal to the server and its child processes.
 * @param {ChildProcess} server
 * @param {NodeJS.Signals} signal
 */
function signalAll({ pid = 0 }, signal) {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ')
  for (const target of [pid, ...children.map(Number)]) process.kill(target, signal)
}

/** @returns {Promise<number>} a port that is currently not in use */
export function findFreePort() {
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

/**
 * @param {string} folder
 * @returns {number | undefined} the process id of the cluster's server; undefined if it is not running
 */
function readServerPid(folder) {
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

import { spawn } from 'node:child_process'
import { chownSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { aptInstall } from './browser-sources.mjs'
import { isProcessRunning } from './lock.mjs'
import { findPostgresBinaries, postgresUser } from './postgres-binaries.mjs'
import { exitOnSignals } from './process-signals.mjs'
import { log } from './project.mjs'
import { runCommand } from './run-command.mjs'

/**
 * @typedef {{ url: string, stop: () => Promise<void> }} Postgres a server whose databases tests may make and drop
 * @typedef {object} FaultControls
 * @property {() => Promise<void>} crash ends it at once, as a crash does
 * @property {() => Promise<void>} ensureRunning starts it on what it left; where it runs, nothing happens
 * @property {() => boolean} hasExited
 * @property {() => void} freeze none of its processes does anything any more, and no connection breaks
 * @property {() => void} thaw
 * @typedef {Postgres & FaultControls} Cluster one that can be in trouble for a while
 * @typedef {{ folder: string, commandPrefix: readonly string[] }} ClusterLocation a small disk's empty folder for the data, and what is put before a command that sees it
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

/** Everything that makes writes durable is off: the folder is thrown away. */
const NON_DURABLE_SETTINGS = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' }

/**
 * The PostgreSQL of TEST_DATABASE_URL, else a throw-away cluster from the machine's binaries, which are
 * installed where we may.
 * @param {Record<string, string | undefined>} environment
 * @param {{ isDurable?: boolean }} [options] whether writes are as slow as they are in earnest
 * @returns {Promise<Postgres | NotAvailable>}
 */
export async function startPostgres({ TEST_DATABASE_URL }, { isDurable = false } = {}) {
  if (TEST_DATABASE_URL) return { url: TEST_DATABASE_URL, stop: async () => {} }
  return startCluster(isDurable ? { autovacuum: 'on' } : NON_DURABLE_SETTINGS)
}

/**
 * A throw-away cluster, which keeps what was committed through a crash unless the settings say otherwise.
 * @param {Record<string, string>} [settings]
 * @param {ClusterLocation} [elsewhere] else a folder of its own, which it removes
 * @returns {Promise<Cluster | NotAvailable>}
 */
export async function startCluster(settings = {}, elsewhere) {
  removeStaleClusters()
  const binaries = findPostgresBinaries() ?? (await installPostgres())
  if (typeof binaries !== 'string') return binaries
  const user = postgresUser(process.getuid?.())
  if (user === undefined) return { reason: 'PostgreSQL does not run as root, and there is no other user' }
  const folder = elsewhere?.folder ?? mkdtempSync(join(tmpdir(), `${PREFIX}${process.pid}-`))
  if (user.uid !== undefined && user.gid !== undefined) chownSync(folder, user.uid, user.gid)
  const as = createRunner(binaries, user, elsewhere?.commandPrefix ?? [])
  try {
    await initializeCluster(as, folder, elsewhere === undefined ? [] : ['--wal-segsize=1'])
    return await launchCluster(as, folder, { ...SETTINGS, ...settings })
  } catch (error) {
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
    return { reason: error instanceof Error ? error.message : String(error) }
  }
}

/**
 * How the machine's programs of PostgreSQL are started: as whom, and where. Only root may enter a namespace,
 * and becomes the user there.
 * @typedef {(program: string, args: readonly string[]) => { command: string, args: readonly string[], user: { uid?: number, gid?: number } }} Runner
 * @param {string} binaries
 * @param {{ uid?: number, gid?: number }} user
 * @param {readonly string[]} within
 * @returns {Runner}
 */
function createRunner(binaries, user, within) {
  const [command, ...entering] = within
  return (program, args) => {
    const path = join(binaries, program)
    if (command === undefined) return { command: path, args, user }
    const becoming = ['setpriv', `--reuid=${user.uid}`, `--regid=${user.gid}`, '--clear-groups']
    return { command, args: [...entering, ...becoming, path, ...args], user: {} }
  }
}

/** @returns {Promise<string | NotAvailable>} */
async function installPostgres() {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) {
    return { reason: 'no PostgreSQL on this machine; install one, or name one in TEST_DATABASE_URL' }
  }
  log('Installing PostgreSQL by apt-get …')
  const fault = await aptInstall('postgresql')
  return findPostgresBinaries() ?? { reason: fault ?? 'apt-get installed no PostgreSQL server' }
}

/**
 * Texts are ordered as most installations order them, not by bytes, so that a query that leans on the
 * order of bytes fails here too.
 * @param {Runner} as
 * @param {string} folder
 * @param {readonly string[]} more
 */
async function initializeCluster(as, folder, more) {
  const help = await runProgram(as('initdb', ['--help']))
  const order = help.output.includes('--icu-locale') ? ['--locale-provider=icu', '--icu-locale=en-US'] : []
  const args = ['-D', join(folder, 'data'), '-U', 'fieldhouse', '-A', 'trust', '-E', 'UTF8', '--locale=C']
  const ending = await runProgram(as('initdb', [...args, ...order, ...more, '--no-sync']))
  if (ending.code !== 0) throw new Error(`initdb: ${ending.output.trim()}`)
}

/** @param {ReturnType<Runner>} started */
function runProgram({ command, args, user }) {
  return runCommand(command, args, { cwd: '/', ...user })
}

/**
 * @param {Runner} as
 * @param {string} folder
 * @param {Record<string, string>} settings
 * @returns {Promise<Cluster>}
 */
async function launchCluster(as, folder, settings) {
  const port = await findFreePort()
  const named = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const { command, args, user } = as('postgres', ['-D', join(folder, 'data'), '-p', String(port), ...named])
  const serve = () =>
    spawn(command, args, {
      cwd: '/',
      // Of its own group, so that Ctrl-C in the terminal reaches us first.
      detached: true,
      stdio: ['ignore', 'ignore', 'pipe'],
      ...user,
    })
  let server = serve()
  const drop = () => {
    server.kill('SIGQUIT')
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
  }
  process.once('exit', drop)
  await waitUntilReady(server)
  return {
    url: `postgres://fieldhouse@127.0.0.1:${port}/postgres`,
    crash: () => stopServer(server),
    async ensureRunning() {
      if (!hasExited(server)) return
      server = serve()
      await waitUntilReady(server)
    },
    hasExited: () => hasExited(server),
    freeze: () => signalAll(server, 'SIGSTOP'),
    thaw: () => signalAll(server, 'SIGCONT'),
    stop: async () => {
      process.off('exit', drop)
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
    let log = ''
    const fail = (/** @type {string} */ why) => {
      server.kill('SIGQUIT')
      reject(new Error(`${why}: ${log.trim()}`))
    }
    const timer = setTimeout(() => fail('PostgreSQL was not ready in time'), START_TIMEOUT_MS)
    server.stderr?.setEncoding('utf8').on('data', (text) => {
      log = (log + text).slice(-4000)
      if (!log.includes(READY_MESSAGE)) return
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
 * At once, without a last checkpoint.
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
 * To the server and the processes that it has for its connections.
 * @param {ChildProcess} server
 * @param {NodeJS.Signals} signal
 */
function signalAll({ pid = 0 }, signal) {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ')
  for (const each of [pid, ...children.map(Number)]) process.kill(each, signal)
}

/** @returns {Promise<number>} a port of this machine that nobody listens on now */
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

/** Ends and removes the clusters of runners that were killed before they could. */
function removeStaleClusters() {
  for (const name of readdirSync(tmpdir()).filter((each) => each.startsWith(PREFIX))) {
    const runner = Number(name.slice(PREFIX.length).split('-')[0])
    if (isProcessRunning(runner)) continue
    const folder = join(tmpdir(), name)
    const server = readServerPid(folder)
    if (server !== undefined) process.kill(server, 'SIGQUIT')
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
  }
}

/**
 * @param {string} folder
 * @returns {number | undefined} the process that serves the cluster; undefined when none does
 */
function readServerPid(folder) {
  const record = join(folder, 'data/postmaster.pid')
  if (!existsSync(record)) return undefined
  const pid = Number(readFileSync(record, 'utf8').split('\n')[0])
  const commandLine = `/proc/${pid}/cmdline`
  const isOurs = existsSync(commandLine) && readFileSync(commandLine, 'utf8').includes(folder)
  return isOurs ? pid : undefined
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

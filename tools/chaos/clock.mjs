import { mkdirSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { findFreePort, startCluster } from '../../scripts/postgres.mjs'
import { findPostgresBinaries } from '../../scripts/postgres-binaries.mjs'
import { runCommand } from '../../scripts/processes.mjs'
import { createLeague } from './league.mjs'
import { readObservedState, sleep, startLoad } from './load.mjs'
import { createRequestStats } from './request-stats.mjs'
import { LEAGUE_NAME, startProgram, startServer } from './server.mjs'
import { createWriteLog, findDuplicates, findLostWrites } from './write-log.mjs'

const FAULT = 'clock jumps a day ahead, then two back'
const ENGINE = 'PostgreSQL'
const DAY_MS = 24 * 60 * 60 * 1000
const CLOCK_MODULE = pathToFileURL(join(import.meta.dirname, 'shifted-clock.mjs')).href

/**
 * Changes the clock under load: a day ahead, then two days back. A process is killed in the middle of a
 * refresh while its clock is wrong. Its lease must expire soon on the correct clock.
 * @type {import('./outcome.mjs').Experiment}
 */
export async function clockExperiment(folder) {
  const cluster = await startCluster()
  if ('reason' in cluster) return [{ fault: FAULT, engine: ENGINE, blocked: cluster.reason }]
  const provider = await startProgram('simulated', ['--past-seasons', '0'], /Simulated ESPN at (\S+),/)
  const clockFile = join(folder, 'clock')
  setClock(clockFile, 0)
  const data = join(folder, 'data')
  mkdirSync(data)
  const env = { DATABASE_URL: cluster.url, ESPN_BASE_URL: provider.address, CHAOS_CLOCK_FILE: clockFile }
  const options = { folder: data, port: await findFreePort(), env, preload: CLOCK_MODULE }
  const psql = join(findPostgresBinaries() ?? '', 'psql')
  const sql = async (/** @type {string} */ text) =>
    (await runCommand(psql, [cluster.url, '-Atqc', text])).output.trim()
  /** @type {{ server: import('./server.mjs').Server }} */
  const running = { server: await startServer(options) }
  try {
    return [await runClockJumps({ running, options, provider: provider.address, clockFile, sql })]
  } finally {
    await running.server.child.stop()
    await provider.child.stop()
    await cluster.stop()
  }
}

/**
 * @param {{ running: { server: import('./server.mjs').Server }, options: import('./server.mjs').ServerOptions,
 *   provider: string, clockFile: string, sql: (text: string) => Promise<string> }} site
 * @returns {Promise<import('./outcome.mjs').Outcome>}
 */
async function runClockJumps({ running, options, provider, clockFile, sql }) {
  const league = await createLeague(running.server.address, { espnLeagueId: 4_242_001 })
  const stats = createRequestStats()
  const writeLog = createWriteLog()
  /** @type {string[]} */
  const problems = []
  const load = startLoad(league, { stats, writeLog })
  await sleep(2000)
  setClock(clockFile, DAY_MS)
  await sleep(3000)
  await fetch(`${provider}/__faults`, { method: 'PUT', body: JSON.stringify({ path: '/', hang: true }) })
  const refreshRequest = league.admin.request('POST', '/api/refresh-espn/', { name: LEAGUE_NAME })
  const heldLeases = 'select count(*) from league_jobs where lease_until is not null and ended_at is null'
  if (!(await pollUntilTrue(async () => (await sql(heldLeases)) === '1')))
    problems.push('the refresh did not start')
  if (stats.connectionLost > 0)
    problems.push(`${stats.connectionLost} requests lost their connection while the clock was ahead`)
  await running.server.child.kill()
  await refreshRequest
  await fetch(`${provider}/__faults`, { method: 'DELETE' })
  setClock(clockFile, -DAY_MS)
  const started = performance.now()
  running.server = await startServer(options)
  const isDone = await pollUntilTrue(
    async () => (await sql("select count(*) from league_jobs where status = 'done'")) === '1',
  )
  const recoveryMs = isDone ? performance.now() - started : null
  await sleep(2000)
  await load.stop()
  const accounts = await Promise.all(
    league.writers.map((writer) => writer.requestOrThrow('GET', '/api/whoami/')),
  )
  if (accounts.some(({ username }, index) => username !== league.writers[index]?.name)) {
    problems.push('a session was lost when the clock changed')
  }
  const tooLate = Date.now() + 60_000
  const lateJobs = await sql(
    `select name from scheduled_jobs where due_at > ${tooLate} or lease_until > ${tooLate}`,
  )
  if (lateJobs !== '')
    problems.push(`jobs are scheduled by the wrong clock: ${lateJobs.replaceAll('\n', ', ')}`)
  const found = await readObservedState(league)
  problems.push(...findDuplicates(found).map((each) => `stored twice: ${each}`))
  return {
    fault: FAULT,
    engine: ENGINE,
    stats,
    lost: findLostWrites(writeLog, found),
    recoveryMs,
    problems,
  }
}

/**
 * @param {string} file
 * @param {number} ms
 */
function setClock(file, ms) {
  writeFileSync(`${file}.new`, String(ms))
  renameSync(`${file}.new`, file)
}

/** @param {() => Promise<boolean>} condition */
async function pollUntilTrue(condition) {
  for (let attempt = 0; attempt < 200; attempt += 1) {
    if (await condition()) return true
    await sleep(200)
  }
  return false
}

import { mkdirSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { findFreePort, startCluster } from '../postgres.mjs'
import { findPostgresBinaries } from '../postgres-binaries.mjs'
import { runCommand } from '../run-command.mjs'
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
 * The machine's clock is set while people write. A process that was in the middle of a refresh by the
 * wrong clock is killed: what it held must be free soon by the right one.
 * @type {import('./outcome.mjs').Experiment}
 */
export async function clockExperiment(folder) {
  const cluster = await startCluster()
  if ('reason' in cluster) return [{ fault: FAULT, engine: ENGINE, blocked: cluster.reason }]
  const provider = await startProgram('simulated', ['--past-seasons', '0'], /Simulated ESPN at (\S+),/)
  const clock = join(folder, 'clock')
  setClock(clock, 0)
  const data = join(folder, 'data')
  mkdirSync(data)
  const env = { DATABASE_URL: cluster.url, ESPN_BASE_URL: provider.address, DRILL_CLOCK: clock }
  const options = { folder: data, port: await findFreePort(), env, preload: CLOCK_MODULE }
  const psql = join(findPostgresBinaries() ?? '', 'psql')
  const sql = async (/** @type {string} */ text) =>
    (await runCommand(psql, [cluster.url, '-Atqc', text])).output.trim()
  /** @type {{ server: import('./server.mjs').Server }} */
  const running = { server: await startServer(options) }
  try {
    return [await runClockJumps({ running, options, provider: provider.address, clock, sql })]
  } finally {
    await running.server.child.stop()
    await provider.child.stop()
    await cluster.stop()
  }
}

/**
 * @param {{ running: { server: import('./server.mjs').Server }, options: import('./server.mjs').ServerOptions,
 *   provider: string, clock: string, sql: (text: string) => Promise<string> }} site
 * @returns {Promise<import('./outcome.mjs').Outcome>}
 */
async function runClockJumps({ running, options, provider, clock, sql }) {
  const league = await createLeague(running.server.address, { espnLeagueId: 4_242_001 })
  const count = createRequestStats()
  const ledger = createWriteLog()
  /** @type {string[]} */
  const faults = []
  const load = startLoad(league, { stats: count, writeLog: ledger })
  await sleep(2000)
  setClock(clock, DAY_MS)
  await sleep(3000)
  await fetch(`${provider}/__faults`, { method: 'PUT', body: JSON.stringify({ path: '/', hang: true }) })
  const asked = league.admin.request('POST', '/api/refresh-espn/', { name: LEAGUE_NAME })
  const held = 'select count(*) from league_jobs where lease_until is not null and ended_at is null'
  if (!(await pollUntilTrue(async () => (await sql(held)) === '1'))) faults.push('no refresh was begun')
  if (count.unanswered > 0)
    faults.push(`${count.unanswered} requests got no answer while the clock was ahead`)
  await running.server.child.kill()
  await asked
  await fetch(`${provider}/__faults`, { method: 'DELETE' })
  setClock(clock, -DAY_MS)
  const started = performance.now()
  running.server = await startServer(options)
  const isDone = await pollUntilTrue(
    async () => (await sql("select count(*) from league_jobs where status = 'done'")) === '1',
  )
  const recoveryMs = isDone ? performance.now() - started : null
  await sleep(2000)
  await load.stop()
  const known = await Promise.all(
    league.writers.map((writer) => writer.requestOrThrow('GET', '/api/whoami/')),
  )
  if (known.some(({ username }, index) => username !== league.writers[index]?.name)) {
    faults.push('a session did not outlive the clock')
  }
  const tooLate = Date.now() + 60_000
  const late = await sql(
    `select name from scheduled_jobs where due_at > ${tooLate} or lease_until > ${tooLate}`,
  )
  if (late !== '') faults.push(`jobs wait for the clock that was wrong: ${late.replaceAll('\n', ', ')}`)
  const found = await readObservedState(league)
  faults.push(...findDuplicates(found).map((each) => `there twice: ${each}`))
  return {
    fault: FAULT,
    engine: ENGINE,
    stats: count,
    lost: findLostWrites(ledger, found),
    recoveryMs,
    problems: faults,
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

/** @param {() => Promise<boolean>} isSo */
async function pollUntilTrue(isSo) {
  for (let tried = 0; tried < 200; tried += 1) {
    if (await isSo()) return true
    await sleep(200)
  }
  return false
}

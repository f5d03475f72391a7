import { mkdirSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { freePort, startCluster } from '../postgres.mjs'
import { findPostgres } from '../postgres-binaries.mjs'
import { runCommand } from '../run-command.mjs'
import { newCount } from './count.mjs'
import { aLeagueAt } from './league.mjs'
import { doubledIn, lostOf, newLedger } from './ledger.mjs'
import { foundIn, rest, startLoad } from './load.mjs'
import { LEAGUE, startProgram, startServer } from './server.mjs'

const FAULT = 'clock jumps a day ahead, then two back'
const ENGINE = 'PostgreSQL'
const DAY_MS = 24 * 60 * 60 * 1000
const CLOCK = pathToFileURL(join(import.meta.dirname, 'shifted-clock.mjs')).href

/**
 * The machine's clock is set while people write. A process that was in the middle of a refresh by the
 * wrong clock is killed: what it held must be free soon by the right one.
 * @type {import('./outcome.mjs').Drill}
 */
export async function drillClock(folder) {
  const cluster = await startCluster()
  if ('reason' in cluster) return [{ fault: FAULT, engine: ENGINE, blocked: cluster.reason }]
  const provider = await startProgram('simulated', ['--past-seasons', '0'], /Simulated ESPN at (\S+),/)
  const clock = join(folder, 'clock')
  setClock(clock, 0)
  const data = join(folder, 'data')
  mkdirSync(data)
  const env = { DATABASE_URL: cluster.url, ESPN_BASE_URL: provider.address, DRILL_CLOCK: clock }
  const options = { folder: data, port: await freePort(), env, preload: CLOCK }
  const psql = join(findPostgres() ?? '', 'psql')
  const sql = async (/** @type {string} */ text) =>
    (await runCommand(psql, [cluster.url, '-Atqc', text])).output.trim()
  /** @type {{ server: import('./server.mjs').Server }} */
  const running = { server: await startServer(options) }
  try {
    return [await setClocks({ running, options, provider: provider.address, clock, sql })]
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
async function setClocks({ running, options, provider, clock, sql }) {
  const league = await aLeagueAt(running.server.address, { espnLeagueId: 4_242_001 })
  const count = newCount()
  const ledger = newLedger()
  /** @type {string[]} */
  const faults = []
  const load = startLoad(league, { count, ledger })
  await rest(2000)
  setClock(clock, DAY_MS)
  await rest(3000)
  await fetch(`${provider}/__faults`, { method: 'PUT', body: JSON.stringify({ path: '/', hang: true }) })
  const asked = league.boss.ask('POST', '/api/refresh-espn/', { name: LEAGUE })
  const held = 'select count(*) from league_jobs where lease_until is not null and ended_at is null'
  if (!(await comesTrue(async () => (await sql(held)) === '1'))) faults.push('no refresh was begun')
  if (count.unanswered > 0)
    faults.push(`${count.unanswered} requests got no answer while the clock was ahead`)
  await running.server.child.kill()
  await asked
  await fetch(`${provider}/__faults`, { method: 'DELETE' })
  setClock(clock, -DAY_MS)
  const started = performance.now()
  running.server = await startServer(options)
  const isDone = await comesTrue(
    async () => (await sql("select count(*) from league_jobs where status = 'done'")) === '1',
  )
  const recoveryMs = isDone ? performance.now() - started : null
  await rest(2000)
  await load.stop()
  const known = await Promise.all(league.writers.map((writer) => writer.sure('GET', '/api/whoami/')))
  if (known.some(({ username }, index) => username !== league.writers[index]?.name)) {
    faults.push('a session did not outlive the clock')
  }
  const tooLate = Date.now() + 60_000
  const late = await sql(
    `select name from scheduled_jobs where due_at > ${tooLate} or lease_until > ${tooLate}`,
  )
  if (late !== '') faults.push(`jobs wait for the clock that was wrong: ${late.replaceAll('\n', ', ')}`)
  const found = await foundIn(league)
  faults.push(...doubledIn(found).map((each) => `there twice: ${each}`))
  return { fault: FAULT, engine: ENGINE, count, lost: lostOf(ledger, found), recoveryMs, faults }
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
async function comesTrue(isSo) {
  for (let tried = 0; tried < 200; tried += 1) {
    if (await isSo()) return true
    await rest(200)
  }
  return false
}

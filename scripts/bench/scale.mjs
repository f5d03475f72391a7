import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startCluster } from '../postgres.mjs'
import { ROOT, UserError } from '../project.mjs'
import { runCommand } from '../run-command.mjs'
import { createClient, startProgramOn } from './program.mjs'
import { measureStreams } from './scale-streams.mjs'
import { operationTable, scheduledWorkTable } from './scale-tables.mjs'
import { rounded, table } from './table.mjs'

/** What the many leagues are compared with. */
const SMALLER_LEAGUE_COUNTS = [10, 1000]
const PASSWORD = 'touchdown-at-noon'
const LEAGUE = 'The Gridiron Supper Club'
/** With those of the demo, as many members as there are teams. */
const EXTRA_MEMBERS = 6

const CLUSTER_SETTINGS = {
  shared_preload_libraries: 'pg_stat_statements',
  shared_buffers: '512MB',
  maintenance_work_mem: '256MB',
  max_wal_size: '4GB',
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
}

/**
 * Fills databases of one PostgreSQL with few leagues and with many, all copies of one league that was
 * made through the product; then asks all for everything, and does the schedule's work among the most.
 * @param {{ leagues: number }} options
 */
export async function benchScale({ leagues }) {
  if (!(leagues > (SMALLER_LEAGUE_COUNTS[0] ?? 0)))
    throw new UserError(`The benchmark of scale takes more than ${SMALLER_LEAGUE_COUNTS[0]} leagues.`)
  const postgres = await startCluster(CLUSTER_SETTINGS)
  if ('reason' in postgres) return `Scale is not measured: ${postgres.reason}`
  const folder = mkdtempSync(join(tmpdir(), 'fieldhouse-bench-'))
  try {
    const at = (/** @type {string} */ name) => postgres.url.replace(/[^/]+$/, name)
    const { size, now } = await createSourceLeague(at, folder)
    const env = { DATA_DIR: folder, NOW: now }
    const counts = [...SMALLER_LEAGUE_COUNTS.filter((count) => count < leagues), leagues]
    const filled = []
    for (const count of counts) {
      await runScaleCommand(['copy', `of_${count}`], { ...env, DATABASE_URL: at('one') })
      const started = performance.now()
      const [{ bytes }] = await runScaleCommand(['fill', String(count)], {
        ...env,
        DATABASE_URL: at(`of_${count}`),
      })
      filled.push([count, rounded((performance.now() - started) / 1000), rounded(bytes / 2 ** 20)])
    }
    const many = { ...env, DATABASE_URL: at(`of_${leagues}`) }
    const calls = await runScaleCommand(['calls', ...counts.map((count) => at(`of_${count}`))], many)
    const readers = await runScaleCommand(['readers', '100'], many)
    const streams = await measureStreams(readers, { DATABASE_URL: many.DATABASE_URL, NOW: now })
    const scheduled = await runScaleCommand(['scheduled'], many)
    return [
      sizeTable(size),
      table(['leagues', 'filled in s', 'MB'], filled),
      operationTable(calls, counts),
      scheduledWorkTable(scheduled),
      streams,
    ].join('\n\n')
  } finally {
    await postgres.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

/**
 * The demo's league with as many members as teams.
 * @param {(name: string) => string} at
 * @param {string} folder
 */
async function createSourceLeague(at, folder) {
  await runScaleCommand(['copy', 'one'], { DATA_DIR: folder, DATABASE_URL: at('template1') })
  const env = { LOG_LEVEL: 'warn', DATABASE_URL: at('one') }
  const demo = await startProgramOn(folder, 'demo', /demo league is ready: (\S+)/, env)
  const [, day = ''] = await demo.waitForOutput(/It is (.+ GMT) there/)
  const now = new Date(day).toISOString()
  const greta = createClient(demo.address)
  await greta.post('/api/login/', { username: 'greta', password: PASSWORD })
  for (let number = 1; number <= EXTRA_MEMBERS; number += 1) {
    const username = `member${number}`
    await createClient(demo.address).post('/api/register/', { username, password: PASSWORD, role: 'user' })
    await greta.post('/api/assign-user/', { username, league: LEAGUE, role: 'player' })
  }
  // Makes the keys of push messages: where there are new ones, the browsers of old ones are forgotten.
  await greta.get('/api/notifications/')
  await demo.stop()
  const [size] = await runScaleCommand(['prepare'], { DATA_DIR: folder, NOW: now, ...env })
  return { size, now }
}

/**
 * What a command of the built program for this benchmark prints.
 * @param {readonly string[]} args
 * @param {Record<string, string>} env
 * @returns {Promise<any[]>}
 */
async function runScaleCommand(args, env) {
  const { code, output } = await runCommand(
    process.execPath,
    [join(ROOT, 'apps/server/dist/measure-scale.js'), ...args],
    { env: { PATH: process.env['PATH'] ?? '', REFRESH_SCHEDULE: 'off', ...env } },
  )
  if (code !== 0) throw new Error(output.slice(-4000))
  return output
    .trim()
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line))
}

/** @param {{ rows: number, answerBytes: number, seasons: number, bytes: Record<string, number> }} size */
function sizeTable({ rows, answerBytes, seasons, bytes }) {
  const largest = Object.entries(bytes)
    .toSorted(([, a], [, b]) => b - a)
    .slice(0, 8)
  const lines = largest.map(([name, each]) => [name, rounded(each / 1024)])
  return `One league: ${seasons} seasons, ${rows} rows, ${rounded(answerBytes / 1024)} KB of raw answers.\n\n${table(['table', 'KB'], lines)}`
}

import { mkdtempSync, rmSync } from 'node:fs'
import { type ClientRequest, get } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { UserError } from '../../../scripts/bootstrap/project.mjs'
import { startCluster } from '../../../scripts/test/postgres.ts'
import { createClient, runMeasuringProgram, startProgram, startProgramInFolder } from '../program.ts'
import { rounded, table } from '../table.ts'
import { operationTable, scheduledWorkTable } from './scale-tables.ts'

/** The sizes that the requested number of leagues is compared with. */
const SMALLER_LEAGUE_COUNTS = [10, 1000]
const PASSWORD = 'touchdown-at-noon'
const LEAGUE = 'The Gridiron Supper Club'
/** Together with the members of the demo league, one for each team. */
const EXTRA_MEMBERS = 6

/** The server allows this many streams per user. */
const STREAMS_PER_READER = 10

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
 * Fills databases of one PostgreSQL server with different numbers of leagues, all copies of one that was
 * created through the application. Then measures every operation in each database, and the scheduled work
 * in the largest one.
 */
export async function benchScale({ leagues }: { leagues: number }) {
  if (!(leagues > (SMALLER_LEAGUE_COUNTS[0] ?? 0)))
    throw new UserError(`The scale benchmark needs more than ${SMALLER_LEAGUE_COUNTS[0]} leagues.`)
  return withSourceLeague(async ({ urlOf, env, size }) => {
    const counts = [...SMALLER_LEAGUE_COUNTS.filter((count) => count < leagues), leagues]
    const filled = []
    for (const count of counts) filled.push(await fillDatabase(count, urlOf, env))
    const largest = { ...env, DATABASE_URL: urlOf(`of_${leagues}`) }
    const operations = await runScaleCommand(
      ['calls', ...counts.map((count) => urlOf(`of_${count}`))],
      largest,
    )
    const readers = await runScaleCommand(['readers', '100'], largest)
    const streams = await measureStreams(readers, { DATABASE_URL: largest.DATABASE_URL, NOW: env.NOW })
    const scheduled = await runScaleCommand(['scheduled'], largest)
    return [
      sizeTable(size),
      table(['leagues', 'filled in s', 'MB'], filled),
      operationTable(operations, counts),
      scheduledWorkTable(scheduled),
      streams,
    ].join('\n\n')
  })
}

/** Measures the memory of a server while a member of each fifth league looks at its screens. */
export function benchActiveLeagues({ leagues }: { leagues: number }) {
  return withSourceLeague(async ({ urlOf, env }) => {
    await fillDatabase(leagues, urlOf, env)
    const database = { ...env, DATABASE_URL: urlOf(`of_${leagues}`) }
    const readers = await runScaleCommand(['readers', String(Math.round(leagues / 5))], database)
    return measureActiveLeagues(readers, { DATABASE_URL: database.DATABASE_URL, NOW: env.NOW })
  })
}

type SourceLeague = {
  /** The address of a database by its name. */
  urlOf: (name: string) => string
  env: { DATA_DIR: string; NOW: string }
  size: Parameters<typeof sizeTable>[0]
}

/** Creates the league that is copied, in a temporary PostgreSQL server, and runs `work` with it. */
async function withSourceLeague(work: (source: SourceLeague) => Promise<string>): Promise<string> {
  const postgres = await startCluster(CLUSTER_SETTINGS)
  if ('reason' in postgres) return `Skipped: ${postgres.reason}`
  const folder = mkdtempSync(join(tmpdir(), 'fieldhouse-bench-'))
  try {
    const urlOf = (name: string) => postgres.url.replace(/[^/]+$/, name)
    const { size, now } = await createSourceLeague(urlOf, folder)
    return await work({ urlOf, env: { DATA_DIR: folder, NOW: now }, size })
  } finally {
    await postgres.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

/** @returns the number of leagues, the seconds that it took, and the size in MB */
async function fillDatabase(
  count: number,
  urlOf: SourceLeague['urlOf'],
  env: SourceLeague['env'],
): Promise<number[]> {
  await runScaleCommand(['copy', `of_${count}`], { ...env, DATABASE_URL: urlOf('one') })
  const started = performance.now()
  const [{ bytes }] = await runScaleCommand(['fill', String(count)], {
    ...env,
    DATABASE_URL: urlOf(`of_${count}`),
  })
  return [count, rounded((performance.now() - started) / 1000), rounded(bytes / 2 ** 20)]
}

/** Creates the demo league with as many members as teams. */
async function createSourceLeague(urlOf: (name: string) => string, folder: string) {
  await runScaleCommand(['copy', 'one'], { DATA_DIR: folder, DATABASE_URL: urlOf('template1') })
  const env = { LOG_LEVEL: 'warn', DATABASE_URL: urlOf('one') }
  const demo = await startProgramInFolder(folder, 'demo', /demo league is ready: (\S+)/, env)
  const [, demoTime = ''] = await demo.waitForOutput(/simulated clock started at (.+ GMT)/)
  const now = new Date(demoTime).toISOString()
  const greta = createClient(demo.address)
  await greta.post('/api/login/', { username: 'greta', password: PASSWORD })
  for (let number = 1; number <= EXTRA_MEMBERS; number += 1) {
    const username = `member${number}`
    await createClient(demo.address).post('/api/register/', { username, password: PASSWORD, role: 'user' })
    await greta.post('/api/assign-user/', { username, league: LEAGUE, role: 'player' })
  }
  // Creates the push keys now. New keys would delete the stored push subscriptions.
  await greta.get('/api/notifications/')
  await demo.stop()
  const [size] = await runScaleCommand(['prepare'], { DATA_DIR: folder, NOW: now, ...env })
  return { size, now }
}

/** Runs a command of the program that belongs to this benchmark. */
function runScaleCommand(args: readonly string[], env: Record<string, string>) {
  return runMeasuringProgram('scale/measure-scale.ts', args, { REFRESH_SCHEDULE: 'off', ...env })
}

function sizeTable({
  rows,
  answerBytes,
  seasons,
  bytes,
}: {
  rows: number
  answerBytes: number
  seasons: number
  bytes: Record<string, number>
}) {
  const largestTables = Object.entries(bytes)
    .toSorted(([, a], [, b]) => b - a)
    .slice(0, 8)
  const tableRows = largestTables.map(([name, size]) => [name, rounded(size / 1024)])
  return `One league: ${seasons} seasons, ${rows} rows, ${rounded(answerBytes / 1024)} KB of raw responses.\n\n${table(['table', 'KB'], tableRows)}`
}

/** The screens that a member opens one after the other. */
const SCREENS = ['standings/', 'scoreboard/', 'me/roster/', 'me/matchup/', 'social/feed/']

async function measureActiveLeagues(
  readers: readonly { league: string; token: string }[],
  env: Record<string, string>,
) {
  const site = await startProgram('main', /listening on (\S+)/, {
    SOURCES_OFF: 'odds,weather,news,sheets',
    ...env,
  })
  try {
    const rows = [[0, 0, rounded(site.resourceUsage().memoryMb), '']]
    for (const [index, { league, token }] of readers.entries()) {
      for (const screen of SCREENS) {
        const response = await fetch(`${site.address}/api/league/${encodeURIComponent(league)}/${screen}`, {
          headers: { cookie: `sessionid=${token}`, 'accept-encoding': 'br' },
        })
        await response.arrayBuffer()
        if (!response.ok) throw new Error(`${screen} of ${league} returned ${response.status}`)
      }
      const active = index + 1
      if (active % Math.ceil(readers.length / 4) > 0 && active < readers.length) continue
      const { memoryMb, cpuMs } = site.resourceUsage()
      const requests = active * SCREENS.length
      rows.push([active, requests, rounded(memoryMb), rounded((cpuMs * 1000) / requests)])
    }
    return table(['active leagues', 'requests', 'MB', 'CPU µs/req, with the start'], rows)
  } finally {
    await site.stop()
  }
}

/** Measures the memory and the CPU time of a server with open event streams while nothing happens. */
async function measureStreams(
  readers: readonly { league: string; token: string }[],
  env: Record<string, string>,
) {
  const site = await startProgram('main', /listening on (\S+)/, {
    SOURCES_OFF: 'odds,weather,news,sheets',
    ...env,
  })
  const streams: ClientRequest[] = []
  try {
    const rows = []
    await sleep(2000)
    for (const share of [0, 0.1, 1]) {
      const count = Math.round(readers.length * STREAMS_PER_READER * share)
      while (streams.length < count) {
        const reader = readers[streams.length % readers.length]
        if (reader === undefined) throw new Error('no readers')
        streams.push(await openStream(site.address, reader))
      }
      const cpuBefore = site.resourceUsage().cpuMs
      await sleep(5000)
      const { cpuMs, memoryMb } = site.resourceUsage()
      rows.push([count, rounded(memoryMb), rounded((cpuMs - cpuBefore) / 50, 1)])
    }
    return table(['open streams', 'MB', 'CPU %'], rows)
  } finally {
    for (const stream of streams) stream.destroy()
    await site.stop()
  }
}

function openStream(
  address: string,
  { league, token }: { league: string; token: string },
): Promise<ClientRequest> {
  return new Promise((resolve, reject) => {
    const request = get(
      `${address}/api/league/${encodeURIComponent(league)}/events/`,
      { headers: { cookie: `sessionid=${token}` }, agent: false },
      (response) => {
        if (response.statusCode !== 200)
          return reject(new Error(`an event stream returned ${response.statusCode}`))
        response.on('error', () => undefined).resume()
        resolve(request)
      },
    )
    request.on('error', reject)
  })
}

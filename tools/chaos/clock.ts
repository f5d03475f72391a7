import { mkdirSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { findFreePort, startCluster } from '../../scripts/test/postgres.ts'
import { createLeague } from './league.ts'
import { startLoad } from './load.ts'
import type { ExperimentResult, Outcome } from './outcome.ts'
import { LEAGUE_NAME, type Server, type ServerOptions, startProvider, startServer } from './server.ts'

const FAULT = 'clock jumps a day ahead, then two back'
const ENGINE = 'PostgreSQL'
const DAY_MS = 24 * 60 * 60 * 1000
const CLOCK_MODULE = pathToFileURL(join(import.meta.dirname, 'shifted-clock.ts')).href

/**
 * Changes the clock under load: a day ahead, then two days back. A process is killed in the middle of a
 * refresh while its clock is wrong. Its lease must expire soon on the correct clock.
 */
export async function clockExperiment(folder: string): Promise<ExperimentResult[]> {
  const cluster = await startCluster()
  if ('reason' in cluster) return [{ fault: FAULT, engine: ENGINE, blocked: cluster.reason }]
  const provider = await startProvider()
  const clockFile = join(folder, 'clock')
  setClock(clockFile, 0)
  const data = join(folder, 'data')
  mkdirSync(data)
  const env = { DATABASE_URL: cluster.url, ESPN_BASE_URL: provider.address, CHAOS_CLOCK_FILE: clockFile }
  const options = { folder: data, port: await findFreePort(), env, preload: CLOCK_MODULE }
  const running: { server: Server } = { server: await startServer(options) }
  try {
    return [
      await runClockJumps({ running, options, provider: provider.address, clockFile, sql: cluster.psql }),
    ]
  } finally {
    await running.server.child.stop()
    await provider.child.stop()
    await cluster.stop()
  }
}

async function runClockJumps({
  running,
  options,
  provider,
  clockFile,
  sql,
}: {
  running: { server: Server }
  options: ServerOptions
  provider: string
  clockFile: string
  sql: (text: string) => Promise<string>
}): Promise<Outcome> {
  const league = await createLeague(running.server.address, { espnLeagueId: 4_242_001 })
  const problems: string[] = []
  const load = startLoad(league)
  await sleep(2000)
  setClock(clockFile, DAY_MS)
  await sleep(3000)
  await fetch(`${provider}/__faults`, { method: 'PUT', body: JSON.stringify({ path: '/', hang: true }) })
  const refreshRequest = league.admin.request('POST', '/api/refresh-espn/', { name: LEAGUE_NAME })
  const heldLeases =
    "select count(*) from jobs where kind = 'refresh' and lease_until is not null and ended_at is null"
  if (!(await pollUntilTrue(async () => (await sql(heldLeases)) === '1')))
    problems.push('the refresh did not start')
  if (load.stats.connectionLost > 0)
    problems.push(`${load.stats.connectionLost} requests lost their connection while the clock was ahead`)
  await running.server.child.kill()
  await refreshRequest
  await fetch(`${provider}/__faults`, { method: 'DELETE' })
  setClock(clockFile, -DAY_MS)
  const started = performance.now()
  running.server = await startServer(options)
  const isDone = await pollUntilTrue(
    async () => (await sql("select count(*) from jobs where kind = 'refresh' and status = 'done'")) === '1',
  )
  const recoveryMs = isDone ? performance.now() - started : null
  await sleep(2000)
  await load.stop()
  const accounts = await Promise.all(league.writers.map((writer) => writer.get('/api/whoami/')))
  if (accounts.some(({ username }, index) => username !== league.writers[index]?.name)) {
    problems.push('a session was lost when the clock changed')
  }
  const tooLate = Date.now() + 60_000
  const lateJobs = await sql(
    `select kind from jobs where unique_key = kind and (run_at > ${tooLate} or lease_until > ${tooLate})`,
  )
  if (lateJobs !== '')
    problems.push(`jobs are scheduled by the wrong clock: ${lateJobs.replaceAll('\n', ', ')}`)
  return { fault: FAULT, engine: ENGINE, ...(await load.outcome(problems)), recoveryMs }
}

function setClock(file: string, ms: number) {
  writeFileSync(`${file}.new`, String(ms))
  renameSync(`${file}.new`, file)
}

async function pollUntilTrue(condition: () => Promise<boolean>) {
  for (let attempt = 0; attempt < 200; attempt += 1) {
    if (await condition()) return true
    await sleep(200)
  }
  return false
}

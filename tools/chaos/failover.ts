import { get } from 'node:http'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Cluster, startCluster } from '../../scripts/test/postgres.ts'
import { createLeague, LEAGUE_PATH, startLoad, waitUntil } from './load.ts'
import type { ExperimentResult, Outcome } from './outcome.ts'
import { findProgram, startHaproxy, startNginx, startPgbouncer } from './proxies.ts'
import { type Server, startServer } from './server.ts'

const FAULT = 'primary killed, standby promoted'
const ENGINE = 'PostgreSQL, PgBouncer'

/** The longest time from the end of the primary to the first write at its successor. */
const MAX_RECOVERY_MS = 10_000
const LOAD_MS = 15_000
/** Acknowledgments of the old primary may arrive for this long after its end. */
const IN_FLIGHT_MS = 200

type JobRunners = {
  servers: Server[]
  sql: (text: string) => Promise<string>
  problems: string[]
}

type Site = {
  primary: Cluster
  standby: Cluster
  servers: Server[]
  proxy: string
}

/** A scheduled job that runs once a day, so that in this experiment only `triggerJobs` makes it due. */
const JOB_NAME = 'jobs-clean-up'
const JOB_COMPLETED_PATTERN = new RegExp(`^(?=.*"job":"${JOB_NAME}").*job completed`, 'gm')

/**
 * Three servers use a primary with a synchronous standby, through PgBouncer in transaction mode and HAProxy. The
 * primary is killed, and the standby promoted, as a cluster manager would do.
 */
export async function failoverExperiment(folder: string): Promise<ExperimentResult[]> {
  const cleanups: (() => Promise<void>)[] = []
  const blocked = (reason: string): ExperimentResult[] => [{ fault: FAULT, engine: ENGINE, blocked: reason }]
  try {
    const programs = [
      await findProgram('nginx', 'nginx', 'nginx-light'),
      await findProgram('haproxy', 'HAProxy'),
      await findProgram('pgbouncer', 'PgBouncer'),
    ]
    const missing = programs.find((each) => typeof each !== 'string')
    if (typeof missing === 'object') return blocked(missing.reason)
    const [nginx, haproxy, pgbouncer] = programs as string[]
    if (nginx === undefined || haproxy === undefined || pgbouncer === undefined)
      throw new Error('a program is missing')

    const primary = await startCluster()
    if ('reason' in primary) return blocked(primary.reason)
    cleanups.unshift(() => primary.stop())
    const standby = await startCluster({}, primary.url)
    if ('reason' in standby) return blocked(standby.reason)
    cleanups.unshift(() => standby.stop())
    await makeSynchronous(primary)

    const ports = [primary, standby].map(({ url }) => Number(new URL(url).port))
    const leader = await startHaproxy(haproxy, folder, ports)
    cleanups.unshift(() => leader.stop())
    const pool = await startPgbouncer(pgbouncer, folder, leader.port)
    if ('reason' in pool) return blocked(pool.reason)
    cleanups.unshift(() => pool.stop())

    const servers: Server[] = []
    cleanups.unshift(async () => void (await Promise.all(servers.map(({ child }) => child.stop()))))
    const env = {
      DATABASE_URL: `postgres://fieldhouse@127.0.0.1:${pool.port}/postgres?statement_cache_size=0`,
      MEDIA_URL: `file:${join(folder, 'media')}`,
      TRUST_PROXY: 'loopback',
      LOG_LEVEL: 'debug',
    }
    // One after the other, because the first one creates the tables.
    for (const number of [1, 2, 3])
      servers.push(await startServer({ folder: join(folder, `server-${number}`), env }))
    const proxy = await startNginx(
      nginx,
      folder,
      servers.map(({ address }) => Number(new URL(address).port)),
    )
    cleanups.unshift(() => proxy.stop())
    return [await failOver({ primary, standby, servers, proxy: proxy.address })]
  } finally {
    for (const cleanup of cleanups) await cleanup()
  }
}

/** From now on, a commit is acknowledged when the standby has stored it, too. */
async function makeSynchronous(primary: Cluster) {
  await primary.psql("alter system set synchronous_standby_names = '*'")
  await primary.psql('select pg_reload_conf()')
  for (let attempt = 0; attempt < 100; attempt += 1) {
    if ((await primary.psql('select sync_state from pg_stat_replication')) === 'sync') return
    await sleep(100)
  }
  throw new Error('the standby did not become synchronous')
}

async function failOver({ primary, standby, servers, proxy }: Site): Promise<Outcome> {
  const problems: string[] = []
  let current = primary
  const sql = (text: string) => current.psql(text)
  const league = await createLeague(proxy)
  const events = await watchEvents(proxy, league.admin.cookie(), sql)
  const jobs = triggerJobs({ sql, servers, problems })
  const load = startLoad(league, { pauseMs: 50, allowedWriteStatuses: [502, 504] })
  await sleep(LOAD_MS)

  const acknowledgedBefore = load.stats.acknowledged
  await primary.crash()
  const crashedAt = performance.now()
  current = standby
  const isPromoted = standby.psql('select pg_promote()')
  await sleep(IN_FLIGHT_MS)
  const hasRecovered = (await load.waitForRecovery()) !== null
  const recoveryMs = hasRecovered ? performance.now() - crashedAt : null
  if ((await isPromoted) !== 't') problems.push('the standby was not promoted')
  await sleep(LOAD_MS)
  await load.stop()
  await jobs.stop()

  if (recoveryMs !== null && recoveryMs > MAX_RECOVERY_MS)
    problems.push(`the first write succeeded after ${Math.round(recoveryMs)} ms`)
  if (servers.some(({ child }) => child.hasExited())) problems.push('a server exited')
  const watched = await events.stop()
  problems.push(...watched.problems)
  const notes = [
    `${acknowledgedBefore} writes were acknowledged by the primary and ${load.stats.acknowledged - acknowledgedBefore} after its end; ${watched.note}; ${jobs.describe()}`,
  ]
  return {
    fault: FAULT,
    engine: ENGINE,
    ...(await load.outcome(problems)),
    recoveryMs,
    notes,
  }
}

/** Makes a scheduled job due repeatedly, and counts how often any process has run it. */
function triggerJobs({ sql, servers, problems }: JobRunners) {
  const aborter = new AbortController()
  let dueCount = 0
  const now = '(extract(epoch from now()) * 1000)'
  const triggerLoop = (async () => {
    while (!aborter.signal.aborted) {
      const isIdle = `unique_key = '${JOB_NAME}' and run_at > ${now} and lease_until is null`
      if ((await sql(`update jobs set run_at = 1 where ${isIdle} returning 1`)) === '1') dueCount += 1
      await sleep(500)
    }
  })()
  const countSettled = () =>
    sql(`select count(*) from jobs where unique_key = '${JOB_NAME}' and run_at > ${now}`)
  const runCount = () =>
    servers.reduce((sum, { child }) => sum + child.countMatches(JOB_COMPLETED_PATTERN), 0)
  return {
    async stop() {
      aborter.abort()
      await triggerLoop
      for (let attempt = 0; attempt < 40 && (await countSettled()) === '0'; attempt += 1) await sleep(500)
      // The primary may be killed in the middle of the job.
      if (runCount() > dueCount || runCount() < dueCount - 1)
        problems.push(`a job was due ${dueCount} times and ran ${runCount()} times`)
    },
    describe: () => `a scheduled job was due ${dueCount} times and ran ${runCount()} times`,
  }
}

/** Shorter than the delay of a browser, so that there are more reconnections. */
const RECONNECT_DELAY_MS = 300

/** Three readers of the events of a league, which have to see all events that are stored from now on. */
async function watchEvents(address: string, cookie: string, sql: (text: string) => Promise<string>) {
  const readers = [1, 2, 3].map(() => readEvents(address, cookie))
  await sleep(1000)
  const lastEventId = await sql('select coalesce(max(id), 0) from league_events')
  return {
    async stop() {
      const stored = await sql(`select id from league_events where id > ${lastEventId} order by id`)
      const ids = stored.split('\n').flatMap((each) => (each === '' ? [] : [Number(each)]))
      const hasSeenAll = () => readers.every(({ seen }) => ids.every((id) => seen.has(id)))
      await waitUntil(hasSeenAll, 15_000).catch(() => undefined)
      for (const reader of readers) await reader.stop()
      const missed = readers.map(({ seen }) => ids.filter((id) => !seen.has(id)).length)
      const reconnections = readers.reduce((sum, reader) => sum + reader.reconnections(), 0)
      return {
        problems: [
          ...(hasSeenAll() ? [] : [`readers missed ${missed.join(', ')} of ${ids.length} events`]),
          ...(ids.length === 0 ? ['no events were sent'] : []),
        ],
        note: `${readers.length} readers with ${ids.length} events each and ${reconnections} reconnections in total`,
      }
    },
  }
}

/** Reads the event stream like a browser: whenever the stream ends, it reconnects with the last event id. */
function readEvents(address: string, cookie: string) {
  const aborter = new AbortController()
  const seen = new Set<number>()
  let lastId: number | null = null
  let reconnections = 0

  async function readUntilStopped() {
    while (!aborter.signal.aborted) {
      await readOnce()
      reconnections += 1
      if (!aborter.signal.aborted) await sleep(RECONNECT_DELAY_MS)
    }
  }

  /** @returns resolves when the stream ends for any reason */
  function readOnce(): Promise<void> {
    return new Promise((resolve) => {
      const headers = { cookie, ...(lastId === null ? {} : { 'last-event-id': String(lastId) }) }
      const request = get(`${address}${LEAGUE_PATH}/events/`, {
        agent: false,
        headers,
        signal: aborter.signal,
      })
      request.once('close', resolve)
      request.on('error', () => undefined)
      request.once('response', (response) => {
        let buffer = ''
        response.on('error', () => undefined)
        response.setEncoding('utf8').on('data', (chunk) => {
          buffer += chunk
          const blocks = buffer.split('\n\n')
          buffer = blocks.pop() ?? ''
          for (const block of blocks) recordEvent(block)
        })
      })
    })
  }

  function recordEvent(block: string) {
    const id = /^id: (\d+)$/m.exec(block)?.[1]
    if (id === undefined) return
    seen.add(Number(id))
    lastId = Number(id)
  }

  const reader = readUntilStopped()
  return {
    seen,
    reconnections: () => reconnections,
    async stop() {
      aborter.abort()
      await reader
    },
  }
}

import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { findFreePort, startCluster } from '../../scripts/test/postgres.ts'
import { createClient } from '../bench/client.ts'
import { findProgram } from './database-proxies.ts'
import { watchEvents } from './event-reader.ts'
import { createLeague, type League, passwordOf, SOCIAL_PATH } from './league.ts'
import { startLoad } from './load.ts'
import { startNginx } from './nginx.ts'
import { createImageForm, startObjectStorage, storageSettings } from './object-storage.ts'
import type { ExperimentResult, Outcome } from './outcome.ts'
import {
  LEAGUE_NAME,
  type Server,
  type ServerOptions,
  startProvider,
  startServer,
  startThreeServers,
} from './server.ts'

type JobRunners = {
  servers: Server[]
  sql: (text: string) => Promise<string>
  problems: string[]
}

type ServerGroup = JobRunners & {
  folder: string
  options: ServerOptions[]
  proxy: string
}

const KILLS = 6
const KILL_INTERVAL_MS = 10_000
const FAULT = `three processes behind nginx, one killed every ${KILL_INTERVAL_MS / 1000} s`
const ENGINE = 'PostgreSQL'

/** A scheduled job that runs once a day, so that in this experiment only `triggerJobs` makes it due. */
const JOB_NAME = 'jobs-clean-up'
const JOB_COMPLETED_PATTERN = new RegExp(`^(?=.*"job":"${JOB_NAME}").*job completed`, 'gm')

export async function multipleServersExperiment(folder: string): Promise<ExperimentResult[]> {
  const nginx = await findProgram('nginx', 'nginx', 'nginx-light')
  if (typeof nginx !== 'string') return [{ fault: FAULT, engine: ENGINE, blocked: nginx.reason }]
  const cluster = await startCluster()
  if ('reason' in cluster) return [{ fault: FAULT, engine: ENGINE, blocked: cluster.reason }]
  const cleanups: (() => Promise<void>)[] = [() => cluster.stop()]
  try {
    const storagePort = await findFreePort()
    const storage = await startObjectStorage(join(folder, 'objects'), storagePort)
    cleanups.unshift(() => storage.stop())
    const provider = await startProvider()
    cleanups.unshift(() => provider.child.stop())
    const env = {
      ...storageSettings(storagePort),
      DATABASE_URL: cluster.url,
      ESPN_BASE_URL: provider.address,
      TRUST_PROXY: 'loopback',
      LOG_LEVEL: 'debug',
    }
    const servers: Server[] = []
    cleanups.unshift(async () => void (await Promise.all(servers.map(({ child }) => child.stop()))))
    const options = await startThreeServers(folder, env, servers)
    const proxy = await startNginx(
      nginx,
      folder,
      options.map(({ port }) => port),
    )
    cleanups.unshift(() => proxy.stop())
    return [
      await killOneByOne({ folder, servers, options, proxy: proxy.address, sql: cluster.psql, problems: [] }),
    ]
  } finally {
    for (const cleanup of cleanups) await cleanup()
  }
}

async function killOneByOne(group: ServerGroup): Promise<Outcome> {
  const { proxy, sql, problems, servers, options } = group
  const league = await createLeague(proxy, { espnLeagueId: 4_242_001 })
  await checkSharedState(group, league)
  const events = await watchEvents(proxy, league.admin.cookie(), sql)
  const jobs = triggerJobs(group, KILLS)
  const refreshes = refreshRepeatedly(league)

  // The proxy responds with these when a process dies, because it cannot know whether the write was done.
  const load = startLoad(league, { pauseMs: 50, allowedWriteStatuses: [502, 504] })
  let slowestRestartMs = 0
  for (let kills = 0; kills < KILLS; kills += 1) {
    const interval = sleep(KILL_INTERVAL_MS)
    const index = kills % servers.length
    const [server, option] = [servers[index], options[index]]
    if (server === undefined || option === undefined) throw new Error(`server ${index} does not exist`)
    jobs.saveCount(server)
    await server.child.kill()
    const killedAt = performance.now()
    servers[index] = await startServer(option)
    slowestRestartMs = Math.max(slowestRestartMs, performance.now() - killedAt)
    await interval
  }
  await load.stop()
  await refreshes.stop()
  await jobs.stop()

  const watched = await events.stop()
  problems.push(...watched.problems)
  if (load.failedReads() > 0)
    problems.push(`${load.failedReads()} reads failed, although the proxy can retry them`)
  const completedSteps = Number(
    await sql("select count(*) from league_events where name = 'refresh' and data like '%\"done\"%'"),
  )
  const notes = [
    `${watched.note}; ${jobs.describe()}; ${refreshes.describe()}, and ${completedSteps} completed steps were announced as events`,
  ]
  return {
    fault: FAULT,
    engine: ENGINE,
    ...(await load.outcome(problems)),
    recoveryMs: slowestRestartMs,
    notes,
  }
}

async function checkSharedState({ servers, problems }: ServerGroup, { admin }: League) {
  const [first, ...others] = servers.map(({ address }) => address)
  if (first === undefined) throw new Error('no server is running')
  const client = createClient(first, 'commissioner')
  await client.post('/api/login/', {
    username: 'commissioner',
    password: passwordOf('commissioner'),
  })
  for (const address of others) {
    const { username } = await client.withAddress(address).get('/api/whoami/')
    if (username !== 'commissioner') problems.push('a session of one process is not valid at another')
  }
  const { items } = await admin.withAddress(first).post(`${SOCIAL_PATH}/media/`, createImageForm())
  for (const address of others) {
    const file = await admin.withAddress(address).request('GET', items[0].url)
    if (file.status !== 200 || file.body.length === 0)
      problems.push('an image uploaded to one process is not served by another')
  }
  const statuses = []
  for (let attempt = 0; attempt < 12; attempt += 1) {
    const address = servers[attempt % servers.length]?.address ?? first
    const stranger = createClient(address, 'stranger')
    statuses.push(
      (await stranger.request('POST', '/api/login/', { username: 'writer-8', password: 'wrong' })).status,
    )
  }
  if (statuses.filter((status) => status === 401).length !== 10 || statuses[10] !== 429) {
    problems.push(`twelve wrong passwords at three processes returned ${statuses.join(' ')}`)
  }
}

/**
 * Makes a scheduled job due repeatedly, and counts how often any process has run it.
 * @param faults how many runs may have been interrupted before they were logged
 */
export function triggerJobs({ sql, servers, problems }: JobRunners, faults: number) {
  const aborter = new AbortController()
  let dueCount = 0
  let runsOfKilledProcesses = 0
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
    servers.reduce(
      (sum, { child }) => sum + (child.hasExited() ? 0 : child.countMatches(JOB_COMPLETED_PATTERN)),
      runsOfKilledProcesses,
    )
  return {
    /** Must be called before a process is killed, because its output is lost afterward. */
    saveCount({ child }: Server) {
      runsOfKilledProcesses += child.countMatches(JOB_COMPLETED_PATTERN)
    },
    async stop() {
      aborter.abort()
      await triggerLoop
      for (let attempt = 0; attempt < 40 && (await countSettled()) === '0'; attempt += 1) await sleep(500)
      // A process may be killed in the middle of the job, or before it has logged its completion.
      if (runCount() > dueCount || runCount() < dueCount - faults)
        problems.push(`a job was due ${dueCount} times and ran ${runCount()} times`)
    },
    describe: () => `a scheduled job was due ${dueCount} times and ran ${runCount()} times`,
  }
}

function refreshRepeatedly({ admin }: League) {
  const aborter = new AbortController()
  let requested = 0
  let succeeded = 0
  const refreshLoop = (async () => {
    while (!aborter.signal.aborted) {
      requested += 1
      const response = await admin.request('POST', '/api/refresh-espn/', { name: LEAGUE_NAME })
      if (response.status === 200 && response.body.ok === true) succeeded += 1
      await sleep(2000)
    }
  })()
  return {
    async stop() {
      aborter.abort()
      await refreshLoop
    },
    describe: () => `${requested} refreshes were requested and ${succeeded} succeeded`,
  }
}

import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { findFreePort, startCluster } from '../postgres.mjs'
import { findPostgresBinaries } from '../postgres-binaries.mjs'
import { runCommand } from '../run-command.mjs'
import { createClient } from './client.mjs'
import { readEvents } from './event-reader.mjs'
import { createLeague, LEAGUE_PATH, passwordOf, SOCIAL_PATH } from './league.mjs'
import { readObservedState, sleep, startLoad, waitUntil } from './load.mjs'
import { findNginx, startNginx } from './nginx.mjs'
import { createImageForm, startObjectStorage, storageSettings } from './object-storage.mjs'
import { createRequestStats } from './request-stats.mjs'
import { LEAGUE_NAME, startProgram, startServer } from './server.mjs'
import { createWriteLog, findDuplicates, findLostWrites } from './write-log.mjs'

/**
 * @typedef {import('./league.mjs').League} League
 * @typedef {import('./server.mjs').Server} Server
 * @typedef {{ folder: string, servers: Server[], options: import('./server.mjs').ServerOptions[], proxy: string, sql: (text: string) => Promise<string>, faults: string[] }} ServerGroup
 */

const KILLS = 6
const KILL_INTERVAL_MS = 10_000
const FAULT = `three processes behind nginx, one killed every ${KILL_INTERVAL_MS / 1000} s`
const ENGINE = 'PostgreSQL'

/** A job of the schedule that is due once a day, so that nobody but the drill makes it due. */
const JOB_NAME = 'league-jobs-clean-up'
const JOB_DONE_PATTERN = new RegExp(`^(?=.*"job":"${JOB_NAME}").*a job is done`, 'gm')

/**
 * Three servers share one PostgreSQL and one object storage; people come through a proxy.
 * @type {import('./outcome.mjs').Experiment}
 */
export async function multipleServersExperiment(folder) {
  const nginx = await findNginx()
  if (typeof nginx !== 'string') return [{ fault: FAULT, engine: ENGINE, blocked: nginx.reason }]
  const cluster = await startCluster()
  if ('reason' in cluster) return [{ fault: FAULT, engine: ENGINE, blocked: cluster.reason }]
  /** @type {(() => Promise<void>)[]} */
  const ends = [() => cluster.stop()]
  try {
    const storagePort = await findFreePort()
    const storage = await startObjectStorage(join(folder, 'objects'), storagePort)
    ends.unshift(() => storage.stop())
    const provider = await startProgram('simulated', ['--past-seasons', '0'], /Simulated ESPN at (\S+),/)
    ends.unshift(() => provider.child.stop())
    const env = {
      ...storageSettings(storagePort),
      DATABASE_URL: cluster.url,
      ESPN_BASE_URL: provider.address,
      TRUST_PROXY: 'loopback',
      LOG_LEVEL: 'debug',
    }
    const options = [1, 2, 3].map((number) => ({ folder: join(folder, `server-${number}`), env, port: 0 }))
    for (const each of options) {
      mkdirSync(each.folder)
      each.port = await findFreePort()
    }
    // One after the other: the first one makes the tables.
    /** @type {Server[]} */
    const servers = []
    ends.unshift(async () => void (await Promise.all(servers.map(({ child }) => child.stop()))))
    for (const each of options) servers.push(await startServer(each))
    const proxy = await startNginx(
      nginx,
      folder,
      options.map(({ port }) => port),
    )
    ends.unshift(() => proxy.stop())
    const psql = join(findPostgresBinaries() ?? '', 'psql')
    const sql = async (/** @type {string} */ text) =>
      (await runCommand(psql, [cluster.url, '-Atqc', text])).output.trim()
    return [await killOneByOne({ folder, servers, options, proxy: proxy.address, sql, faults: [] })]
  } finally {
    for (const end of ends) await end()
  }
}

/**
 * @param {ServerGroup} site
 * @returns {Promise<import('./outcome.mjs').Outcome>}
 */
async function killOneByOne(site) {
  const { proxy, sql, faults, servers, options } = site
  const league = await createLeague(proxy, { espnLeagueId: 4_242_001 })
  await checkSharedState(site, league)
  const cookie = league.admin.cookie()
  const readers = [1, 2, 3].map(() => readEvents(proxy, cookie))
  await sleep(1000)
  const first = Number(await sql('select coalesce(max(id), 0) from league_events'))
  const jobs = triggerJobs(site)
  const refreshes = refreshRepeatedly(league)

  const count = createRequestStats()
  const ledger = createWriteLog()
  // Whether what was sent to a process that died was done, only that one knew: the proxy says so.
  const load = startLoad(league, {
    stats: count,
    writeLog: ledger,
    pauseMs: 50,
    allowedWriteStatuses: [502, 504],
  })
  let slowestStart = 0
  for (let kills = 0; kills < KILLS; kills += 1) {
    const next = sleep(KILL_INTERVAL_MS)
    const index = kills % servers.length
    const [server, option] = [servers[index], options[index]]
    if (server === undefined || option === undefined) throw new Error('there are not three servers')
    jobs.saveCount(server)
    await server.child.kill()
    const killed = performance.now()
    servers[index] = await startServer(option)
    slowestStart = Math.max(slowestStart, performance.now() - killed)
    await next
  }
  await load.stop()
  await refreshes.stop()
  await jobs.stop()

  const stored = (await sql(`select id from league_events where id > ${first} order by id`)).split('\n')
  const ids = stored.filter((each) => each !== '').map(Number)
  const isToldAll = () => readers.every(({ seen }) => ids.every((id) => seen.has(id)))
  await waitUntil(isToldAll, 15_000).catch(() => undefined)
  for (const reader of readers) await reader.stop()
  const missed = readers.map(({ seen }) => ids.filter((id) => !seen.has(id)).length)
  if (missed.some((each) => each > 0))
    faults.push(`readers missed ${missed.join(', ')} of ${ids.length} events`)
  if (ids.length === 0) faults.push('there were no events')

  if (load.failedReads() > 0)
    faults.push(`${load.failedReads()} reads failed, which the proxy may send again`)
  const done = Number(
    await sql("select count(*) from league_events where name = 'refresh' and data like '%\"done\"%'"),
  )
  const found = await readObservedState(league)
  faults.push(...findDuplicates(found).map((each) => `there twice: ${each}`))
  const returns = readers.reduce((all, reader) => all + reader.returns(), 0)
  const notes = [
    `${ids.length} events for each of ${readers.length} readers, who came back ${returns} times; ${jobs.describe()}; ${refreshes.describe()}, of which ${done} steps were told as done`,
  ]
  return {
    fault: FAULT,
    engine: ENGINE,
    stats: count,
    lost: findLostWrites(ledger, found),
    recoveryMs: slowestStart,
    problems: faults,
    notes,
  }
}

/**
 * Signs in at one and is known at the others, counts tries at all of them together, reads at one what was
 * uploaded to another.
 * @param {ServerGroup} site
 * @param {League} league
 */
async function checkSharedState({ servers, faults }, { admin }) {
  const [first, ...others] = servers.map(({ address }) => address)
  if (first === undefined) throw new Error('there is no server')
  const visitor = createClient(first, 'boss')
  await visitor.requestOrThrow('POST', '/api/login/', { username: 'boss', password: passwordOf('boss') })
  for (const address of others) {
    const { username } = await visitor.withAddress(address).requestOrThrow('GET', '/api/whoami/')
    if (username !== 'boss') faults.push('who has signed in at one process is not known at another')
  }
  const { items } = await admin
    .withAddress(first)
    .requestOrThrow('POST', `${SOCIAL_PATH}/media/`, createImageForm())
  for (const address of others) {
    const file = await admin.withAddress(address).request('GET', items[0].url)
    if (file.status !== 200 || file.body.length === 0)
      faults.push('a picture is not there at another process')
  }
  const tries = []
  for (let tried = 0; tried < 12; tried += 1) {
    const address = servers[tried % servers.length]?.address ?? first
    const stranger = createClient(address, 'stranger')
    tries.push(
      (await stranger.request('POST', '/api/login/', { username: 'writer-8', password: 'wrong' })).status,
    )
  }
  if (tries.filter((status) => status === 401).length !== 10 || tries[10] !== 429) {
    faults.push(`twelve wrong passwords at three processes answered ${tries.join(' ')}`)
  }
}

/**
 * Makes a scheduled job due again and again, and counts how often any process has done it.
 * @param {ServerGroup} site
 */
function triggerJobs({ sql, servers, faults }) {
  const over = new AbortController()
  let asked = 0
  let doneByTheDead = 0
  const now = '(extract(epoch from now()) * 1000)'
  const pushing = (async () => {
    while (!over.signal.aborted) {
      const free = `name = '${JOB_NAME}' and due_at > ${now} and lease_until is null`
      if ((await sql(`update scheduled_jobs set due_at = 1 where ${free} returning 1`)) === '1') asked += 1
      await sleep(500)
    }
  })()
  const isSettled = () =>
    sql(`select count(*) from scheduled_jobs where name = '${JOB_NAME}' and due_at > ${now}`)
  const done = () =>
    servers.reduce(
      (all, { child }) => all + (child.hasExited() ? 0 : child.countMatches(JOB_DONE_PATTERN)),
      doneByTheDead,
    )
  return {
    /** What a process has told is read before it is killed. @param {Server} server */
    saveCount({ child }) {
      doneByTheDead += child.countMatches(JOB_DONE_PATTERN)
    },
    async stop() {
      over.abort()
      await pushing
      for (let tried = 0; tried < 40 && (await isSettled()) === '0'; tried += 1) await sleep(500)
      // A process may be killed in the middle of the job, or before it has said that it is done.
      if (done() > asked || done() < asked - KILLS)
        faults.push(`a job was due ${asked} times and done ${done()} times`)
    },
    describe: () => `a scheduled job was due ${asked} times and done ${done()} times`,
  }
}

/** @param {League} league */
function refreshRepeatedly({ admin }) {
  const over = new AbortController()
  let asked = 0
  let answered = 0
  const asking = (async () => {
    while (!over.signal.aborted) {
      asked += 1
      const answer = await admin.request('POST', '/api/refresh-espn/', { name: LEAGUE_NAME })
      if (answer.status === 200 && answer.body.ok === true) answered += 1
      await sleep(2000)
    }
  })()
  return {
    async stop() {
      over.abort()
      await asking
    },
    describe: () => `${asked} refreshes were asked for at ${LEAGUE_PATH} and ${answered} answered`,
  }
}

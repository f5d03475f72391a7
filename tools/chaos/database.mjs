import { startCluster } from '../../scripts/postgres.mjs'
import { createClient } from './client.mjs'
import { createLeague } from './league.mjs'
import { readObservedState, sleep, startLoad } from './load.mjs'
import { createRequestStats } from './request-stats.mjs'
import { startServer } from './server.mjs'
import { createWriteLog, findLostWrites } from './write-log.mjs'

const OUTAGE_MS = 10_000
/** Longer than the server waits for a statement before it checks whether the database responds at all. */
const FREEZE_MS = 20_000

/**
 * @typedef {object} Outage
 * @property {string} fault
 * @property {number} ms
 * @property {(cluster: import('../../scripts/postgres.mjs').Cluster) => void | Promise<void>} begin
 * @property {(cluster: import('../../scripts/postgres.mjs').Cluster) => void | Promise<void>} end
 */

/** @type {readonly Outage[]} */
const OUTAGES = [
  {
    fault: 'database down for 10 s',
    ms: OUTAGE_MS,
    begin: (cluster) => cluster.crash(),
    end: (cluster) => cluster.ensureRunning(),
  },
  {
    fault: 'database unresponsive for 20 s',
    ms: FREEZE_MS,
    begin: (cluster) => cluster.freeze(),
    end: (cluster) => cluster.thaw(),
  },
]

/**
 * PostgreSQL crashes under load and is back after ten seconds. In a second run it stays up but does not
 * respond. SQLite is a file that the process itself opens, so it cannot become unreachable.
 * @type {import('./outcome.mjs').Experiment}
 */
export async function databaseExperiment(folder) {
  const outcomes = []
  for (const outage of OUTAGES) outcomes.push(await runOutage(folder, outage))
  return outcomes
}

/**
 * @param {string} folder
 * @param {Outage} outage
 * @returns {Promise<import('./outcome.mjs').ExperimentResult>}
 */
async function runOutage(folder, outage) {
  const cluster = await startCluster()
  if ('reason' in cluster) return { fault: outage.fault, engine: 'PostgreSQL', blocked: cluster.reason }
  const server = await startServer({ folder, env: { DATABASE_URL: cluster.url } })
  try {
    return await measureOutage(cluster, server, outage)
  } finally {
    await server.child.stop()
    await cluster.stop()
  }
}

/**
 * @param {import('../../scripts/postgres.mjs').Cluster} cluster
 * @param {import('./server.mjs').Server} server
 * @param {Outage} outage
 */
async function measureOutage(cluster, { address, child }, { fault, ms, begin, end }) {
  const league = await createLeague(address)
  const stats = createRequestStats()
  const writeLog = createWriteLog()
  /** @type {string[]} */
  const problems = []
  const load = startLoad(league, { stats, writeLog })
  await sleep(3000)
  await begin(cluster)
  const acknowledgedBefore = stats.acknowledged
  const healthCheck = watchHealth(address, problems)
  await sleep(ms)
  await healthCheck.stop()
  if (stats.rejected === 0) problems.push('no request was rejected during the outage')
  await end(cluster)
  const recoveryMs = await load.waitForRecovery()
  await sleep(3000)
  await load.stop()
  if (stats.acknowledged <= acknowledgedBefore)
    problems.push('no write was acknowledged after the database was back')
  if (child.hasExited()) problems.push('the server exited')
  await expectStatus(createClient(address, 'probe'), '/readyz', 200, problems)
  const lost = findLostWrites(writeLog, await readObservedState(league))
  return { fault, engine: 'PostgreSQL', stats, lost, recoveryMs, problems }
}

/**
 * Checks repeatedly during the outage that the process reports itself as alive but not ready.
 * @param {string} address
 * @param {string[]} problems
 */
function watchHealth(address, problems) {
  const probe = createClient(address, 'probe')
  const aborter = new AbortController()
  const checks = (async () => {
    while (!aborter.signal.aborted) {
      await expectStatus(probe, '/healthz', 200, problems)
      await expectStatus(probe, '/readyz', 503, problems)
      await sleep(500)
    }
  })()
  return {
    async stop() {
      aborter.abort()
      await checks
    },
  }
}

/**
 * @param {import('./client.mjs').Client} client
 * @param {string} path
 * @param {number} status
 * @param {string[]} problems
 */
async function expectStatus(client, path, status, problems) {
  const response = await client.request('GET', path)
  if (response.status !== status) problems.push(`${path} returned ${response.status} instead of ${status}`)
}

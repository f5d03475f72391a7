import { startCluster } from '../postgres.mjs'
import { createClient } from './client.mjs'
import { createLeague } from './league.mjs'
import { readObservedState, sleep, startLoad } from './load.mjs'
import { createRequestStats } from './request-stats.mjs'
import { startServer } from './server.mjs'
import { createWriteLog, findLostWrites } from './write-log.mjs'

const OUTAGE_MS = 10_000
/** Longer than the server waits for a statement before it asks whether anybody is there. */
const FREEZE_MS = 20_000

/**
 * @typedef {object} Outage
 * @property {string} fault
 * @property {number} ms
 * @property {(cluster: import('../postgres.mjs').Cluster) => void | Promise<void>} begin
 * @property {(cluster: import('../postgres.mjs').Cluster) => void | Promise<void>} end
 */

/** @type {readonly Outage[]} */
const OUTAGES = [
  {
    fault: 'database gone for 10 s',
    ms: OUTAGE_MS,
    begin: (cluster) => cluster.crash(),
    end: (cluster) => cluster.ensureRunning(),
  },
  {
    fault: 'database silent for 20 s',
    ms: FREEZE_MS,
    begin: (cluster) => cluster.freeze(),
    end: (cluster) => cluster.thaw(),
  },
]

/**
 * PostgreSQL ends at once, as in a crash, while people write, and is there again after ten seconds; then it
 * is there and says nothing. The embedded database is a file of the process itself and cannot be gone.
 * @type {import('./outcome.mjs').Experiment}
 */
export async function databaseExperiment(folder) {
  const outcomes = []
  for (const absence of OUTAGES) outcomes.push(await runOutage(folder, absence))
  return outcomes
}

/**
 * @param {string} folder
 * @param {Outage} absence
 * @returns {Promise<import('./outcome.mjs').ExperimentResult>}
 */
async function runOutage(folder, absence) {
  const cluster = await startCluster()
  if ('reason' in cluster) return { fault: absence.fault, engine: 'PostgreSQL', blocked: cluster.reason }
  const server = await startServer({ folder, env: { DATABASE_URL: cluster.url } })
  try {
    return await measureOutage(cluster, server, absence)
  } finally {
    await server.child.stop()
    await cluster.stop()
  }
}

/**
 * @param {import('../postgres.mjs').Cluster} cluster
 * @param {import('./server.mjs').Server} server
 * @param {Outage} absence
 */
async function measureOutage(cluster, { address, child }, { fault, ms, begin, end }) {
  const league = await createLeague(address)
  const count = createRequestStats()
  const ledger = createWriteLog()
  /** @type {string[]} */
  const faults = []
  const load = startLoad(league, { stats: count, writeLog: ledger })
  await sleep(3000)
  await begin(cluster)
  const before = count.acknowledged
  const watch = watchHealth(address, faults)
  await sleep(ms)
  await watch.stop()
  if (count.rejected === 0) faults.push('nobody was refused meanwhile')
  await end(cluster)
  const recoveryMs = await load.waitForRecovery()
  await sleep(3000)
  await load.stop()
  if (count.acknowledged <= before) faults.push('nothing was written after the database came back')
  if (child.hasExited()) faults.push('the server has ended')
  await expectStatus(createClient(address, 'nobody'), '/readyz', 200, faults)
  const lost = findLostWrites(ledger, await readObservedState(league))
  return { fault, engine: 'PostgreSQL', stats: count, lost, recoveryMs, problems: faults }
}

/**
 * Asks again and again meanwhile whether the process says that it lives, and that it is not ready.
 * @param {string} address
 * @param {string[]} faults
 */
function watchHealth(address, faults) {
  const probe = createClient(address, 'probe')
  const over = new AbortController()
  const watching = (async () => {
    while (!over.signal.aborted) {
      await expectStatus(probe, '/healthz', 200, faults)
      await expectStatus(probe, '/readyz', 503, faults)
      await sleep(500)
    }
  })()
  return {
    async stop() {
      over.abort()
      await watching
    },
  }
}

/**
 * @param {import('./client.mjs').Client} person
 * @param {string} path
 * @param {number} status
 * @param {string[]} faults
 */
async function expectStatus(person, path, status, faults) {
  const answer = await person.request('GET', path)
  if (answer.status !== status) faults.push(`${path} answered ${answer.status} in place of ${status}`)
}

import { startCluster } from '../postgres.mjs'
import { newCount } from './count.mjs'
import { aLeagueAt } from './league.mjs'
import { lostOf, newLedger } from './ledger.mjs'
import { foundIn, rest, startLoad } from './load.mjs'
import { personAt } from './person.mjs'
import { startServer } from './server.mjs'

const AWAY_MS = 10_000
/** Longer than the server waits for a statement before it asks whether anybody is there. */
const SILENT_MS = 20_000

/**
 * @typedef {object} Absence
 * @property {string} fault
 * @property {number} ms
 * @property {(cluster: import('../postgres.mjs').Cluster) => void | Promise<void>} begin
 * @property {(cluster: import('../postgres.mjs').Cluster) => void | Promise<void>} end
 */

/** @type {readonly Absence[]} */
const ABSENCES = [
  {
    fault: 'database gone for 10 s',
    ms: AWAY_MS,
    begin: (cluster) => cluster.halt(),
    end: (cluster) => cluster.resume(),
  },
  {
    fault: 'database silent for 20 s',
    ms: SILENT_MS,
    begin: (cluster) => cluster.freeze(),
    end: (cluster) => cluster.thaw(),
  },
]

/**
 * PostgreSQL ends at once, as in a crash, while people write, and is there again after ten seconds; then it
 * is there and says nothing. The embedded database is a file of the process itself and cannot be gone.
 * @type {import('./outcome.mjs').Drill}
 */
export async function drillDatabase(folder) {
  const outcomes = []
  for (const absence of ABSENCES) outcomes.push(await drillAbsence(folder, absence))
  return outcomes
}

/**
 * @param {string} folder
 * @param {Absence} absence
 * @returns {Promise<import('./outcome.mjs').Ending>}
 */
async function drillAbsence(folder, absence) {
  const cluster = await startCluster()
  if ('reason' in cluster) return { fault: absence.fault, engine: 'PostgreSQL', blocked: cluster.reason }
  const server = await startServer({ folder, env: { DATABASE_URL: cluster.url } })
  try {
    return await loseDatabase(cluster, server, absence)
  } finally {
    await server.child.stop()
    await cluster.stop()
  }
}

/**
 * @param {import('../postgres.mjs').Cluster} cluster
 * @param {import('./server.mjs').Server} server
 * @param {Absence} absence
 */
async function loseDatabase(cluster, { address, child }, { fault, ms, begin, end }) {
  const league = await aLeagueAt(address)
  const count = newCount()
  const ledger = newLedger()
  /** @type {string[]} */
  const faults = []
  const load = startLoad(league, { count, ledger })
  await rest(3000)
  await begin(cluster)
  const before = count.acknowledged
  const watch = watchHealth(address, faults)
  await rest(ms)
  await watch.stop()
  if (count.refused === 0) faults.push('nobody was refused meanwhile')
  await end(cluster)
  const recoveryMs = await load.recovery()
  await rest(3000)
  await load.stop()
  if (count.acknowledged <= before) faults.push('nothing was written after the database came back')
  if (child.hasEnded()) faults.push('the server has ended')
  await expectStatus(personAt(address, 'nobody'), '/readyz', 200, faults)
  const lost = lostOf(ledger, await foundIn(league))
  return { fault, engine: 'PostgreSQL', count, lost, recoveryMs, faults }
}

/**
 * Asks again and again meanwhile whether the process says that it lives, and that it is not ready.
 * @param {string} address
 * @param {string[]} faults
 */
function watchHealth(address, faults) {
  const probe = personAt(address, 'probe')
  const over = new AbortController()
  const watching = (async () => {
    while (!over.signal.aborted) {
      await expectStatus(probe, '/healthz', 200, faults)
      await expectStatus(probe, '/readyz', 503, faults)
      await rest(500)
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
 * @param {import('./person.mjs').Person} person
 * @param {string} path
 * @param {number} status
 * @param {string[]} faults
 */
async function expectStatus(person, path, status, faults) {
  const answer = await person.ask('GET', path)
  if (answer.status !== status) faults.push(`${path} answered ${answer.status} in place of ${status}`)
}

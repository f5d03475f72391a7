import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { findFreePort, startCluster } from '../postgres.mjs'
import { createLeague } from './league.mjs'
import { readObservedState, sleep, startLoad, waitUntil } from './load.mjs'
import { createRequestStats } from './request-stats.mjs'
import { startServer } from './server.mjs'
import { createWriteLog, findDuplicates, findLostWrites } from './write-log.mjs'

/** So many are acknowledged before the next kill. */
const WRITES_PER_KILL = 8
const describeFault = (/** @type {number} */ kills) => `kill -9 under load, ${kills} times`

/**
 * The process is killed in the middle of writes, again and again, on both engines at once, and started
 * again on the same data.
 * @type {import('./outcome.mjs').Experiment}
 */
export async function killExperiment(folder, { kills }) {
  return Promise.all([
    killRepeatedly('SQLite', join(folder, 'sqlite'), {}, kills),
    killOnPostgres(join(folder, 'postgres'), kills),
  ])
}

/**
 * @param {string} folder
 * @param {number} kills
 */
async function killOnPostgres(folder, kills) {
  const cluster = await startCluster()
  if ('reason' in cluster)
    return { fault: describeFault(kills), engine: 'PostgreSQL', blocked: cluster.reason }
  try {
    return await killRepeatedly('PostgreSQL', folder, { DATABASE_URL: cluster.url }, kills)
  } finally {
    await cluster.stop()
  }
}

/**
 * @param {string} engine
 * @param {string} folder
 * @param {Record<string, string>} env
 * @param {number} times
 * @returns {Promise<import('./outcome.mjs').Outcome>}
 */
async function killRepeatedly(engine, folder, env, times) {
  mkdirSync(folder)
  const options = { folder, env, port: await findFreePort() }
  let server = await startServer(options)
  const league = await createLeague(server.address)
  const count = createRequestStats()
  const ledger = createWriteLog()
  const load = startLoad(league, { stats: count, writeLog: ledger })
  /** @type {number[]} */
  const recoveries = []
  try {
    for (let kills = 0; kills < times; kills += 1) {
      await waitUntil(() => count.acknowledged >= (kills + 1) * WRITES_PER_KILL)
      // Somewhere in the middle of what the others do.
      await sleep(Math.random() * 200)
      await server.child.kill()
      const killed = performance.now()
      server = await startServer(options)
      if ((await load.waitForRecovery()) === null) break
      recoveries.push(performance.now() - killed)
    }
    await load.stop()
    const found = await readObservedState(league)
    const faults = findDuplicates(found).map((each) => `there twice: ${each}`)
    if (recoveries.length < times)
      faults.push(`only ${recoveries.length} of ${times} starts were followed by a write`)
    const recoveryMs = Math.max(...recoveries)
    return {
      fault: describeFault(times),
      engine,
      stats: count,
      lost: findLostWrites(ledger, found),
      recoveryMs,
      problems: faults,
    }
  } finally {
    await load.stop()
    await server.child.stop()
  }
}

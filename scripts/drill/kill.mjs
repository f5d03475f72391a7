import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { freePort, startCluster } from '../postgres.mjs'
import { newCount } from './count.mjs'
import { aLeagueAt } from './league.mjs'
import { doubledIn, lostOf, newLedger } from './ledger.mjs'
import { foundIn, rest, startLoad, until } from './load.mjs'
import { startServer } from './server.mjs'

/** So many are acknowledged before the next kill. */
const WRITES = 8
const faultOf = (/** @type {number} */ kills) => `kill -9 under load, ${kills} times`

/**
 * The process is killed in the middle of writes, again and again, on both engines at once, and started
 * again on the same data.
 * @type {import('./outcome.mjs').Drill}
 */
export async function drillKill(folder, { kills }) {
  return Promise.all([
    killOn('SQLite', join(folder, 'sqlite'), {}, kills),
    killOnPostgres(join(folder, 'postgres'), kills),
  ])
}

/**
 * @param {string} folder
 * @param {number} kills
 */
async function killOnPostgres(folder, kills) {
  const cluster = await startCluster()
  if ('reason' in cluster) return { fault: faultOf(kills), engine: 'PostgreSQL', blocked: cluster.reason }
  try {
    return await killOn('PostgreSQL', folder, { DATABASE_URL: cluster.url }, kills)
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
async function killOn(engine, folder, env, times) {
  mkdirSync(folder)
  const options = { folder, env, port: await freePort() }
  let server = await startServer(options)
  const league = await aLeagueAt(server.address)
  const count = newCount()
  const ledger = newLedger()
  const load = startLoad(league, { count, ledger })
  /** @type {number[]} */
  const recoveries = []
  try {
    for (let kills = 0; kills < times; kills += 1) {
      await until(() => count.acknowledged >= (kills + 1) * WRITES)
      // Somewhere in the middle of what the others do.
      await rest(Math.random() * 200)
      await server.child.kill()
      const killed = performance.now()
      server = await startServer(options)
      if ((await load.recovery()) === null) break
      recoveries.push(performance.now() - killed)
    }
    await load.stop()
    const found = await foundIn(league)
    const faults = doubledIn(found).map((each) => `there twice: ${each}`)
    if (recoveries.length < times)
      faults.push(`only ${recoveries.length} of ${times} starts were followed by a write`)
    const recoveryMs = Math.max(...recoveries)
    return { fault: faultOf(times), engine, count, lost: lostOf(ledger, found), recoveryMs, faults }
  } finally {
    await load.stop()
    await server.child.stop()
  }
}

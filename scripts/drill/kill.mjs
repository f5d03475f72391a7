import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { freePort, startCluster } from '../postgres.mjs'
import { newCount } from './count.mjs'
import { aLeagueAt } from './league.mjs'
import { doubledIn, lostOf, newLedger } from './ledger.mjs'
import { foundIn, rest, startLoad } from './load.mjs'
import { startServer } from './server.mjs'

/** On each engine: a hundred together. */
const KILLS = 50
const FAULT = `kill -9 under load, ${KILLS} times`

/**
 * The process is killed in the middle of writes, again and again, on both engines at once, and started
 * again on the same data.
 * @type {import('./run-drills.mjs').Drill}
 */
export async function drillKill(folder) {
  return Promise.all([killOn('SQLite', join(folder, 'sqlite'), {}), killOnPostgres(join(folder, 'postgres'))])
}

/** @param {string} folder */
async function killOnPostgres(folder) {
  const cluster = await startCluster()
  if ('reason' in cluster) return { fault: FAULT, engine: 'PostgreSQL', blocked: cluster.reason }
  try {
    return await killOn('PostgreSQL', folder, { DATABASE_URL: cluster.url })
  } finally {
    await cluster.stop()
  }
}

/**
 * @param {string} engine
 * @param {string} folder
 * @param {Record<string, string>} env
 * @returns {Promise<import('./outcome.mjs').Outcome>}
 */
async function killOn(engine, folder, env) {
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
    for (let kills = 0; kills < KILLS; kills += 1) {
      // Somewhere in the middle of what the others do.
      await rest(Math.random() * 300)
      await server.child.kill()
      const killed = performance.now()
      server = await startServer(options)
      if ((await load.recovery()) === null) break
      recoveries.push(performance.now() - killed)
    }
    await load.stop()
    const found = await foundIn(league)
    const faults = doubledIn(found).map((each) => `there twice: ${each}`)
    if (recoveries.length < KILLS)
      faults.push(`only ${recoveries.length} of ${KILLS} starts were followed by a write`)
    const recoveryMs = Math.max(...recoveries)
    return { fault: FAULT, engine, count, lost: lostOf(ledger, found), recoveryMs, faults }
  } finally {
    await load.stop()
    await server.child.stop()
  }
}

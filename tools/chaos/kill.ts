import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { findFreePort, startCluster } from '../../scripts/test/postgres.ts'
import { createLeague } from './league.ts'
import { startLoad, waitUntil } from './load.ts'
import type { ExperimentResult } from './outcome.ts'
import { startServer } from './server.ts'

const WRITES_PER_KILL = 8
const describeFault = (kills: number) => `kill -9 under load, ${kills} times`

export async function killExperiment(
  folder: string,
  { kills }: { kills: number },
): Promise<ExperimentResult[]> {
  return Promise.all([
    killRepeatedly('SQLite', join(folder, 'sqlite'), {}, kills),
    killOnPostgres(join(folder, 'postgres'), kills),
  ])
}

async function killOnPostgres(folder: string, kills: number) {
  const cluster = await startCluster()
  if ('reason' in cluster)
    return { fault: describeFault(kills), engine: 'PostgreSQL', blocked: cluster.reason }
  try {
    return await killRepeatedly('PostgreSQL', folder, { DATABASE_URL: cluster.url }, kills)
  } finally {
    await cluster.stop()
  }
}

async function killRepeatedly(engine: string, folder: string, env: Record<string, string>, times: number) {
  mkdirSync(folder)
  const options = { folder, env, port: await findFreePort() }
  let server = await startServer(options)
  const league = await createLeague(server.address)
  const load = startLoad(league)
  const recoveries: number[] = []
  try {
    for (let kills = 0; kills < times; kills += 1) {
      await waitUntil(() => load.stats.acknowledged >= (kills + 1) * WRITES_PER_KILL)
      // At a random moment within the requests in progress.
      await sleep(Math.random() * 200)
      await server.child.kill()
      const killedAt = performance.now()
      server = await startServer(options)
      if ((await load.waitForRecovery()) === null) break
      recoveries.push(performance.now() - killedAt)
    }
    await load.stop()
    const outcome = await load.outcome([])
    if (recoveries.length < times)
      outcome.problems.push(
        `only ${recoveries.length} of ${times} restarts were followed by a successful write`,
      )
    return { fault: describeFault(times), engine, ...outcome, recoveryMs: Math.max(...recoveries) }
  } finally {
    await load.stop()
    await server.child.stop()
  }
}

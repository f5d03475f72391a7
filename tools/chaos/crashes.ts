import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Cluster, findFreePort, startCluster } from '../../scripts/test/postgres.ts'
import { type Client, createClient } from '../bench/program.ts'
import { createLeague, startLoad, waitUntil } from './load.ts'
import type { ExperimentResult } from './outcome.ts'
import { type Server, startServer } from './server.ts'

const FAULT = 'database unresponsive for 20 s'
/** Longer than the server waits for a statement before it checks whether the database responds at all. */
const FREEZE_MS = 20_000

/**
 * PostgreSQL stays up under load but does not respond. SQLite is a file that the process itself opens, so it cannot
 * become unreachable.
 */
export async function databaseExperiment(folder: string): Promise<ExperimentResult[]> {
  const cluster = await startCluster()
  if ('reason' in cluster) return [{ fault: FAULT, engine: 'PostgreSQL', blocked: cluster.reason }]
  const server = await startServer({ folder, env: { DATABASE_URL: cluster.url } })
  try {
    return [await measureFreeze(cluster, server)]
  } finally {
    await server.child.stop()
    await cluster.stop()
  }
}

async function measureFreeze(cluster: Cluster, { address, child }: Server) {
  const league = await createLeague(address)
  const problems: string[] = []
  const load = startLoad(league)
  await sleep(3000)
  cluster.freeze()
  const acknowledgedBefore = load.stats.acknowledged
  const healthCheck = watchHealth(address, problems)
  await sleep(FREEZE_MS)
  await healthCheck.stop()
  if (load.stats.rejected === 0) problems.push('no request was rejected during the outage')
  cluster.thaw()
  const recoveryMs = await load.waitForRecovery()
  await sleep(3000)
  await load.stop()
  if (load.stats.acknowledged <= acknowledgedBefore)
    problems.push('no write was acknowledged after the database was back')
  if (child.hasExited()) problems.push('the server exited')
  await expectStatus(createClient(address, 'probe'), '/readyz', 200, problems)
  return { fault: FAULT, engine: 'PostgreSQL', ...(await load.outcome([])), recoveryMs, problems }
}

function watchHealth(address: string, problems: string[]) {
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

async function expectStatus(client: Client, path: string, status: number, problems: string[]) {
  const response = await client.request('GET', path)
  if (response.status !== status) problems.push(`${path} returned ${response.status} instead of ${status}`)
}

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

import { setTimeout as sleep } from 'node:timers/promises'
import { type Cluster, startCluster } from '../../scripts/test/postgres.ts'
import { type Client, createClient } from '../bench/program.ts'
import { createLeague } from './league.ts'
import { startLoad } from './load.ts'
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

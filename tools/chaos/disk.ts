import { chmodSync, existsSync, mkdirSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { type Cluster, startCluster } from '../../scripts/test/postgres.ts'
import { postgresUser } from '../../scripts/test/postgres-binaries.ts'
import { createLeague, SOCIAL_PATH } from './league.ts'
import { readObservedState, sleep, startLoad, waitUntil } from './load.ts'
import { createImageForm } from './object-storage.ts'
import type { ExperimentResult, Outcome } from './outcome.ts'
import { classifyResponse, createRequestStats } from './request-stats.ts'
import { type Server, startServer } from './server.ts'
import { mountSmallDisk, SMALL_DISK_UNAVAILABLE, type SmallDisk } from './small-disk.ts'
import { createWriteLog, findDuplicates, findLostWrites } from './write-log.ts'

const FAULT = 'disk full'

/** Room for an empty cluster with all tables, and little more. */
const POSTGRES_SIZE = '96m'
const SMALL_WAL_SETTINGS = { min_wal_size: '2MB', max_wal_size: '8MB' }

/** Fills the disk with the data under load, and frees the space later. */
export async function diskExperiment(folder: string): Promise<ExperimentResult[]> {
  return [await runOnSqlite(join(folder, 'sqlite')), await runOnPostgres(folder)]
}

/** Fills the disk with the SQLite database and the media files. */
async function runOnSqlite(data: string): Promise<ExperimentResult> {
  mkdirSync(data)
  const disk = await mountSmallDisk(data, 'size=8m')
  if (disk === null) return { fault: FAULT, engine: 'SQLite', blocked: SMALL_DISK_UNAVAILABLE }
  const server = await startServer({ folder: data, commandPrefix: disk.commandPrefix })
  try {
    return await fillSqliteDisk(server, disk)
  } finally {
    await server.child.stop()
    await disk.remove()
  }
}

async function fillSqliteDisk({ address, child }: Server, disk: SmallDisk): Promise<Outcome> {
  const league = await createLeague(address)
  const stats = createRequestStats()
  const writeLog = createWriteLog()
  const problems: string[] = []
  const media = join(disk.hostPath, 'media')
  await league.admin.requestOrThrow('POST', `${SOCIAL_PATH}/media/`, createImageForm())
  const filesBefore = listFileNames(media)
  const load = startLoad(league, { stats, writeLog })
  await sleep(2000)
  disk.fill()
  // The existing write-ahead log has room for some more rows before it has to grow.
  await waitUntil(() => stats.rejected > 0, 30_000)
  await sleep(3000)
  const upload = await league.admin.request('POST', `${SOCIAL_PATH}/media/`, createImageForm())
  if (classifyResponse(upload) !== 'rejected')
    problems.push(`an upload to the full disk returned ${upload.status}`)
  const files = listFileNames(media)
  if (files.join() !== filesBefore.join())
    problems.push(`a rejected upload left files behind: ${files.join(', ')}`)
  disk.freeSpace()
  const recoveryMs = await load.waitForRecovery()
  await sleep(2000)
  await load.stop()
  if (load.failedReads() > 0) problems.push(`${load.failedReads()} reads failed`)
  const secondUpload = await league.admin.request('POST', `${SOCIAL_PATH}/media/`, createImageForm())
  if (secondUpload.status !== 200)
    problems.push(`an upload after space was freed returned ${secondUpload.status}`)
  if (child.hasExited()) problems.push('the server exited')
  const found = await readObservedState(league)
  problems.push(...findDuplicates(found).map((each) => `stored twice: ${each}`))
  return {
    fault: FAULT,
    engine: 'SQLite',
    stats,
    lost: findLostWrites(writeLog, found),
    recoveryMs,
    problems,
  }
}

/**
 * Fills the disk with PostgreSQL's data and write-ahead log. PostgreSQL may exit when it cannot write its
 * log. In that case it is restarted when there is space again, as a service manager would.
 */
async function runOnPostgres(folder: string): Promise<ExperimentResult> {
  const user = postgresUser(process.getuid?.())
  const data = join(folder, 'cluster')
  mkdirSync(data)
  // The user that PostgreSQL runs as must be able to enter the folder.
  chmodSync(folder, 0o711)
  const disk = await mountSmallDisk(
    data,
    `size=${POSTGRES_SIZE},uid=${user?.uid ?? 0},gid=${user?.gid ?? 0},mode=700`,
  )
  if (disk === null) return { fault: FAULT, engine: 'PostgreSQL', blocked: SMALL_DISK_UNAVAILABLE }
  const cluster = await startCluster(SMALL_WAL_SETTINGS, { folder: data, commandPrefix: disk.commandPrefix })
  if ('reason' in cluster) return { fault: FAULT, engine: 'PostgreSQL', blocked: cluster.reason }
  const server = await startServer({ folder, env: { DATABASE_URL: cluster.url } })
  try {
    return await fillPostgresDisk(server, cluster, disk)
  } finally {
    await server.child.stop()
    await cluster.stop()
    await disk.remove()
  }
}

async function fillPostgresDisk(
  { address, child }: Server,
  cluster: Cluster,
  disk: SmallDisk,
): Promise<Outcome> {
  const league = await createLeague(address)
  const stats = createRequestStats()
  const writeLog = createWriteLog()
  const problems: string[] = []
  const load = startLoad(league, { stats, writeLog })
  await sleep(2000)
  disk.fill()
  await waitUntil(() => stats.rejected > 0, 60_000)
  await sleep(5000)
  disk.freeSpace()
  const notes = [
    cluster.hasExited() ? 'PostgreSQL exited and was restarted' : 'PostgreSQL continued without a restart',
  ]
  await cluster.ensureRunning()
  const recoveryMs = await load.waitForRecovery()
  await sleep(2000)
  await load.stop()
  if (child.hasExited()) problems.push('the server exited')
  const found = await readObservedState(league)
  problems.push(...findDuplicates(found).map((each) => `stored twice: ${each}`))
  return {
    fault: FAULT,
    engine: 'PostgreSQL',
    stats,
    lost: findLostWrites(writeLog, found),
    recoveryMs,
    problems,
    notes,
  }
}

function listFileNames(folder: string) {
  if (!existsSync(folder)) return []
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true })
  return entries
    .filter((entry) => entry.isFile())
    .map(({ name }) => name)
    .toSorted()
}

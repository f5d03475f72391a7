import { chmodSync, existsSync, mkdirSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { startCluster } from '../../scripts/postgres.mjs'
import { postgresUser } from '../../scripts/postgres-binaries.mjs'
import { createLeague, SOCIAL_PATH } from './league.mjs'
import { readObservedState, sleep, startLoad, waitUntil } from './load.mjs'
import { createImageForm } from './object-storage.mjs'
import { classifyResponse, createRequestStats } from './request-stats.mjs'
import { startServer } from './server.mjs'
import { mountSmallDisk, SMALL_DISK_UNAVAILABLE } from './small-disk.mjs'
import { createWriteLog, findDuplicates, findLostWrites } from './write-log.mjs'

const FAULT = 'disk full'

/** Room for an empty cluster with all tables, and little more. */
const POSTGRES_SIZE = '96m'
const SMALL_WAL_SETTINGS = { min_wal_size: '2MB', max_wal_size: '8MB' }

/**
 * Fills the disk with the data under load, and frees the space later.
 * @type {import('./outcome.mjs').Experiment}
 */
export async function diskExperiment(folder) {
  return [await runOnSqlite(join(folder, 'sqlite')), await runOnPostgres(folder)]
}

/**
 * Fills the disk with the SQLite database and the media files.
 * @param {string} data
 * @returns {Promise<import('./outcome.mjs').ExperimentResult>}
 */
async function runOnSqlite(data) {
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

/**
 * @param {import('./server.mjs').Server} server
 * @param {import('./small-disk.mjs').SmallDisk} disk
 * @returns {Promise<import('./outcome.mjs').Outcome>}
 */
async function fillSqliteDisk({ address, child }, disk) {
  const league = await createLeague(address)
  const stats = createRequestStats()
  const writeLog = createWriteLog()
  /** @type {string[]} */
  const problems = []
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
 * @param {string} folder
 * @returns {Promise<import('./outcome.mjs').ExperimentResult>}
 */
async function runOnPostgres(folder) {
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

/**
 * @param {import('./server.mjs').Server} server
 * @param {import('../../scripts/postgres.mjs').Cluster} cluster
 * @param {import('./small-disk.mjs').SmallDisk} disk
 * @returns {Promise<import('./outcome.mjs').Outcome>}
 */
async function fillPostgresDisk({ address, child }, cluster, disk) {
  const league = await createLeague(address)
  const stats = createRequestStats()
  const writeLog = createWriteLog()
  /** @type {string[]} */
  const problems = []
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

/** @param {string} folder */
function listFileNames(folder) {
  if (!existsSync(folder)) return []
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true })
  return entries
    .filter((entry) => entry.isFile())
    .map(({ name }) => name)
    .toSorted()
}

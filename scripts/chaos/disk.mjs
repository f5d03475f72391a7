import { chmodSync, existsSync, mkdirSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { startCluster } from '../postgres.mjs'
import { postgresUser } from '../postgres-binaries.mjs'
import { createLeague, SOCIAL_PATH } from './league.mjs'
import { readObservedState, sleep, startLoad, waitUntil } from './load.mjs'
import { createImageForm } from './object-storage.mjs'
import { classifyResponse, createRequestStats } from './request-stats.mjs'
import { startServer } from './server.mjs'
import { mountSmallDisk, SMALL_DISK_UNAVAILABLE } from './small-disk.mjs'
import { createWriteLog, findDuplicates, findLostWrites } from './write-log.mjs'

const FAULT = 'disk full'

/** An empty cluster with our tables, and some room. */
const POSTGRES_SIZE = '96m'
const SMALL_WAL_SETTINGS = { min_wal_size: '2MB', max_wal_size: '8MB' }

/**
 * The disk with the data is filled while people write, and has room again later.
 * @type {import('./outcome.mjs').Experiment}
 */
export async function diskExperiment(folder) {
  return [await runOnSqlite(join(folder, 'sqlite')), await runOnPostgres(folder)]
}

/**
 * The disk with SQLite and the media.
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
  const count = createRequestStats()
  const ledger = createWriteLog()
  /** @type {string[]} */
  const faults = []
  const media = join(disk.hostPath, 'media')
  await league.admin.requestOrThrow('POST', `${SOCIAL_PATH}/media/`, createImageForm())
  const filesBefore = listFileNames(media)
  const load = startLoad(league, { stats: count, writeLog: ledger })
  await sleep(2000)
  disk.fill()
  // The log that is there already takes some more rows before it has to grow.
  await waitUntil(() => count.rejected > 0, 30_000)
  await sleep(3000)
  const upload = await league.admin.request('POST', `${SOCIAL_PATH}/media/`, createImageForm())
  if (classifyResponse(upload) !== 'refused')
    faults.push(`an upload to the full disk answered ${upload.status}`)
  const files = listFileNames(media)
  if (files.join() !== filesBefore.join()) faults.push(`an upload that was refused left ${files.join(', ')}`)
  disk.freeSpace()
  const recoveryMs = await load.waitForRecovery()
  await sleep(2000)
  await load.stop()
  if (load.failedReads() > 0) faults.push(`${load.failedReads()} reads failed`)
  const again = await league.admin.request('POST', `${SOCIAL_PATH}/media/`, createImageForm())
  if (again.status !== 200) faults.push(`an upload to the disk with room answered ${again.status}`)
  if (child.hasExited()) faults.push('the server has ended')
  const found = await readObservedState(league)
  faults.push(...findDuplicates(found).map((each) => `there twice: ${each}`))
  return {
    fault: FAULT,
    engine: 'SQLite',
    stats: count,
    lost: findLostWrites(ledger, found),
    recoveryMs,
    problems: faults,
  }
}

/**
 * The disk with PostgreSQL's data and log. PostgreSQL itself may end when it cannot write its log; then it
 * is started again when there is room, as a service manager does it.
 * @param {string} folder
 * @returns {Promise<import('./outcome.mjs').ExperimentResult>}
 */
async function runOnPostgres(folder) {
  const user = postgresUser(process.getuid?.())
  const data = join(folder, 'cluster')
  mkdirSync(data)
  // For the user as whom PostgreSQL runs.
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
 * @param {import('../postgres.mjs').Cluster} cluster
 * @param {import('./small-disk.mjs').SmallDisk} disk
 * @returns {Promise<import('./outcome.mjs').Outcome>}
 */
async function fillPostgresDisk({ address, child }, cluster, disk) {
  const league = await createLeague(address)
  const count = createRequestStats()
  const ledger = createWriteLog()
  /** @type {string[]} */
  const faults = []
  const load = startLoad(league, { stats: count, writeLog: ledger })
  await sleep(2000)
  disk.fill()
  await waitUntil(() => count.rejected > 0, 60_000)
  await sleep(5000)
  disk.freeSpace()
  const notes = [`PostgreSQL ${cluster.hasExited() ? 'ended, and was started again' : 'went on by itself'}`]
  await cluster.ensureRunning()
  const recoveryMs = await load.waitForRecovery()
  await sleep(2000)
  await load.stop()
  if (child.hasExited()) faults.push('the server has ended')
  const found = await readObservedState(league)
  faults.push(...findDuplicates(found).map((each) => `there twice: ${each}`))
  return {
    fault: FAULT,
    engine: 'PostgreSQL',
    stats: count,
    lost: findLostWrites(ledger, found),
    recoveryMs,
    problems: faults,
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

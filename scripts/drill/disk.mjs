import { chmodSync, existsSync, mkdirSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { startCluster } from '../postgres.mjs'
import { owner } from '../postgres-binaries.mjs'
import { newCount, verdictOn } from './count.mjs'
import { aLeagueAt, SOCIAL } from './league.mjs'
import { doubledIn, lostOf, newLedger } from './ledger.mjs'
import { foundIn, rest, startLoad, until } from './load.mjs'
import { aPicture } from './object-storage.mjs'
import { startServer } from './server.mjs'
import { NO_SMALL_DISK, smallDisk } from './small-disk.mjs'

const FAULT = 'disk full'

/** An empty cluster with our tables, and some room. */
const POSTGRES_SIZE = '96m'
const LITTLE_LOG = { min_wal_size: '2MB', max_wal_size: '8MB' }

/**
 * The disk with the data is filled while people write, and has room again later.
 * @type {import('./outcome.mjs').Drill}
 */
export async function drillDisk(folder) {
  return [await drillSqlite(join(folder, 'sqlite')), await drillPostgres(folder)]
}

/**
 * The disk with SQLite and the media.
 * @param {string} data
 * @returns {Promise<import('./outcome.mjs').Ending>}
 */
async function drillSqlite(data) {
  mkdirSync(data)
  const disk = await smallDisk(data, 'size=8m')
  if (disk === null) return { fault: FAULT, engine: 'SQLite', blocked: NO_SMALL_DISK }
  const server = await startServer({ folder: data, within: disk.within })
  try {
    return await fillUnderSqlite(server, disk)
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
async function fillUnderSqlite({ address, child }, disk) {
  const league = await aLeagueAt(address)
  const count = newCount()
  const ledger = newLedger()
  /** @type {string[]} */
  const faults = []
  const media = join(disk.seen, 'media')
  await league.boss.sure('POST', `${SOCIAL}/media/`, aPicture())
  const filesBefore = filesBelow(media)
  const load = startLoad(league, { count, ledger })
  await rest(2000)
  disk.fill()
  // The log that is there already takes some more rows before it has to grow.
  await until(() => count.refused > 0, 30_000)
  await rest(3000)
  const upload = await league.boss.ask('POST', `${SOCIAL}/media/`, aPicture())
  if (verdictOn(upload) !== 'refused') faults.push(`an upload to the full disk answered ${upload.status}`)
  const files = filesBelow(media)
  if (files.join() !== filesBefore.join()) faults.push(`an upload that was refused left ${files.join(', ')}`)
  disk.makeRoom()
  const recoveryMs = await load.recovery()
  await rest(2000)
  await load.stop()
  if (load.failedReads() > 0) faults.push(`${load.failedReads()} reads failed`)
  const again = await league.boss.ask('POST', `${SOCIAL}/media/`, aPicture())
  if (again.status !== 200) faults.push(`an upload to the disk with room answered ${again.status}`)
  if (child.hasEnded()) faults.push('the server has ended')
  const found = await foundIn(league)
  faults.push(...doubledIn(found).map((each) => `there twice: ${each}`))
  return { fault: FAULT, engine: 'SQLite', count, lost: lostOf(ledger, found), recoveryMs, faults }
}

/**
 * The disk with PostgreSQL's data and log. PostgreSQL itself may end when it cannot write its log; then it
 * is started again when there is room, as a service manager does it.
 * @param {string} folder
 * @returns {Promise<import('./outcome.mjs').Ending>}
 */
async function drillPostgres(folder) {
  const user = owner(process.getuid?.())
  const data = join(folder, 'cluster')
  mkdirSync(data)
  // For the user as whom PostgreSQL runs.
  chmodSync(folder, 0o711)
  const disk = await smallDisk(
    data,
    `size=${POSTGRES_SIZE},uid=${user?.uid ?? 0},gid=${user?.gid ?? 0},mode=700`,
  )
  if (disk === null) return { fault: FAULT, engine: 'PostgreSQL', blocked: NO_SMALL_DISK }
  const cluster = await startCluster(LITTLE_LOG, { folder: data, within: disk.within })
  if ('reason' in cluster) return { fault: FAULT, engine: 'PostgreSQL', blocked: cluster.reason }
  const server = await startServer({ folder, env: { DATABASE_URL: cluster.url } })
  try {
    return await fillUnderPostgres(server, cluster, disk)
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
async function fillUnderPostgres({ address, child }, cluster, disk) {
  const league = await aLeagueAt(address)
  const count = newCount()
  const ledger = newLedger()
  /** @type {string[]} */
  const faults = []
  const load = startLoad(league, { count, ledger })
  await rest(2000)
  disk.fill()
  await until(() => count.refused > 0, 60_000)
  await rest(5000)
  disk.makeRoom()
  const notes = [`PostgreSQL ${cluster.hasEnded() ? 'ended, and was started again' : 'went on by itself'}`]
  await cluster.resume()
  const recoveryMs = await load.recovery()
  await rest(2000)
  await load.stop()
  if (child.hasEnded()) faults.push('the server has ended')
  const found = await foundIn(league)
  faults.push(...doubledIn(found).map((each) => `there twice: ${each}`))
  return { fault: FAULT, engine: 'PostgreSQL', count, lost: lostOf(ledger, found), recoveryMs, faults, notes }
}

/** @param {string} folder */
function filesBelow(folder) {
  if (!existsSync(folder)) return []
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true })
  return entries
    .filter((entry) => entry.isFile())
    .map(({ name }) => name)
    .toSorted()
}

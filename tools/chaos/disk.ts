import { chmodSync, existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { runCommand } from '../../scripts/bootstrap/processes.mjs'
import { type Cluster, postgresUser, startCluster } from '../../scripts/test/postgres.ts'
import { startProcess } from '../bench/child.ts'
import { createLeague, SOCIAL_PATH } from './league.ts'
import { startLoad, waitUntil } from './load.ts'
import { createImageForm } from './object-storage.ts'
import { classifyResponse, type ExperimentResult, type Outcome } from './outcome.ts'
import { type Server, startServer } from './server.ts'

const FAULT = 'disk full'

type SmallDisk = {
  commandPrefix: readonly string[]
  /** The path of the disk in this process's namespace. */
  hostPath: string
  fill: () => void
  freeSpace: () => void
  remove: () => Promise<void>
}

const SMALL_DISK_UNAVAILABLE = 'mounting a small disk needs root, and is not allowed in every container'

/** Mounts a small disk at the folder `$1`, visible only in its own mount namespace, and keeps it mounted. */
const MOUNT_SCRIPT = 'mount -t tmpfs -o "$0" tmpfs "$1" && echo mounted && exec sleep 1d'

/** Room for an empty cluster with all tables, and little more. */
const POSTGRES_SIZE = '96m'
const SMALL_WAL_SETTINGS = { min_wal_size: '2MB', max_wal_size: '8MB' }

export async function diskExperiment(folder: string): Promise<ExperimentResult[]> {
  return [await runOnSqlite(join(folder, 'sqlite')), await runOnPostgres(folder)]
}

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
  const problems: string[] = []
  const media = join(disk.hostPath, 'media')
  await league.admin.post(`${SOCIAL_PATH}/media/`, createImageForm())
  const filesBefore = listFileNames(media)
  const load = startLoad(league)
  await sleep(2000)
  disk.fill()
  // The existing write-ahead log has room for some more rows before it has to grow.
  await waitUntil(() => load.stats.rejected > 0, 30_000)
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
  return { fault: FAULT, engine: 'SQLite', ...(await load.outcome(problems)), recoveryMs }
}

/**
 * PostgreSQL may exit when it cannot write its log. In that case it is restarted when there is space again, as a
 * service manager would.
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

async function fillPostgresDisk({ address, child }: Server, cluster: Cluster, disk: SmallDisk) {
  const league = await createLeague(address)
  const problems: string[] = []
  const load = startLoad(league)
  await sleep(2000)
  disk.fill()
  await waitUntil(() => load.stats.rejected > 0, 60_000)
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
  return { fault: FAULT, engine: 'PostgreSQL', ...(await load.outcome(problems)), recoveryMs, notes }
}

function listFileNames(folder: string) {
  if (!existsSync(folder)) return []
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true })
  return entries
    .filter((entry) => entry.isFile())
    .map(({ name }) => name)
    .toSorted()
}

/**
 * Mounts a file system of a given size at an empty folder, in a separate mount namespace. Returns null if
 * this machine does not allow it.
 * @param options mount options, such as `size=8m`
 */
async function mountSmallDisk(folder: string, options: string): Promise<SmallDisk | null> {
  const probe = await runCommand('unshare', ['-m', 'mount', '-t', 'tmpfs', '-o', options, 'tmpfs', folder])
  if (probe.code !== 0) return null
  const holder = startProcess('unshare', ['-m', 'sh', '-c', MOUNT_SCRIPT, options, folder])
  await holder.waitForOutput(/mounted/)
  const hostPath = `/proc/${holder.pid}/root${folder}`
  const filler = join(hostPath, 'filler')
  return {
    commandPrefix: ['nsenter', `--mount=/proc/${holder.pid}/ns/mnt`],
    hostPath,
    fill: () => fillDisk(filler),
    freeSpace: () => rmSync(filler),
    remove: holder.kill,
  }
}

function fillDisk(filler: string) {
  for (const size of [64 * 1024, 4096]) {
    try {
      for (;;) writeFileSync(filler, Buffer.alloc(size), { flag: 'a' })
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'ENOSPC')) throw error
    }
  }
}

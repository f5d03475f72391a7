import { createWriteStream } from 'node:fs'
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { HOUR_MS } from '@fieldhouse/domain/duration'
import type { FastifyBaseLogger } from 'fastify'
import { BackupError } from '../../../backup/backup-format.ts'
import { type BackupStorage, backupName, type StoredBackup } from '../../../backup/backup-storage.ts'
import { freeBytesIn, toMegabytes } from '../../../backup/restore-backup.ts'
import { type BackupSource, writeBackup } from '../../../backup/write-backup.ts'
import type { Db } from '../../../database/engine/database.ts'
import type { JobKind, JobRun } from '../../../jobs/job.ts'
import { taskThread, threadProgram } from '../../../threads/task-thread.ts'
import { readSiteSince, readStorage } from '../read-storage.ts'
import { readOutcome, reportedJob, requestOf } from '../reported-job.ts'
import type { BackupCheckTask, BackupContent } from './check-backup.ts'
import { isBackupDue, isBackupOverdue, isCheckDue, listExpired } from './retention.ts'

/** Disk space that a backup leaves to the database and uploads. */
const RESERVED_BYTES = 256 * 1024 * 1024

/** How much larger than the last backup the next one may become. */
const GROWTH = 1.25

const CHECK_TIMEOUT_MS = 6 * HOUR_MS

export type BackupJobOptions = Pick<
  BackupSource,
  'db' | 'media' | 'pictures' | 'secretKey' | 'release' | 'now'
> & {
  backups: BackupStorage
  isScheduled: boolean
  checkFolder: string
  freeBytes?: (folder: string) => Promise<number>
  log: FastifyBaseLogger
}

/** Each runs in one process at a time. Their rows say how the last ones have ended. */
export function backupJobs(options: BackupJobOptions): JobKind[] {
  const { log } = options
  return [
    ...(options.isScheduled ? [nightlyBackup(options)] : []),
    reportedJob('backup', log, (run) => makeBackup(options, run)),
    reportedJob('backup-check', log, (run) => checkNewest(options, run)),
  ]
}

/** Asks every hour, so that a backup that has failed is tried again. A run that was missed follows the next start. */
function nightlyBackup({ db, backups, now, log }: BackupJobOptions): JobKind {
  return {
    kind: 'nightly-backup',
    schedule: '17 * * * *',
    async run({ queueJob }) {
      const stored = await backups.list()
      if (!isBackupDue(stored, now())) return undefined
      if (isBackupOverdue(stored, await readSiteSince(db, now()), now()))
        log.warn({ newest: stored[0]?.madeAt ?? null }, 'no backup for two days')
      await queueJob(requestOf('backup'))
    },
  }
}

async function makeBackup(options: BackupJobOptions, { signal, queueJob }: JobRun) {
  const { db, backups, now } = options
  const name = backupName(now())
  const removed = await makeSpace(options)
  const manifest = await backups.add(name, (file) => writeBackup(file, { ...options, signal }))
  const stored = await backups.list()
  const expired = listExpired(stored, now())
  for (const each of expired) await backups.remove(each.name)
  if (isCheckDue(await readOutcome(db, 'backup-check'), now())) await queueJob(requestOf('backup-check'))
  return {
    name,
    bytes: stored.find((each) => each.name === name)?.bytes ?? 0,
    rows: manifest.tables.reduce((sum, { rows }) => sum + rows, 0),
    files: manifest.media.length + manifest.pictures.length,
    missingFiles: manifest.missing.length,
    removedForSpace: removed.map((each) => each.name),
  }
}

/**
 * Deletes old backups if necessary, but never the newest. Returns the deleted ones. Throws a BackupError, and deletes
 * nothing, if that would not be enough.
 */
async function makeSpace(options: BackupJobOptions): Promise<StoredBackup[]> {
  const { db, backups, freeBytes = freeBytesIn, log } = options
  const { folder, isLocal } = backups
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const stored = await backups.list()
  const needed = RESERVED_BYTES + (await estimateBytes(db, stored))
  const free = await freeBytes(folder)
  const removed: StoredBackup[] = []
  let expected = free
  for (const oldest of isLocal ? stored.slice(1).reverse() : []) {
    if (expected >= needed) break
    removed.push(oldest)
    expected += oldest.bytes
  }
  if (expected < needed)
    throw new BackupError(
      `Not enough disk space for a backup. Needed in ${folder}: ${toMegabytes(needed)} MB. Available: ${toMegabytes(free)} MB.`,
    )
  for (const { name } of removed) {
    log.warn({ name, free, needed }, 'deleted an old backup, because the disk is almost full')
    await backups.remove(name)
  }
  return removed
}

async function estimateBytes(db: Db, stored: readonly StoredBackup[]): Promise<number> {
  const [newest] = stored
  if (newest !== undefined) return Math.ceil(newest.bytes * GROWTH)
  const { databaseBytes, mediaBytes } = await readStorage(db)
  return databaseBytes + mediaBytes
}

async function checkNewest(options: BackupJobOptions, { signal }: JobRun): Promise<object> {
  const { backups, checkFolder, secretKey } = options
  const [newest] = await backups.list()
  if (newest === undefined) throw new BackupError('There is no backup to check.')
  const { name } = newest
  if (backups.isLocal) return checkFile(join(backups.folder, name))
  await mkdir(backups.folder, { recursive: true, mode: 0o700 })
  const file = join(backups.folder, `${name}.part`)
  try {
    const content = await backups.read(name)
    if (content === null) throw new BackupError('The newest backup was deleted during the check.')
    await pipeline(content, createWriteStream(file, { mode: 0o600 }), { signal })
    return await checkFile(file)
  } finally {
    await rm(file, { force: true })
  }

  async function checkFile(path: string) {
    const content = await checkInThread({ file: path, folder: checkFolder, secretKey }, signal)
    return { name, ...content }
  }
}

/** In a thread, because a restore would hold up requests. Its end removes no files; the next check does. */
async function checkInThread(task: BackupCheckTask, signal: AbortSignal): Promise<BackupContent | null> {
  const thread = taskThread<BackupCheckTask, BackupContent>(
    threadProgram('check-thread', import.meta.url),
    CHECK_TIMEOUT_MS,
  )
  const end = () => void thread.close()
  signal.addEventListener('abort', end)
  try {
    return await thread.run(task)
  } finally {
    signal.removeEventListener('abort', end)
    await thread.close()
  }
}

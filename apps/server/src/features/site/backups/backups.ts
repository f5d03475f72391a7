import { createWriteStream } from 'node:fs'
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { downloadBackup, listBackups, makeBackup } from '@fieldhouse/contract/site'
import { DAY_MS, HOUR_MS } from '@fieldhouse/domain/duration'
import type { FastifyBaseLogger } from 'fastify'
import { z } from 'zod'
import { BackupError } from '../../../backup/backup-format.ts'
import { type BackupStorage, backupName, type StoredBackup } from '../../../backup/backup-storage.ts'
import { freeBytesIn, toMegabytes } from '../../../backup/restore-backup.ts'
import { type BackupSource, writeBackup } from '../../../backup/write-backup.ts'
import type { Context } from '../../../context.ts'
import type { Db } from '../../../database/engine/database.ts'
import { orThrow } from '../../../http/errors/api-error.ts'
import { sendDownload } from '../../../http/file-transfers.ts'
import { operation } from '../../../http/operation.ts'
import { toWire } from '../../../http/to-wire.ts'
import type { JobKind, JobRun } from '../../../jobs/job.ts'
import { MediaUnreachableError } from '../../../media/media-store.ts'
import { recordAuditEntry } from '../../../repositories/audit.ts'
import { taskThread, threadProgram } from '../../../threads/task-thread.ts'
import { listUnfinished, type Outcome, readOutcome, reportedJob, requestOf } from '../site.ts'
import { readSiteSince, readStorage } from '../status.ts'
import type { BackupCheckTask, BackupContent } from './check-thread.ts'

const CheckResult = z.object({ name: z.string(), rows: z.int(), files: z.int(), missingFiles: z.int() })

export const backups = [
  operation(listBackups, async ({ ctx }) => {
    const { db, settings, now } = ctx
    const { stored, error } = await listStored(ctx)
    const [lastBackup, lastCheck] = [await readOutcome(db, 'backup'), await readOutcome(db, 'backup-check')]
    const unfinished = await listUnfinished(db, ['backup', 'backup-check'])
    const isScheduled = settings.BACKUPS === 'on'
    const restored = CheckResult.safeParse(lastCheck?.result).data
    return {
      is_scheduled: isScheduled,
      is_overdue: isScheduled && isBackupOverdue(stored, await readSiteSince(db, now()), now()),
      location: ctx.backups.location,
      backups: stored.map(({ name, madeAt, bytes }) => ({ name, made_at: madeAt.toISOString(), bytes })),
      storage_error: error,
      is_running: unfinished.includes('backup'),
      is_checking: unfinished.includes('backup-check'),
      last_backup: lastBackup === null ? null : presentOutcome(lastBackup),
      last_check: lastCheck && {
        ...presentOutcome(lastCheck),
        restored: restored === undefined ? null : toWire(restored),
      },
    }
  }),

  operation(makeBackup, async ({ ctx, user: actor }) => {
    await recordAuditEntry(ctx.db, { at: ctx.now(), actor, action: 'backup.make' })
    await ctx.jobs.request({ ...requestOf('backup'), isUrgent: true })
    return { message: 'The backup has started.' }
  }),

  operation(downloadBackup, async ({ ctx, user: actor, params: { name }, reply }) => {
    const content = orThrow(await ctx.backups.read(name), 'backup_not_found')
    await recordAuditEntry(ctx.db, { at: ctx.now(), actor, action: 'backup.download', detail: { name } })
    return sendDownload(reply, name, content)
  }),
]

async function listStored({ backups: storage }: Context) {
  try {
    return { stored: await storage.list(), error: null }
  } catch (error) {
    const isExpected =
      error instanceof MediaUnreachableError || (error instanceof Error && 'syscall' in error)
    if (!isExpected) throw error
    return { stored: [], error: error.message }
  }
}

function presentOutcome({ at, error }: Outcome) {
  return { at: at.toISOString(), error }
}

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
    reportedJob('backup', log, (run) => runBackup(options, run)),
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

async function runBackup(options: BackupJobOptions, { signal, queueJob }: JobRun) {
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

/** By UTC: between midnight and 5 AM everywhere in the United States, when no games are played. */
const NIGHT_HOUR = 9

const MAX_DAILY = 7
const MAX_WEEKLY = 4

/** 1970-01-01 was a Thursday; weeks begin on Monday. */
const MONDAY_OFFSET = 3

const MAX_AGE_MS = 2 * DAY_MS

/** Checks follow a nightly backup, which may be made a few hours earlier than the one a week before. */
const CHECK_INTERVAL_MS = 7 * DAY_MS - 12 * HOUR_MS

/** Whether the last night has passed without a backup. Those from the future were made before the clock was set back. */
export function isBackupDue(backups: readonly StoredBackup[], now: Date): boolean {
  const sinceNight = (now.getTime() - NIGHT_HOUR * HOUR_MS) % DAY_MS
  return !backups.some(({ madeAt }) => madeAt <= now && now.getTime() - madeAt.getTime() <= sinceNight)
}

/** Whether there was no backup for two days. A new site is as old as its first account. */
export function isBackupOverdue(backups: readonly StoredBackup[], siteSince: Date, now: Date): boolean {
  const times = [siteSince, ...backups.map(({ madeAt }) => madeAt)].filter((at) => at <= now)
  return times.every((at) => now.getTime() - at.getTime() > MAX_AGE_MS)
}

export function isCheckDue(last: Pick<Outcome, 'at' | 'error'> | null, now: Date): boolean {
  return last === null || last.error !== null || now.getTime() - last.at.getTime() >= CHECK_INTERVAL_MS
}

/**
 * The backups to delete. What stays is the newest of each of the last seven days with backups, the newest of each of
 * the four weeks before, and those from the future, about which nothing is known.
 * @param backups newest first
 */
export function listExpired(backups: readonly StoredBackup[], now: Date): StoredBackup[] {
  const days = new Set<number>()
  const weeks = new Set<number>()
  return backups.filter(({ madeAt }) => {
    if (madeAt > now) return false
    const day = Math.floor(madeAt.getTime() / DAY_MS)
    if (days.has(day)) return true
    if (days.size < MAX_DAILY) {
      days.add(day)
      return false
    }
    const week = Math.floor((day + MONDAY_OFFSET) / 7)
    if (weeks.has(week) || weeks.size === MAX_WEEKLY) return true
    weeks.add(week)
    return false
  })
}

import { DAY_MS, HOUR_MS } from '@fieldhouse/domain/duration'
import type { StoredBackup } from '../../../backup/backup-storage.ts'
import type { Outcome } from '../reported-job.ts'

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

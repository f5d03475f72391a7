import { downloadBackup, listBackups, makeBackup } from '@fieldhouse/contract/site'
import { z } from 'zod'
import type { Context } from '../../../context.ts'
import { orThrow } from '../../../http/errors/api-error.ts'
import { sendDownload } from '../../../http/file-transfers.ts'
import { operation } from '../../../http/operation.ts'
import { toWire } from '../../../http/to-wire.ts'
import { MediaUnreachableError } from '../../../media/media-store.ts'
import { recordAuditEntry } from '../../../repositories/audit.ts'
import { readSiteSince } from '../read-status.ts'
import { listUnfinished, type Outcome, readOutcome, requestOf } from '../site.ts'
import { isBackupOverdue } from './backup-jobs.ts'

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

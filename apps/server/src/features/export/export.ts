import { exportLeague, importLeague } from '@fieldhouse/contract/seasons/seasons'
import { invalidField } from '../../http/errors/api-error.ts'
import {
  downloadName,
  openExport,
  sendDownload,
  type UploadForm,
  withUploads,
} from '../../http/file-transfers.ts'
import { operation } from '../../http/operation.ts'
import { recordAuditEntry } from '../../repositories/audit.ts'
import { boundedQueue } from '../../threads/work-queues.ts'
import { writeArchive } from './exporting/write-archive.ts'
import { importArchive } from './importing/import-archive.ts'

const MAX_GB = 4

/** An import writes in one transaction, for which other writes wait. */
const importing = boundedQueue({ maxConcurrent: 1, maxWaiting: 5, maxWaitMs: 60_000 })

const wrongFormError = () => invalidField('file', "Send one archive in the 'file' field.")

const ARCHIVE_FORM: UploadForm = {
  field: 'file',
  maxFiles: 1,
  maxFileBytes: MAX_GB * 1024 ** 3,
  notMultipart: 'Send the archive as multipart/form-data.',
  noFiles: 'Choose an archive.',
  fileTooLarge: () => `Archives can be up to ${MAX_GB} GB.`,
  wrongField: wrongFormError,
  tooManyFiles: wrongFormError,
}

export const leagueExport = [
  operation(exportLeague, async ({ ctx, league, user, reply }) => {
    const archive = await openExport(league.id, user, () => writeArchive(ctx, league, ctx.now()))
    const at = ctx.now()
    await recordAuditEntry(ctx.db, { at, actor: user, action: 'league.export', leagueId: league.id })
    const name = downloadName(league.name, `${at.toISOString().slice(0, 10)}.zip`)
    return sendDownload(reply, name, archive)
  }),

  operation(importLeague, async ({ ctx, user, request }) => {
    let name: string | null = null
    const onField = (field: string, value: string) => {
      if (field === 'name') name = parseName(value)
    }
    const imported = await withUploads(
      request,
      { ...ARCHIVE_FORM, onField },
      ctx.media.stagingFolder,
      ([path]) => importing.run(String(user.userId), () => importArchive(ctx, path, name, user)),
    )
    return { message: `League ${imported.league} imported.`, ...imported }
  }),
]

function parseName(text: string): string | null {
  if (text.includes('\0') || !text.isWellFormed())
    throw invalidField('name', "The name contains a character that can't be stored.")
  return text.trim() === '' ? null : text
}

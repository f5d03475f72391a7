import type { Readable } from 'node:stream'
import multipart from '@fastify/multipart'
import { exportLeague as exportOperation, importLeague as importOperation } from '@fieldhouse/contract/export'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { currentUser, leagueOf } from '../../auth/access.ts'
import { ApiError, invalidField } from '../../http/errors/api-error.ts'
import { sendError } from '../../http/errors/error-handler.ts'
import { downloadName } from '../../http/headers/download-name.ts'
import { openExport } from '../../http/requests/league-exports.ts'
import { parseLeagueName } from '../../http/requests/league-name.ts'
import { type UploadForm, withUploads } from '../../http/requests/uploads.ts'
import { boundedQueue } from '../../jobs/bounded-queue.ts'
import { recordAuditEntry } from '../../repositories/audit/audit.ts'
import { ImportRejection } from './archive-format.ts'
import { type ExportOptions, exportLeague } from './exporting/export-league.ts'
import { type ImportOptions, importLeague } from './importing/import-league.ts'

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

export type ExportRoutesOptions = ExportOptions & Omit<ImportOptions, 'parseName'>

export const exportRoutes: FastifyPluginAsyncZod<ExportRoutesOptions> = async (app, options) => {
  const { db, files, now } = options
  app.setErrorHandler(sendImportError)
  await app.register(multipart)

  app.route({
    ...exportOperation,
    async handler(request, reply) {
      const league = leagueOf(request)
      const user = currentUser(request)
      const archive = await openExport(league.id, user, () => exportLeague(options, league))
      await recordAuditEntry(db, {
        at: now(),
        actor: user,
        action: 'league.export',
        leagueId: league.id,
      })
      return sendArchive(reply, archiveFileName(league.name, now()), archive)
    },
  })

  app.route({
    ...importOperation,
    async handler(request) {
      const user = currentUser(request)
      const imported = await withUploadedArchive(request, files.stagingFolder, ({ path, name }) =>
        importing.run(String(user.userId), () =>
          importLeague({ ...options, parseName: parseLeagueName }, path, name, user),
        ),
      )
      return { message: `League ${imported.league} imported.`, ...imported }
    },
  })
}

function sendArchive(reply: FastifyReply, name: string, archive: Readable): FastifyReply {
  return reply
    .type('application/zip')
    .header('cache-control', 'private, no-store')
    .header('content-disposition', `attachment; filename="${name}"`)
    .send(archive)
}

function archiveFileName(league: string, now: Date): string {
  return downloadName(league, `${now.toISOString().slice(0, 10)}.zip`)
}

/** Receives an archive in a temporary file. `name` is the name for the league; null without one. */
async function withUploadedArchive<Result>(
  request: FastifyRequest,
  stagingFolder: string,
  work: (upload: { path: string; name: string | null }) => Promise<Result>,
): Promise<Result> {
  let name: string | null = null
  const onField = (field: string, value: string) => {
    if (field === 'name') name = parseName(value)
  }
  return withUploads(request, { ...ARCHIVE_FORM, onField }, stagingFolder, ([path]) => work({ path, name }))
}

/** Returns null if the field is empty. */
function parseName(text: string): string | null {
  if (text.includes('\0') || !text.isWellFormed())
    throw invalidField('name', "The name contains a character that can't be stored.")
  return text.trim() === '' ? null : text
}

/** The error handler of these routes: also responds to rejected archives. */
function sendImportError(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  return sendError(error instanceof ImportRejection ? toApiError(error) : error, request, reply)
}

function toApiError({ reason, message, cause }: ImportRejection): ApiError {
  return new ApiError(reason, { message, cause })
}

import type { Readable } from 'node:stream'
import multipart from '@fastify/multipart'
import { exportLeague as exportOperation, importLeague as importOperation } from '@fieldhouse/contract/export'
import { slugify } from '@fieldhouse/domain/names'
import type { FastifyReply } from 'fastify'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { currentUser, leagueOf } from '../../auth/access.ts'
import { recordAuditEntry } from '../../repositories/audit/audit.ts'
import { type ExportOptions, exportLeague } from './export-league.ts'
import { type ImportOptions, importLeague } from './import-league.ts'
import { withUploadedArchive } from './uploaded-archive.ts'

export const exportRoutes: FastifyPluginAsyncZod<ExportOptions & ImportOptions> = async (app, options) => {
  const { db, files, now } = options
  await app.register(multipart)

  app.route({
    ...exportOperation,
    async handler(request, reply) {
      const league = leagueOf(request)
      const archive = await exportLeague(options, league)
      await recordAuditEntry(db, {
        at: now(),
        actor: currentUser(request),
        action: 'league.export',
        leagueId: league.id,
      })
      return sendArchive(reply, archiveFileName(league.name, now()), archive)
    },
  })

  app.route({
    ...importOperation,
    async handler(request) {
      const imported = await withUploadedArchive(request, files.stagingFolder, ({ path, name }) =>
        importLeague(options, path, name, currentUser(request)),
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

/** Returns the download's file name, using only characters that are safe in a header. */
function archiveFileName(league: string, now: Date): string {
  const slug = slugify(league).replace(/[^a-z0-9-]/g, '') || 'league'
  return `${slug}-${now.toISOString().slice(0, 10)}.zip`
}

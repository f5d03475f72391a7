import type { Readable } from 'node:stream'
import multipart from '@fastify/multipart'
import { exportLeague as exportCall, importLeague as importCall } from '@fieldhouse/contract/export'
import { slugify } from '@fieldhouse/domain/names'
import type { FastifyReply } from 'fastify'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { recordAct } from '../../database/audit.ts'
import { callerOf, leagueOf } from '../../http/access.ts'
import { type ImportOptions, importLeague } from './import-league.ts'
import { withReceivedArchive } from './received-archive.ts'
import { type ExportOptions, exportLeague } from './write-archive.ts'

export const exportRoutes: FastifyPluginAsyncZod<ExportOptions & ImportOptions> = async (app, options) => {
  const { db, files, now } = options
  await app.register(multipart)

  app.route({
    ...exportCall,
    async handler(request, reply) {
      const league = leagueOf(request)
      const archive = await exportLeague(options, league)
      await recordAct(db, {
        at: now(),
        actor: callerOf(request),
        action: 'league.export',
        leagueId: league.id,
      })
      return sendArchive(reply, fileNameOf(league.name, now()), archive)
    },
  })

  app.route({
    ...importCall,
    async handler(request) {
      const imported = await withReceivedArchive(request, files.incoming, ({ path, name }) =>
        importLeague(options, path, name, callerOf(request)),
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

/** What the browser calls the file; a header takes no letters beyond these. */
function fileNameOf(league: string, now: Date): string {
  const slug = slugify(league).replace(/[^a-z0-9-]/g, '') || 'league'
  return `${slug}-${now.toISOString().slice(0, 10)}.zip`
}

import type { FastifyInstance } from 'fastify'
import { type Db, isMigrated } from '../database/engine/database.ts'
import { RELEASE } from './release.ts'

export function healthRoutes(app: FastifyInstance, db: Db): void {
  app.get('/healthz', async (_, reply) => {
    reply.header('cache-control', 'no-store')
    return { ok: true, version: RELEASE }
  })

  app.get('/readyz', async (request, reply) => {
    reply.header('cache-control', 'no-store')
    const reason = await notReadyReason()
    if (reason === null) return { ok: true }
    reply.code(503).header('retry-after', '5')
    return { ok: false, reason }

    async function notReadyReason(): Promise<string | null> {
      try {
        return (await isMigrated(db)) ? null : 'The database schema does not match this release.'
      } catch (error) {
        request.log.error({ err: error }, 'failed to reach the database')
        return 'The database is unreachable.'
      }
    }
  })
}

import type { FastifyPluginAsync } from 'fastify'
import { type Db, isMigrated } from '../database/database.ts'

export const healthRoutes: FastifyPluginAsync<{ db: Db }> = async (app, { db }) => {
  app.get('/healthz', async (_, reply) => reply.header('cache-control', 'no-store').send({ ok: true }))

  app.get('/readyz', async (request, reply) => {
    reply.header('cache-control', 'no-store')
    try {
      if (await isMigrated(db)) return { ok: true }
      return reply.code(503).header('retry-after', '5').send({ ok: false, reason: 'The database is not migrated.' })
    } catch (error) {
      request.log.error({ err: error }, 'the database cannot be reached')
      return reply.code(503).header('retry-after', '5').send({ ok: false, reason: 'The database cannot be reached.' })
    }
  })
}

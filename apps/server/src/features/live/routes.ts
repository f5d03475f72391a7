import { streamEvents } from '@fieldhouse/contract/live'
import type { FastifyReply } from 'fastify'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { currentUser, leagueOf } from '../../http/access.ts'
import type { EventStreams } from '../../live/event-streams.ts'

export type LiveOptions = { streams: EventStreams }

export const liveRoutes: FastifyPluginAsyncZod<LiveOptions> = async (app, { streams }) => {
  app.route({
    ...streamEvents,
    // It would wait for the end of what does not end.
    exposeHeadRoute: false,
    async handler(request, reply) {
      const { userId, tokenHash } = currentUser(request)
      const reader = { leagueId: leagueOf(request).id, userId, tokenHash }
      const body = await streams.open(reader, parseEventId(request.headers['last-event-id']))
      if (reply.raw.destroyed) body.destroy()
      const plain: FastifyReply = reply
      return plain
        .type('text/event-stream; charset=utf-8')
        .header('cache-control', 'private, no-cache, no-transform')
        .header('x-accel-buffering', 'no')
        .send(body)
    },
  })
}

/** The number of the last event that the browser had; null when it comes for the first time. */
function parseEventId(header: string | string[] | undefined): number | null {
  return typeof header === 'string' && /^\d{1,15}$/.test(header) ? Number(header) : null
}

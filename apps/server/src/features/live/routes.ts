import { streamEvents } from '@fieldhouse/contract/live'
import type { FastifyReply } from 'fastify'
import { currentUser, leagueOf } from '../../auth/access.ts'
import type { Routes } from '../../http/requests/validation.ts'
import type { StoredEvent } from '../../live/event-store.ts'
import type { EventStreams } from '../../live/event-streams.ts'

export type LiveOptions = { streams: EventStreams }

export const liveRoutes: Routes<LiveOptions> = (app, { streams }) => {
  app.route({
    ...streamEvents,
    // A HEAD request would wait for the end of a stream that never ends.
    exposeHeadRoute: false,
    async handler(request, reply) {
      const { userId, tokenHash } = currentUser(request)
      const reader = { leagueId: leagueOf(request).id, userId, tokenHash }
      const body = await streams.open(reader, {
        lastId: parseEventId(request.headers['last-event-id']),
        isWanted: (event) =>
          isForUser(event, userId) && (request.query.progress === 'steps' || isOutcome(event)),
      })
      if (reply.raw.destroyed) body.destroy()
      const untypedReply: FastifyReply = reply
      return untypedReply
        .type('text/event-stream; charset=utf-8')
        .header('cache-control', 'private, no-cache, no-transform')
        .header('x-accel-buffering', 'no')
        .send(body)
    },
  })
}

/** The id of the last event that the browser received; null on its first connection. */
function parseEventId(header: string | string[] | undefined): number | null {
  return typeof header === 'string' && /^\d{1,15}$/.test(header) ? Number(header) : null
}

/** Whether an event is not about the inbox of somebody else, or whom they have muted. */
function isForUser({ event }: StoredEvent, userId: number): boolean {
  if (event.name !== 'inbox' && event.name !== 'mutes') return true
  return event.data.user === null || event.data.user === userId
}

/** Whether an event is anything else than a step of a refresh or a backfill. */
function isOutcome({ event }: StoredEvent): boolean {
  return event.name !== 'refresh' || event.data.state !== 'running'
}

import { streamEvents } from '@fieldhouse/contract/live'
import { operation } from '../../http/operation.ts'
import type { StoredEvent } from '../../live/live-events.ts'

export const live = [
  operation(
    streamEvents,
    async ({ ctx, league, user: { userId, tokenHash }, query, request, reply }) => {
      const reader = { leagueId: league.id, userId, tokenHash }
      const last = request.headers['last-event-id']
      const body = await ctx.live.streams.open(reader, {
        lastId: parseEventId(last ?? query.after),
        isReconnect: last !== undefined,
        isWanted: (event) => isForUser(event, userId) && (query.progress === 'steps' || isOutcome(event)),
      })
      if (reply.raw.destroyed) body.destroy()
      return reply
        .type('text/event-stream; charset=utf-8')
        .header('cache-control', 'private, no-cache, no-transform')
        .header('x-accel-buffering', 'no')
        .send(body)
    },
    // A HEAD request would wait for the end of a stream that never ends.
    { exposeHeadRoute: false },
  ),
]

function parseEventId(header: string | string[] | undefined): number | null {
  return typeof header === 'string' && /^\d{1,15}$/.test(header) ? Number(header) : null
}

function isForUser({ event }: StoredEvent, userId: number): boolean {
  if (event.name !== 'inbox' && event.name !== 'mutes') return true
  return event.data.user === null || event.data.user === userId
}

function isOutcome({ event }: StoredEvent): boolean {
  return event.name !== 'refresh' || event.data.state !== 'running'
}

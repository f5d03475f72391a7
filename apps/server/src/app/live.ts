import type { FeedItem, ItemChanges } from '@fieldhouse/contract/feed/items'
import { type LeagueEvents, streamEvents } from '@fieldhouse/contract/live'
import type { DataKind } from '@fieldhouse/contract/operation'
import type { FastifyInstance } from 'fastify'
import type { Context } from '../context.ts'
import type { Db } from '../database/engine/database.ts'
import type { ReadLeagueVersions } from '../database/engine/league-memory.ts'
import { type FeedContext, findShared } from '../features/feed/feed-reader.ts'
import { operation } from '../http/operation.ts'
import {
  type EventData,
  type EventStreams,
  eventHub,
  eventStore,
  eventStreams,
  findDenied,
  type StoredEvent,
} from '../live/live-events.ts'

const ACCESS: readonly DataKind[] = ['access']

/** Creates live updates and view tracking. The event streams end when the app closes. */
export function createLiveUpdates(
  app: FastifyInstance,
  db: Db,
  readVersions: ReadLeagueVersions,
  data: readonly EventData[],
  now: () => Date,
) {
  const store = eventStore(db)
  const hub = eventHub({ store, data, beforeDelivery: () => streams.endDenied(), log: app.log })
  const streams: EventStreams = eventStreams({
    hub,
    store,
    findDenied: (open) => findDenied(db, open, now()),
    getAccessVersion: async () => (await readVersions(null))?.of(ACCESS) ?? null,
    log: app.log,
  })
  app.addHook('preClose', async () => streams.close())
  const viewed = new Set<number>()
  return {
    hub,
    streams,
    recordView: (leagueId: number) => void viewed.add(leagueId),
    /** The leagues in use in this process since the last call: by an open event stream or a request. */
    drainViewed(): number[] {
      const leagues = new Set([...viewed, ...hub.subscribedLeagueIds()])
      viewed.clear()
      return [...leagues]
    },
  }
}

type LiveUpdates = ReturnType<typeof createLiveUpdates>

export function registerLiveHooks(app: FastifyInstance, { hub, recordView }: LiveUpdates): void {
  app.addHook('onResponse', (request, reply, done) => {
    if (reply.statusCode >= 400) return done()
    if (request.method !== 'GET' && request.method !== 'HEAD') hub.wake()
    if (request.leagueScope !== null && request.leagueScope !== undefined) recordView(request.leagueScope.id)
    done()
  })
}

type FeedEvent = LeagueEvents['feed']

/**
 * Adds new items, and what has changed in others, to feed events. It is read when the event is sent, once for all
 * streams of this process, so that stored events contain no texts, and no votes of anonymous proposals.
 */
export function liveFeed(ctx: FeedContext & Pick<Context, 'now' | 'log'>): EventData {
  async function addItem(stored: StoredEvent): Promise<StoredEvent> {
    const { leagueId, event } = stored
    if (event.name !== 'feed' || event.data.change === 'removed') return stored
    const { data } = event
    // Only its comments change, which those read who look at the trade.
    if (data.type === 'trade') return stored
    const shared = await findShared(ctx, leagueId, data.type, data.id, ctx.now())
    const withData = (added: FeedEvent): StoredEvent => ({ ...stored, event: { name: 'feed', data: added } })
    // The event that says so follows.
    if (shared === null) return withData({ change: 'removed', type: data.type, id: data.id })
    const contain = (item: FeedItem) => withData(withItem(data, item))
    const byUser = new Map([...shared.byViewer].map(([userId, item]) => [userId, contain(item)]))
    return { ...contain(shared.item), byUser }
  }

  return {
    // Without the item, clients read it.
    add: async (event) =>
      addItem(event).catch((error: unknown) => {
        ctx.log.error({ err: error }, 'failed to read the item of an event')
        return event
      }),
  }
}

function withItem({ fields, ...data }: FeedEvent, item: FeedItem): FeedEvent {
  if (data.change === 'added') return { ...data, item }
  if (fields === undefined) return data
  const wanted = new Set<string>(fields)
  const changes: ItemChanges = Object.fromEntries(Object.entries(item).filter(([name]) => wanted.has(name)))
  // An item without reactions, media, mentions or a preview, or that is not hidden, does not have the field.
  const empty = Object.fromEntries(
    ['reactions', 'media', 'mentions'].filter((name) => wanted.has(name)).map((name) => [name, []]),
  )
  const none = Object.fromEntries(
    ['preview', 'hidden'].filter((name) => wanted.has(name)).map((name) => [name, null]),
  )
  return { ...data, changes: { ...empty, ...none, ...changes } }
}

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

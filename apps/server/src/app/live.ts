import type { DataKind } from '@fieldhouse/contract/operation'
import type { FastifyInstance } from 'fastify'
import type { Db } from '../database/engine/database.ts'
import type { ReadLeagueVersions } from '../database/engine/league-versions.ts'
import { type ActiveLeagues, activeLeagues } from '../live/active-leagues.ts'
import { type EventData, type EventHub, eventHub } from '../live/event-hub.ts'
import { eventStore } from '../live/event-store.ts'
import { type EventStreams, eventStreams } from '../live/event-streams.ts'
import { subscriberStore } from '../live/subscriber-store.ts'

const ACCESS: readonly DataKind[] = ['access']

type LiveUpdates = { hub: EventHub; streams: EventStreams; activeLeagues: ActiveLeagues }

/** Creates live updates and view tracking. The event streams end when the app closes. */
export function createLiveUpdates(
  app: FastifyInstance,
  db: Db,
  {
    readVersions,
    data,
    now,
  }: { readVersions: ReadLeagueVersions; data: readonly EventData[]; now: () => Date },
): LiveUpdates {
  const store = eventStore(db)
  const subscribers = subscriberStore(db)
  const hub = eventHub({ store, data, beforeDelivery: () => streams.endDenied(), log: app.log })
  const streams: EventStreams = eventStreams({
    hub,
    store,
    findDenied: (open) => subscribers.findDenied(open, now()),
    getAccessVersion: async () => (await readVersions(null))?.of(ACCESS) ?? null,
    log: app.log,
  })
  app.addHook('preClose', async () => streams.close())
  return { hub, streams, activeLeagues: activeLeagues(hub) }
}

/** Wakes this process's event streams after each write, and records each request to a league as a view. */
export function registerLiveHooks(app: FastifyInstance, { hub, activeLeagues }: LiveUpdates): void {
  app.addHook('onResponse', (request, reply, done) => {
    if (reply.statusCode >= 400) return done()
    if (request.method !== 'GET' && request.method !== 'HEAD') hub.wake()
    if (request.leagueScope !== null && request.leagueScope !== undefined)
      activeLeagues.recordView(request.leagueScope.id)
    done()
  })
}

import type { DataKind } from '@fieldhouse/contract/operation'
import type { FastifyInstance } from 'fastify'
import type { Db } from '../database/engine/database.ts'
import type { ReadLeagueVersions } from '../database/engine/league-versions.ts'
import { type EventData, type EventStreams, eventHub, eventStreams } from '../live/event-hub.ts'
import { eventStore } from '../live/event-store.ts'
import { findDenied } from '../live/subscriber-store.ts'

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

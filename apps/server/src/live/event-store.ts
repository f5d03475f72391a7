import { LEAGUE_EVENTS } from '@fieldhouse/contract/live'
import { HOUR_MS } from '@fieldhouse/domain/duration'
import type { Db } from '../database/engine/database.ts'
import type { ScheduledJob } from '../jobs/job.ts'
import type { LeagueEvent } from '../repositories/events/league-events.ts'

/** `id` is the event ID that a client sends as `Last-Event-ID` when it reconnects. */
export type StoredEvent = {
  id: number
  leagueId: number
  event: LeagueEvent
  /** What single users receive instead, by user ID, if they see the change differently. */
  byUser?: ReadonlyMap<number, StoredEvent>
}

/** How far below the newest ID an event that becomes visible later may be. */
const REORDER_WINDOW = 1000
/** The longest time between the assignment of an event's ID and its commit. */
export const MAX_COMMIT_DELAY_MS = 30_000

export type EventStore = ReturnType<typeof eventStore>

export function eventStore(db: Db) {
  return {
    /** The IDs of the newest events, newest first. */
    async listNewestIds() {
      const rows = await db
        .selectFrom('league_events')
        .select('id')
        .orderBy('id', 'desc')
        .limit(REORDER_WINDOW)
        .execute()
      return rows.map((row) => row.id)
    },

    /** The ID of the newest event; 0 before the first. */
    async findNewestId() {
      const row = await db
        .selectFrom('league_events')
        .select((eb) => eb.fn.max('id').as('id'))
        .executeTakeFirst()
      return row?.id ?? 0
    },

    /** All IDs above `id`, in order, and the events that `isWanted` selects: most have been read before. */
    async listAfter(id: number, isWanted: (event: Pick<StoredEvent, 'id' | 'leagueId'>) => boolean) {
      const rows = await db
        .selectFrom('league_events')
        .selectAll()
        .where('id', '>', id)
        .orderBy('id')
        .execute()
      const wanted = rows.filter((row) => isWanted({ id: row.id, leagueId: row.league_id }))
      return { ids: rows.map((row) => row.id), events: wanted.flatMap(parseEventRow) }
    },

    /**
     * The events that a client has missed since the event `lastId`. With concurrent writers, a lower ID may
     * become visible after a higher one, so after a reconnect, events from shortly before `lastId` are sent again. A
     * page that was rendered a moment ago would read everything again because of them.
     */
    async listMissed(leagueId: number, lastId: number, isReconnect = true) {
      const last = isReconnect
        ? await db.selectFrom('league_events').select('at').where('id', '=', lastId).executeTakeFirst()
        : undefined
      const rows = await db
        .selectFrom('league_events')
        .selectAll()
        .where('league_id', '=', leagueId)
        .where((eb) => {
          const isLater = eb('id', '>', lastId)
          if (last === undefined) return isLater
          const isNear = eb.between('id', lastId - REORDER_WINDOW + 1, lastId - 1)
          return eb.or([isLater, eb.and([isNear, eb('at', '>=', last.at - MAX_COMMIT_DELAY_MS)])])
        })
        .orderBy('id')
        .execute()
      return rows.flatMap(parseEventRow)
    },
  }
}

/** How long a client may be disconnected and still receive the events it missed. */
const RETENTION_MS = HOUR_MS

export function eventsCleanUp(db: Db, now: () => Date): ScheduledJob {
  return {
    name: 'events-clean-up',
    schedule: '*/10 * * * *',
    async run() {
      const before = now().getTime() - RETENTION_MS
      await db.deleteFrom('league_events').where('at', '<=', before).execute()
    },
  }
}

/** Returns nothing for an event of another release, which may run at the same time during an upgrade. */
function parseEventRow(row: { id: number; league_id: number; name: string; data: string }): StoredEvent[] {
  const schema = Object.entries(LEAGUE_EVENTS).find(([name]) => name === row.name)?.[1]
  const data = schema?.safeParse(JSON.parse(row.data))
  if (data?.success !== true) return []
  return [{ id: row.id, leagueId: row.league_id, event: { name: row.name, data: data.data } as LeagueEvent }]
}

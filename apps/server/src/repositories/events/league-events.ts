import type { LEAGUE_EVENTS } from '@fieldhouse/contract/live'
import type { CompiledQuery } from 'kysely'
import type { z } from 'zod'
import type { Db } from '../../database/engine/database.ts'

type Events = typeof LEAGUE_EVENTS

export type LeagueEvent = {
  [Name in keyof Events]: { name: Name; data: z.output<Events[Name]> }
}[keyof Events]

export function eventQuery(db: Db, leagueId: number, { name, data }: LeagueEvent, now: Date): CompiledQuery {
  return db
    .insertInto('league_events')
    .values({ league_id: leagueId, name, data: JSON.stringify(data), at: now.getTime() })
    .compile()
}

/** Notifies the clients of a league's event stream. `db` should be the transaction of the change. */
export async function recordEvent(db: Db, leagueId: number, event: LeagueEvent, now: Date): Promise<void> {
  await db.executeQuery(eventQuery(db, leagueId, event, now))
}

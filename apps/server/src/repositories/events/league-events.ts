import type { LEAGUE_EVENTS } from '@fieldhouse/contract/live'
import type { CompiledQuery, Kysely } from 'kysely'
import type { z } from 'zod'
import { compileOnce, type ValueOf } from '../../database/engine/compile-once.ts'
import type { Database } from '../../database/schema/schema.ts'

type Events = typeof LEAGUE_EVENTS

/** A change in a league, as sent to the clients of its event stream. */
export type LeagueEvent = {
  [Name in keyof Events]: { name: Name; data: z.output<Events[Name]> }
}[keyof Events]

const insertEvent = compileOnce(
  (db, value: ValueOf<{ leagueId: number; name: string; data: string; at: number }>) =>
    db.insertInto('league_events').values({
      league_id: value('leagueId'),
      name: value('name'),
      data: value('data'),
      at: value('at'),
    }),
)

/** The query of `recordEvent`. */
export function eventQuery(
  db: Kysely<Database>,
  leagueId: number,
  { name, data }: LeagueEvent,
  now: Date,
): CompiledQuery {
  return insertEvent.with(db, { leagueId, name, data: JSON.stringify(data), at: now.getTime() })
}

/** Notifies the clients of a league's event stream. `db` should be the transaction of the change. */
export async function recordEvent(
  db: Kysely<Database>,
  leagueId: number,
  event: LeagueEvent,
  now: Date,
): Promise<void> {
  await db.executeQuery(eventQuery(db, leagueId, event, now))
}

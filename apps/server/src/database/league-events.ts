import type { LEAGUE_EVENTS } from '@fieldhouse/contract/live'
import type { Kysely } from 'kysely'
import type { z } from 'zod'
import type { Database } from './schema.ts'

type Events = typeof LEAGUE_EVENTS

/** Something that changed in a league, by the name and with the data that its readers are told. */
export type LeagueEvent = {
  [Name in keyof Events]: { name: Name; data: z.output<Events[Name]> }
}[keyof Events]

/** Tells those who look at a league that something changed, in the transaction that changes it. */
export async function recordEvent(
  db: Kysely<Database>,
  leagueId: number,
  { name, data }: LeagueEvent,
  now: Date,
): Promise<void> {
  await db
    .insertInto('league_events')
    .values({ league_id: leagueId, name, data: JSON.stringify(data), at: now.getTime() })
    .execute()
}

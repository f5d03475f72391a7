import type { Kysely } from 'kysely'
import type { Database } from '../../database/schema/schema.ts'

/** Why a season could not be fetched. `reason` is a message for users. */
export type SeasonFailure = { season: number; reason: string; at: Date }

/** Stores the latest failure of a season, until the season is stored. */
export async function recordFailure(
  db: Kysely<Database>,
  leagueId: number,
  { season, reason, at }: SeasonFailure,
): Promise<void> {
  const values = { reason, at: at.getTime() }
  await db
    .insertInto('season_failures')
    .values({ league_id: leagueId, season, ...values })
    .onConflict((conflict) => conflict.columns(['league_id', 'season']).doUpdateSet(values))
    .execute()
}

export async function clearFailure(db: Kysely<Database>, leagueId: number, season: number): Promise<void> {
  await db
    .deleteFrom('season_failures')
    .where('league_id', '=', leagueId)
    .where('season', '=', season)
    .execute()
}

/** Newest season first. */
export async function listFailures(db: Kysely<Database>, leagueId: number): Promise<SeasonFailure[]> {
  const rows = await db
    .selectFrom('season_failures')
    .select(['season', 'reason', 'at'])
    .where('league_id', '=', leagueId)
    .orderBy('season', 'desc')
    .execute()
  return rows.map((row) => ({ ...row, at: new Date(row.at) }))
}

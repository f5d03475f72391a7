import { MAX_GAMES, MAX_TEAMS, MAX_WEEK } from '@fieldhouse/domain/seasons/season-size'
import type { Kysely } from 'kysely'
import type { Database } from '../../database/schema/schema.ts'

/** What is too much in the stored seasons of a league, besides the players of a week, as text for users; null if nothing is. */
export async function findLargeSeason(db: Kysely<Database>, leagueId: number): Promise<string | null> {
  const limits = [
    ['season_teams', MAX_TEAMS, 'teams'],
    ['season_games', MAX_GAMES, 'games'],
    ['lineup_weeks', MAX_WEEK + 1, 'weeks with lineups'],
    ['transaction_weeks', MAX_WEEK + 1, 'weeks with transactions'],
  ] as const
  for (const [table, max, what] of limits) {
    const found = await db
      .selectFrom(table)
      .select((eb) => ['season', eb.fn.countAll<number>().as('count')])
      .where('league_id', '=', leagueId)
      .groupBy('season')
      .having((eb) => eb(eb.fn.countAll(), '>', max))
      .executeTakeFirst()
    if (found !== undefined)
      return `Season ${found.season} has ${found.count} ${what}. At most ${max} are read.`
  }
  return null
}

import { MAX_GAMES, MAX_TEAMS, MAX_WEEK } from '@fieldhouse/domain/seasons/season-replacement'
import type { Db } from '../../../database/engine/database.ts'
import { listSeasons } from '../../../repositories/stored-seasons.ts'

/** What is too much in the stored seasons of a league, besides the players of a week, as text for users; null if nothing is. */
export async function findLargeSeason(db: Db, leagueId: number): Promise<string | null> {
  const limits = [
    ['lineup_weeks', MAX_WEEK + 1, 'weeks with lineups'],
    ['transaction_weeks', MAX_WEEK + 1, 'weeks with transactions'],
  ] as const
  for (const stored of await listSeasons(db, leagueId)) {
    const problem = describeLargeSeason(stored.season, stored)
    if (problem !== null) return problem
  }
  for (const [table, max, what] of limits) {
    const found = await db
      .selectFrom(table)
      .select((eb) => ['season', eb.fn.countAll<number>().as('count')])
      .where('league_id', '=', leagueId)
      .groupBy('season')
      .having((eb) => eb(eb.fn.countAll(), '>', max))
      .executeTakeFirst()
    if (found !== undefined) return describe(found.season, found.count, what, max)
  }
  return null
}

export function describeLargeSeason(
  season: number,
  { teams, games }: { teams: readonly unknown[]; games: readonly unknown[] },
): string | null {
  if (teams.length > MAX_TEAMS) return describe(season, teams.length, 'teams', MAX_TEAMS)
  return games.length > MAX_GAMES ? describe(season, games.length, 'games', MAX_GAMES) : null
}

function describe(season: number, count: number, what: string, max: number): string {
  return `Season ${season} has ${count} ${what}. At most ${max} are read.`
}

import { buildBracket, type PlayoffBracket } from '@fieldhouse/domain/seasons/bracket'
import { hasMatchups } from '@fieldhouse/domain/seasons/scoring-format'
import type { Db } from '../../database/engine/database.ts'
import { type GameReader, gameReader, type StoredGame } from './game-reader.ts'

/** Reads the playoff brackets of a league. */
export interface BracketReader {
  /** Of a season that is not stored, or has no matchups, the bracket is unknown. */
  getBracket(leagueId: number, season: number): Promise<PlayoffBracket<StoredGame>>
}

export function bracketReader(
  db: Db,
  games: Pick<GameReader, 'findSchedule' | 'listGames'> = gameReader(db),
): BracketReader {
  return {
    async getBracket(leagueId, season) {
      const [schedule, seasonGames, teams] = await Promise.all([
        games.findSchedule(leagueId, season),
        games.listGames(leagueId, season),
        db
          .selectFrom('season_teams')
          .select(['team_id as teamId', 'playoff_seed as playoffSeed'])
          .where('league_id', '=', leagueId)
          .where('season', '=', season)
          .execute(),
      ])
      if (schedule === null || !hasMatchups(schedule.format))
        return { status: 'unknown', rounds: [], championId: null }
      return buildBracket({ ...schedule, games: seasonGames, teams })
    },
  }
}

import type { ScoredGame, SeasonScores } from '@fieldhouse/domain/betslip/lowest-scorer'
import type { Points } from '@fieldhouse/domain/points'
import type { SeasonCalendar } from '@fieldhouse/domain/seasons/season'
import type { Db } from '../../database/engine/database.ts'
import { parseSeasonDetails } from '../../repositories/seasons/season-details.ts'

type BettingCalendar = Pick<SeasonCalendar, 'regularSeasonPeriods' | 'periods'>

export interface ScoreStore {
  /** The matchup periods of a season; null when the season is not stored. */
  findCalendar(leagueId: number, season: number): Promise<BettingCalendar | null>
  /** The scores that decide who is the lowest scorer of each week; null when the season is not stored. */
  findScores(leagueId: number, season: number): Promise<SeasonScores | null>
}

export function scoreStore(db: Db): ScoreStore {
  return {
    findCalendar,

    async findScores(leagueId, season) {
      const [calendar, games, weeks] = await Promise.all([
        findCalendar(leagueId, season),
        listGames(leagueId, season),
        db
          .selectFrom('season_weeks')
          .select(['team_id as teamId', 'week', 'points'])
          .$narrowType<{ points: Points }>()
          .where('league_id', '=', leagueId)
          .where('season', '=', season)
          .execute(),
      ])
      return calendar === null ? null : { periods: calendar.periods, games, weekPoints: weeks }
    },
  }

  async function findCalendar(leagueId: number, season: number): Promise<BettingCalendar | null> {
    const row = await db
      .selectFrom('seasons')
      .select(['regular_season_periods', 'details'])
      .where('league_id', '=', leagueId)
      .where('season', '=', season)
      .executeTakeFirst()
    if (row === undefined) return null
    return {
      regularSeasonPeriods: row.regular_season_periods,
      periods: parseSeasonDetails(row.details).periods,
    }
  }

  async function listGames(leagueId: number, season: number): Promise<ScoredGame[]> {
    const rows = await db
      .selectFrom('season_games')
      .select(['period', 'result', 'home_team_id', 'home_points', 'away_team_id', 'away_points'])
      .where('league_id', '=', leagueId)
      .where('season', '=', season)
      .execute()
    return rows.map((row) => ({
      period: row.period,
      result: row.result as ScoredGame['result'],
      home: toSide(row.home_team_id, row.home_points),
      away: row.away_team_id === null ? null : toSide(row.away_team_id, row.away_points ?? 0),
    }))
  }
}

function toSide(teamId: number, points: number): ScoredGame['home'] {
  return { teamId, points: points as Points }
}

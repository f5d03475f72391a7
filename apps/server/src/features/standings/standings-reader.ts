import type { ResponseOf } from '@fieldhouse/contract/operation'
import type { listStandings } from '@fieldhouse/contract/standings'
import type { GameReader } from '../../repositories/seasons/game-reader.ts'
import type { SeasonReader } from '../../repositories/seasons/season-reader.ts'
import type { TeamReader } from '../../repositories/seasons/team-reader.ts'
import { presentStandings } from './present.ts'

export type StandingsReaderOptions = {
  seasons: SeasonReader
  teams: Pick<TeamReader, 'listTeams' | 'listOwnerNames'>
  games: Pick<GameReader, 'findSchedule' | 'listGames' | 'listCompletedWeeks'>
  now: () => Date
}

export interface StandingsReader {
  /**
   * The standings of a season, by default the current one. Without teams if it is not stored.
   * @param userId whose team gets `is_mine`; null for nobody
   */
  read(
    leagueId: number,
    season: number | undefined,
    userId: number | null,
  ): Promise<ResponseOf<typeof listStandings>>
}

export function standingsReader({ seasons, teams, games, now }: StandingsReaderOptions): StandingsReader {
  return {
    async read(leagueId, requestedSeason, userId) {
      const season = requestedSeason ?? (await seasons.getCurrentSeason(leagueId, now()))
      const [schedule, seasonTeams, owners, seasonGames, weeks, freshness] = await Promise.all([
        games.findSchedule(leagueId, season),
        teams.listTeams(leagueId, season),
        teams.listOwnerNames(leagueId, season),
        games.listGames(leagueId, season),
        games.listCompletedWeeks(leagueId, season),
        seasons.getFreshness(leagueId, season),
      ])
      return presentStandings({
        season,
        schedule,
        teams: seasonTeams,
        owners,
        games: seasonGames,
        weeks,
        freshness,
        userId,
      })
    },
  }
}

import type { DashboardGame } from '@fieldhouse/contract/dashboard'
import type { NflWeek } from '@fieldhouse/domain/nfl/nfl-week'
import type { TeamLineup } from '@fieldhouse/domain/rosters/lineup'
import { presentMyWeek } from './present.ts'
import type { WeekReader } from './week-reader.ts'

/** The current week of users' teams, for lists of several leagues. */
export interface MyWeekReader {
  /** null: no game, no lineup, an unknown NFL schedule. */
  readMyWeek(
    leagueId: number,
    userId: number,
  ): Promise<{ game: DashboardGame | null; lineup: TeamLineup | null; nflWeek: NflWeek | null }>
}

export function myWeekReader(weeks: WeekReader): MyWeekReader {
  return {
    async readMyWeek(leagueId, userId) {
      const week = await weeks.readWeek(leagueId, {})
      const { matchup, season } = presentMyWeek({ ...week, userId })
      const teamId = week.teams.find((team) => team.assignment?.userId === userId)?.teamId
      return {
        game: matchup === null ? null : { ...matchup, season },
        lineup: week.lineups.find((lineup) => lineup.teamId === teamId) ?? null,
        nflWeek: week.nflWeek,
      }
    },
  }
}

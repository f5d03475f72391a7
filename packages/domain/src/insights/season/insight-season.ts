import type { PlayoffBracket } from '../../seasons/playoffs.ts'
import type { Game, LeagueSeason, SeasonTeam } from '../../seasons/season.ts'
import {
  bracketOf,
  completedWeeksOf,
  gamesById,
  type SeasonSchedule,
  scheduleOf,
} from '../../seasons/season-views.ts'
import { playsMedianGame } from '../../seasons/standings.ts'
import { type RegularSeason, toRegularSeason } from './regular-season.ts'

export type InsightSeason = {
  schedule: SeasonSchedule
  regular: RegularSeason
  /** Ordered by ID. */
  teams: InsightTeam[]
  bracket: PlayoffBracket<Game>
}

export type InsightTeam = Pick<
  SeasonTeam,
  'teamId' | 'name' | 'divisionId' | 'record' | 'pointsFor' | 'playoffSeed'
>

export function insightSeasonOf(season: LeagueSeason): InsightSeason {
  const schedule = scheduleOf(season)
  const { teams } = season
  const games = gamesById(season)
  const hasMedianGame = playsMedianGame({ hasMedianGame: schedule.hasMedianGame, teams, games })
  const weeklyScores = completedWeeksOf(season)
  return {
    schedule,
    teams,
    bracket: bracketOf(season),
    regular: toRegularSeason({ ...schedule, teams, games, weeklyScores, hasMedianGame }),
  }
}

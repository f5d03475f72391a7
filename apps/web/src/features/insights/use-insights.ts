import type { ApiResponse } from '../../api/api-client.ts'
import { leagueQuery } from '../../api/operations.ts'

export type Luck = ApiResponse<'GET /api/league/:league/insights/luck/'>
export type TeamLuck = Luck['teams'][number]

export type InsightsHeader = Pick<Luck, 'season' | 'week' | 'scoring_format'> & {
  unavailable: ApiResponse<'GET /api/league/:league/insights/race/'>['unavailable']
}

/** The luck of each team in a season; null for the current one. */
export const luckQuery = (league: string, season: number | null) =>
  leagueQuery('GET /api/league/:league/insights/luck/', ['insights', 'luck'], { league, season })

export type Power = ApiResponse<'GET /api/league/:league/insights/power/'>
export type TeamPower = Power['teams'][number]
export type PowerFormula = Power['formula']

/** The power ranking through a week; null for the last completed one. */
export const powerQuery = (
  league: string,
  { season, week, formula }: { season: number | null; week: number | null; formula: PowerFormula },
) =>
  leagueQuery('GET /api/league/:league/insights/power/', ['insights', 'power'], {
    league,
    season,
    week,
    formula,
  })

export type ScheduleSwap = ApiResponse<'GET /api/league/:league/insights/schedule-swap/'>
export type TeamSwap = ScheduleSwap['teams'][number]

export const scheduleSwapQuery = (league: string, season: number | null) =>
  leagueQuery('GET /api/league/:league/insights/schedule-swap/', ['insights', 'schedule swap'], {
    league,
    season,
  })

export type Grades = ApiResponse<'GET /api/league/:league/insights/grades/'>
export type TeamGrades = Grades['teams'][number]

export const gradesQuery = (league: string, season: number) =>
  leagueQuery('GET /api/league/:league/insights/grades/', ['insights', 'grades'], { league, season })

export type Lineups = ApiResponse<'GET /api/league/:league/insights/lineups/'>
export type TeamLineups = Lineups['teams'][number]

/** The lineups of an NFL week and of the season, compared with the best ones; null for the last completed week. */
export const lineupsQuery = (league: string, season: number | null, week: number | null = null) =>
  leagueQuery('GET /api/league/:league/insights/lineups/', ['insights', 'lineups'], { league, season, week })

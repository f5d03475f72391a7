import type { ApiResponse } from '../../api/api-client.ts'
import { leagueQuery } from '../../api/operations.ts'

export type WeeklyAwards = ApiResponse<'GET /api/league/:league/insights/awards/'>
export type WeeklyAward = WeeklyAwards['awards'][number]
export type AwardCounts = ApiResponse<'GET /api/league/:league/insights/awards/counts/'>

export const weeklyAwardsQuery = (league: string, { season, week }: { season: number; week: number }) =>
  leagueQuery('GET /api/league/:league/insights/awards/', ['awards'], { league, season, week })

/** How often each owner has won the awards; of all seasons without one. */
export const awardCountsQuery = (league: string, season: number | null) =>
  leagueQuery('GET /api/league/:league/insights/awards/counts/', ['award-counts'], { league, season })

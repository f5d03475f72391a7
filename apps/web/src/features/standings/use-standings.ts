import type { ApiResponse } from '../../api/api-client.ts'
import {
  leagueQuery,
  leagueQueryKey,
  operationQuery,
  type Standings,
  shareImage,
} from '../../api/operations.ts'

export type MySummary = ApiResponse<'GET /api/league/:league/me/summary/'>

export const mySummaryQuery = (league: string) =>
  leagueQuery('GET /api/league/:league/me/summary/', ['summary'], { league })

/** The provider's league id and the newest stored season; null before the first refresh. */
export const snapshotQuery = (league: string) =>
  operationQuery('GET /api/league/:league/snapshot/', [...leagueQueryKey(league), 'snapshot'], {
    request: { params: { league } },
    select: (response) => response.payload,
  })

export const standingsImage = (league: string, season: number | null) =>
  shareImage('GET /api/league/:league/standings/image/', { league, season })

/** Whether a season in progress is a race for places in the playoffs. */
export function hasRace(standings: Standings | undefined): boolean {
  if (standings === undefined || standings.is_finished || !standings.playoff_teams) return false
  return (
    standings.scoring_format === 'points' && standings.standings.some((team) => team.weekly_points.length > 0)
  )
}

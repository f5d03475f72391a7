import { queryOptions } from '@tanstack/react-query'
import { type ApiResponse, apiClient } from '../../api/api-client.ts'
import { leagueQuery, leagueQueryKey } from '../../api/league-queries.ts'
import type { ShareImage } from '../../api/share-image.ts'

export type Standings = ApiResponse<'GET /api/league/:league/standings/'>
export type Standing = Standings['standings'][number]
export type MySummary = ApiResponse<'GET /api/league/:league/me/summary/'>

export type Snapshot = NonNullable<ApiResponse<'GET /api/league/:league/snapshot/'>['payload']>

/** The standings of a season; null for the current one. */
export const standingsQuery = (league: string, season: number | null = null) =>
  leagueQuery('GET /api/league/:league/standings/', ['standings', season], {
    params: { league },
    query: season === null ? {} : { season },
  })

export const mySummaryQuery = (league: string) =>
  leagueQuery('GET /api/league/:league/me/summary/', ['summary'], { params: { league } })

/** The provider's league id and the newest stored season; null before the first refresh. */
export const snapshotQuery = (league: string) =>
  queryOptions({
    queryKey: [...leagueQueryKey(league), 'snapshot'],
    queryFn: ({ signal }) => apiClient('GET /api/league/:league/snapshot/', { params: { league }, signal }),
    select: (response) => response.payload,
  })

export const standingsImage = (league: string, season: number | null): ShareImage => ({
  key: 'GET /api/league/:league/standings/image/',
  request: { params: { league }, query: season === null ? {} : { season } },
})

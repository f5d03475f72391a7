import { queryOptions } from '@tanstack/react-query'
import { type ApiResponse, apiClient } from '../../api/api-client.ts'
import { leagueQueryKey } from '../../api/league-queries.ts'

export type Standings = ApiResponse<'GET /api/league/:league/standings/'>
export type Standing = Standings['standings'][number]
export type MySummary = ApiResponse<'GET /api/league/:league/me/summary/'>

export type Snapshot = NonNullable<ApiResponse<'GET /api/league/:league/snapshot/'>['payload']>

/** The standings of a season; null for the current one. */
export const standingsQuery = (league: string, season: number | null = null) =>
  queryOptions({
    queryKey: [...leagueQueryKey(league), 'standings', season],
    queryFn: ({ signal }) =>
      apiClient('GET /api/league/:league/standings/', {
        params: { league },
        query: season === null ? {} : { season },
        signal,
      }),
  })

export const mySummaryQuery = (league: string) =>
  queryOptions({
    queryKey: [...leagueQueryKey(league), 'summary'],
    queryFn: ({ signal }) => apiClient('GET /api/league/:league/me/summary/', { params: { league }, signal }),
  })

/** The provider's league id and the newest stored season; null before the first refresh. */
export const snapshotQuery = (league: string) =>
  queryOptions({
    queryKey: [...leagueQueryKey(league), 'snapshot'],
    queryFn: ({ signal }) => apiClient('GET /api/league/:league/snapshot/', { params: { league }, signal }),
    select: (response) => response.payload,
  })

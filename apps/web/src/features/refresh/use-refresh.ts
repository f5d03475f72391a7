import { type QueryKey, queryOptions } from '@tanstack/react-query'
import { type ApiResponse, apiClient } from '../../api/api-client.ts'
import { leagueQueryKey, operationQuery, useSend } from '../../api/operations.ts'

export type StatusRow = ApiResponse<'GET /api/leagues/status/'>['leagues'][number]

export type LeaguesRefresh = NonNullable<ApiResponse<'GET /api/refresh-espn/'>['refresh']>

export const leagueStatusQuery = operationQuery('GET /api/leagues/status/', ['league-status'], {
  select: (response) => response.leagues,
})

export const POLL_INTERVAL_MS = 1500

export const leaguesRefreshQuery = queryOptions({
  queryKey: ['leagues-refresh'],
  queryFn: async ({ client, queryKey, signal }) => {
    const before = client.getQueryData<ApiResponse<'GET /api/refresh-espn/'>>(queryKey)
    const response = await apiClient('GET /api/refresh-espn/', { signal })
    if (before?.refresh?.ended_at === null && response.refresh?.ended_at !== null)
      await Promise.all(
        keysAfterRefresh(['league']).map((key) => client.invalidateQueries({ queryKey: key })),
      )
    return response
  },
  select: (response) => response.refresh,
  refetchInterval: ({ state }) => state.data?.refresh?.ended_at === null && POLL_INTERVAL_MS,
})

/** Refreshes a season of one league, or of all leagues when `name` is null. */
export const useRefresh = () =>
  useSend(
    'POST /api/refresh-espn/',
    ({ name, season }: { name: string | null; season: number }) => ({
      body: name === null ? { season } : { name, season },
    }),
    {
      onSettled: (_, { name }) =>
        name === null
          ? [...keysAfterRefresh(['league']), leaguesRefreshQuery.queryKey]
          : keysAfterRefresh(leagueQueryKey(name)),
    },
  )

function keysAfterRefresh(leagueKey: QueryKey): QueryKey[] {
  return [leagueStatusQuery.queryKey, ['user-leagues'], leagueKey]
}

import { type QueryClient, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { type ApiResponse, apiClient } from '../../api/api-client.ts'
import { leagueQueryKey } from '../../api/league-queries.ts'

export type StatusRow = ApiResponse<'GET /api/leagues/status/'>['leagues'][number]

export type LeaguesRefresh = NonNullable<ApiResponse<'GET /api/refresh-espn/'>['refresh']>

export const leagueStatusQuery = queryOptions({
  queryKey: ['league-status'],
  queryFn: ({ signal }) => apiClient('GET /api/leagues/status/', { signal }),
  select: (response) => response.leagues,
})

export const POLL_INTERVAL_MS = 1500

export const leaguesRefreshQuery = queryOptions({
  queryKey: ['leagues-refresh'],
  queryFn: async ({ client, queryKey, signal }) => {
    const before = client.getQueryData<ApiResponse<'GET /api/refresh-espn/'>>(queryKey)
    const response = await apiClient('GET /api/refresh-espn/', { signal })
    if (before?.refresh?.ended_at === null && response.refresh?.ended_at !== null)
      await invalidateLeagues(client, ['league'])
    return response
  },
  select: (response) => response.refresh,
  refetchInterval: ({ state }) => state.data?.refresh?.ended_at === null && POLL_INTERVAL_MS,
})

/** Refreshes a season of one league, or of all leagues when `name` is null. */
export function useRefresh() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ name, season }: { name: string | null; season: number }) =>
      apiClient('POST /api/refresh-espn/', { body: name === null ? { season } : { name, season } }),
    onSettled: (_response, _error, { name }) =>
      Promise.all([
        invalidateLeagues(client, name === null ? ['league'] : leagueQueryKey(name)),
        name === null ? client.invalidateQueries({ queryKey: leaguesRefreshQuery.queryKey }) : null,
      ]),
  })
}

async function invalidateLeagues(client: QueryClient, leagueKey: readonly unknown[]): Promise<void> {
  await Promise.all([
    client.invalidateQueries({ queryKey: leagueStatusQuery.queryKey }),
    client.invalidateQueries({ queryKey: ['user-leagues'] }),
    client.invalidateQueries({ queryKey: leagueKey }),
  ])
}

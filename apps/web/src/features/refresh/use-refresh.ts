import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { type ApiResponse, apiClient } from '../../api/api-client.ts'
import { leagueQueryKey } from '../../api/league-queries.ts'

export type StatusRow = ApiResponse<'GET /api/leagues/status/'>['leagues'][number]

export const leagueStatusQuery = queryOptions({
  queryKey: ['league-status'],
  queryFn: ({ signal }) => apiClient('GET /api/leagues/status/', { signal }),
  select: (response) => response.leagues,
})

/** Refreshes a season of one league, or of all leagues when `name` is null. */
export function useRefresh() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ name, season }: { name: string | null; season: number }) =>
      apiClient('POST /api/refresh-espn/', { body: name === null ? { season } : { name, season } }),
    onSettled: (_response, _error, { name }) =>
      Promise.all([
        client.invalidateQueries({ queryKey: leagueStatusQuery.queryKey }),
        client.invalidateQueries({ queryKey: ['user-leagues'] }),
        client.invalidateQueries({ queryKey: name === null ? ['league'] : leagueQueryKey(name) }),
      ]),
  })
}

import type { READ_PROVIDERS } from '@fieldhouse/domain/league/league-providers'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { type ApiResponse, apiClient } from '../../api/api-client.ts'
import { leagueQueryKey } from '../../api/league-queries.ts'

export type Source = ApiResponse<'GET /api/league/:league/sources/'>['sources'][number]

export const sourcesQuery = (league: string) =>
  queryOptions({
    queryKey: [...leagueQueryKey(league), 'sources'],
    queryFn: ({ signal }) => apiClient('GET /api/league/:league/sources/', { params: { league }, signal }),
    enabled: league !== '',
  })

export type NewSource = {
  provider: (typeof READ_PROVIDERS)[number]
  league_id: string
  from: number | null
  to: number | null
}

/** The league's ID at ESPN, which other screens show, can change as well. */
export function useAddSource(league: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: NewSource) =>
      apiClient('POST /api/league/:league/sources/', { params: { league }, body }),
    onSuccess: () => client.invalidateQueries({ queryKey: leagueQueryKey(league) }),
  })
}

export function useRemoveSource(league: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (id: number) =>
      apiClient('POST /api/league/:league/sources/remove/', { params: { league }, body: { id } }),
    onSuccess: () => client.invalidateQueries({ queryKey: leagueQueryKey(league) }),
  })
}

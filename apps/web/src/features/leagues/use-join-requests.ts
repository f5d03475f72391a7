import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { type ApiResponse, apiClient } from '../../api/api-client.ts'
import { leagueQueryKey } from '../../api/league-query-key.ts'

export type JoinRequest = ApiResponse<'GET /api/league-requests/'>['requests'][number]

/** Pending requests that the person may decide, oldest first. */
export const pendingRequestsQuery = queryOptions({
  queryKey: ['league-requests'],
  queryFn: ({ signal }) => apiClient('GET /api/league-requests/', { signal }),
  select: (answer) => answer.requests,
})

/** Approves a request for a league; without one, rejects what the person asked. */
export function useDecideRequest() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ username, league }: { username: string; league: string | null }) =>
      league === null
        ? apiClient('POST /api/league-requests/reject/', { body: { username } })
        : apiClient('POST /api/league-requests/approve/', { body: { username, league } }),
    // What somebody else decided meanwhile comes back as a failure; the list then tells.
    onSettled: (_answer, _error, { league }) =>
      Promise.all([
        client.invalidateQueries({ queryKey: pendingRequestsQuery.queryKey }),
        client.invalidateQueries({ queryKey: league === null ? ['my-requests'] : leagueQueryKey(league) }),
      ]),
  })
}

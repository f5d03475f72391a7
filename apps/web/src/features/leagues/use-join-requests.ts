import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { type Answer, call } from '../../api/call.ts'
import { leagueKey } from '../../api/league-key.ts'

export type JoinRequest = Answer<'GET /api/league-requests/'>['requests'][number]

/** Pending requests that the person may decide, oldest first. */
export const pendingRequests = queryOptions({
  queryKey: ['league-requests'],
  queryFn: ({ signal }) => call('GET /api/league-requests/', { signal }),
  select: (answer) => answer.requests,
})

/** Approves a request for a league; without one, rejects what the person asked. */
export function useDecide() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ username, league }: { username: string; league: string | null }) =>
      league === null
        ? call('POST /api/league-requests/reject/', { body: { username } })
        : call('POST /api/league-requests/approve/', { body: { username, league } }),
    // What somebody else decided meanwhile comes back as a failure; the list then tells.
    onSettled: (_answer, _error, { league }) =>
      Promise.all([
        client.invalidateQueries({ queryKey: pendingRequests.queryKey }),
        client.invalidateQueries({ queryKey: league === null ? ['my-requests'] : leagueKey(league) }),
      ]),
  })
}

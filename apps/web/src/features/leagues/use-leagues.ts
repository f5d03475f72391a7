import type { LeagueRole } from '@fieldhouse/domain/league/roles'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { type ApiResponse, apiClient } from '../../api/api-client.ts'
import { leagueQuery, leagueQueryKey } from '../../api/league-queries.ts'
import { useSend, useSendBody } from '../../api/operations.ts'

export type MyLeague = ApiResponse<'GET /api/user-leagues/:username/'>['leagues'][number]
export type MyRequest = MyRequests['requests'][number]

export const ROLE_NAMES: Record<LeagueRole, string> = { admin: 'Admin', player: 'Player', viewer: 'Viewer' }

/** How often a user with no league checks for changes. */
const POLL_INTERVAL_MS = 30_000

/** How often somebody who waits for an admin does: who is not a member of a league has no stream of its events. */
const WAITING_INTERVAL_MS = 5000

export const myLeaguesQuery = (username: string) =>
  queryOptions({
    queryKey: ['user-leagues', username],
    queryFn: ({ signal }) => apiClient('GET /api/user-leagues/:username/', { params: { username }, signal }),
    select: (response) => response.leagues,
    enabled: username !== '',
    refetchInterval: ({ state }) => state.data?.leagues.length === 0 && POLL_INTERVAL_MS,
  })

type MyRequests = ApiResponse<'GET /api/my-requests/'>

const countPending = (response: MyRequests | undefined) =>
  response?.requests.filter(({ status }) => status === 'pending').length ?? 0

/** The user's join requests, newest first. Once one is decided, the user's leagues and invites are read again. */
export const myRequestsQuery = queryOptions({
  queryKey: ['my-requests'],
  async queryFn({ signal, client, queryKey }) {
    const response = await apiClient('GET /api/my-requests/', { signal })
    if (countPending(response) < countPending(client.getQueryData<MyRequests>(queryKey)))
      for (const queryKey of [['user-leagues'], ['invite']]) void client.invalidateQueries({ queryKey })
    return response
  },
  select: (response) => response.requests,
  refetchInterval: ({ state }) => countPending(state.data) > 0 && WAITING_INTERVAL_MS,
})

export const allLeaguesQuery = queryOptions({
  queryKey: ['leagues'],
  queryFn: ({ signal }) => apiClient('GET /api/leagues/', { signal }),
  select: (response) => response.leagues,
})

export const myRoleQuery = (league: string) =>
  leagueQuery('GET /api/league/:league/me/role/', ['role'], { league })

export const useRequestToJoin = () =>
  useSend('POST /api/request-league/', (body: { league: string | null; message: string }) => ({ body }), {
    onSuccess: [myRequestsQuery.queryKey],
  })

export function useLeaveLeague() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (league: string) => apiClient('POST /api/league/:league/leave/', { params: { league } }),
    onSuccess: (_response, league) => {
      client.removeQueries({ queryKey: leagueQueryKey(league) })
      return Promise.all([
        client.invalidateQueries({ queryKey: ['user-leagues'] }),
        client.invalidateQueries({ queryKey: ['inbox'] }),
      ])
    },
  })
}

export const useCreateLeague = () =>
  useSendBody(
    'POST /api/create-league/',
    {},
    { onSuccess: [['leagues'], ['user-leagues'], ['league-status']] },
  )

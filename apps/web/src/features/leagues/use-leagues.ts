import type { LeagueRole } from '@fieldhouse/domain/league/roles'
import { queryOptions } from '@tanstack/react-query'
import { type ApiResponse, apiClient } from '../../api/api-client.ts'
import { leagueQuery, leagueQueryKey, operationQuery, useSend, useSendBody } from '../../api/operations.ts'

export type MyLeague = ApiResponse<'GET /api/user-leagues/:username/'>['leagues'][number]
export type MyRequest = MyRequests['requests'][number]

export const ROLE_NAMES: Record<LeagueRole, string> = { admin: 'Admin', player: 'Player', viewer: 'Viewer' }

/** How often a user with no league checks for changes. */
const POLL_INTERVAL_MS = 30_000

/** How often somebody who waits for an admin does: who is not a member of a league has no stream of its events. */
const WAITING_INTERVAL_MS = 5000

export const myLeaguesQuery = (username: string) =>
  operationQuery('GET /api/user-leagues/:username/', ['user-leagues', username], {
    request: { params: { username } },
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

export const allLeaguesQuery = operationQuery('GET /api/leagues/', ['leagues'], {
  select: (response) => response.leagues,
})

export const myRoleQuery = (league: string) =>
  leagueQuery('GET /api/league/:league/me/role/', ['role'], { league })

export const useRequestToJoin = () =>
  useSendBody('POST /api/request-league/', { onSuccess: [myRequestsQuery.queryKey] })

export const useLeaveLeague = () =>
  useSend('POST /api/league/:league/leave/', (league: string) => ({ params: { league } }), {
    onSuccess: (_, league, client) => {
      client.removeQueries({ queryKey: leagueQueryKey(league) })
      return [['user-leagues'], ['inbox']]
    },
  })

export const useCreateLeague = () =>
  useSendBody('POST /api/create-league/', { onSuccess: [['leagues'], ['user-leagues'], ['league-status']] })

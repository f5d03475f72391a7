import { type ApiResponse, apiClient } from '../../../api/api-client.ts'
import { leagueQueryKey, operationQuery, useChange, useSend } from '../../../api/operations.ts'

export type Member = ApiResponse<'GET /api/league/:league/members/'>['members'][number]
export type JoinRequest = ApiResponse<'GET /api/league-requests/'>['requests'][number]

/** Pending requests that the user can approve or reject, oldest first. */
export const pendingRequestsQuery = operationQuery('GET /api/league-requests/', ['league-requests'], {
  select: (response) => response.requests,
})

/** `team` is the ID of a team without a user. */
export type Decision = { username: string; league: string | null; team: number | null }

/** Approves a user's request for a league, with a team or without; with a null league, rejects the user's requests. */
export const useDecideRequest = () =>
  useChange(
    ({ username, league, team }: Decision) =>
      league === null
        ? apiClient('POST /api/league-requests/reject/', { body: { username } })
        : apiClient('POST /api/league-requests/approve/', {
            body: { username, league, ...(team === null ? {} : { league_team_id: team }) },
          }),
    {
      // Also after an error: another admin may have decided the request in the meantime.
      onSettled: (_, { league }) => [
        pendingRequestsQuery.queryKey,
        ['inbox'],
        league === null ? ['my-requests'] : leagueQueryKey(league),
      ],
    },
  )

export const membersQuery = (league: string) =>
  operationQuery('GET /api/league/:league/members/', [...leagueQueryKey(league), 'members'], {
    request: { params: { league } },
    select: (response) => response.members,
    enabled: league !== '',
  })

export const useRemoveMember = (league: string) =>
  useSend(
    'POST /api/league/:league/members/remove/',
    (username: string) => ({ params: { league }, body: { username } }),
    { onSuccess: [leagueQueryKey(league), ['user-leagues']] },
  )

import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { type ApiRequest, type ApiResponse, apiClient } from '../../api/api-client.ts'
import { leagueQueryKey } from '../../api/league-queries.ts'

type InviteList = ApiResponse<'GET /api/league/:league/invites/'>
export type InviteLink = InviteList['links'][number]
export type InviteClaim = InviteList['claims'][number]
export type Invite = ApiResponse<'POST /api/invites/read/'>
export type InviteTeam = Invite['teams'][number]

/** The invite links of a league, and who joined through them. For its admins. */
export const invitesQuery = (league: string) =>
  queryOptions({
    queryKey: [...leagueQueryKey(league), 'invites'],
    queryFn: ({ signal }) => apiClient('GET /api/league/:league/invites/', { params: { league }, signal }),
    enabled: league !== '',
  })

export function useCreateInvite(league: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: NonNullable<ApiRequest<'POST /api/league/:league/invites/'>['body']>) =>
      apiClient('POST /api/league/:league/invites/', { params: { league }, body }),
    onSuccess: () => client.invalidateQueries({ queryKey: invitesQuery(league).queryKey }),
  })
}

export function useRevokeInvite(league: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (id: number) =>
      apiClient('POST /api/league/:league/invites/revoke/', { params: { league }, body: { id } }),
    // Also after an error: another admin may have revoked it.
    onSettled: () => client.invalidateQueries({ queryKey: invitesQuery(league).queryKey }),
  })
}

/** Takes back what somebody got through an invite link. */
export function useUndoClaim(league: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ link, username }: InviteClaim) =>
      apiClient('POST /api/league/:league/invites/undo/', { params: { league }, body: { link, username } }),
    onSettled: () => client.invalidateQueries({ queryKey: leagueQueryKey(league) }),
  })
}

/** What an invite link offers to the current user; `username` is null if nobody is signed in. */
export const inviteQuery = (code: string, username: string | null) =>
  queryOptions({
    queryKey: ['invite', code, username],
    queryFn: ({ signal }) => apiClient('POST /api/invites/read/', { body: { code }, signal }),
    // Others may claim a team, or an admin may approve a request, while the page is open.
    refetchInterval: POLL_INTERVAL_MS,
  })

const POLL_INTERVAL_MS = 30_000

export function useAcceptInvite(code: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (team: InviteTeam | null) =>
      apiClient('POST /api/invites/accept/', {
        body: { code, league_team_id: team?.league_team_id ?? null },
      }),
    // Also after an error: somebody else may have claimed the team.
    onSettled: () =>
      Promise.all([
        client.invalidateQueries({ queryKey: ['invite', code] }),
        client.invalidateQueries({ queryKey: ['user-leagues'] }),
        client.invalidateQueries({ queryKey: ['my-requests'] }),
      ]),
  })
}

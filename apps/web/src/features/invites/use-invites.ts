import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { type ApiRequest, type ApiResponse, apiClient } from '../../api/api-client.ts'
import { leagueQueryKey } from '../../api/league-queries.ts'

type InviteList = ApiResponse<'GET /api/league/:league/invites/'>
export type InviteLink = InviteList['links'][number]
export type InviteClaim = InviteList['claims'][number]
export type Invite = ApiResponse<'POST /api/invites/read/'>

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

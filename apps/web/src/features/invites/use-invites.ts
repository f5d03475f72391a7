import type { ApiResponse } from '../../api/api-client.ts'
import { leagueQuery, leagueQueryKey, operationQuery, useSend, useSendBody } from '../../api/operations.ts'

type InviteList = ApiResponse<'GET /api/league/:league/invites/'>
export type InviteLink = InviteList['links'][number]
export type InviteClaim = InviteList['claims'][number]
export type Invite = ApiResponse<'POST /api/invites/read/'>
export type InviteTeam = Invite['teams'][number]

export const invitesQuery = (league: string) =>
  leagueQuery('GET /api/league/:league/invites/', ['invites'], { league })

export const useCreateInvite = (league: string) =>
  useSendBody('POST /api/league/:league/invites/', {
    params: { league },
    onSuccess: [invitesQuery(league).queryKey],
  })

export const useRevokeInvite = (league: string) =>
  // Also after an error: another admin may have revoked it.
  useSend(
    'POST /api/league/:league/invites/revoke/',
    (id: number) => ({ params: { league }, body: { id } }),
    { onSettled: [invitesQuery(league).queryKey] },
  )

export const useUndoClaim = (league: string) =>
  useSend(
    'POST /api/league/:league/invites/undo/',
    ({ link, username }: InviteClaim) => ({ params: { league }, body: { link, username } }),
    { onSettled: [leagueQueryKey(league)] },
  )

/** What an invite link offers to the current user; `username` is null if nobody is signed in. */
export const inviteQuery = (code: string, username: string | null) =>
  operationQuery('POST /api/invites/read/', ['invite', code, username], {
    request: { body: { code } },
    // Others may claim a team, or an admin may approve a request, while the page is open.
    refetchInterval: POLL_INTERVAL_MS,
  })

const POLL_INTERVAL_MS = 30_000

export const useAcceptInvite = (code: string) =>
  // Also after an error: somebody else may have claimed the team.
  useSend(
    'POST /api/invites/accept/',
    (team: InviteTeam | null) => ({
      body: { code, league_team_id: team?.league_team_id ?? null },
    }),
    { onSettled: [['invite', code], ['user-leagues'], ['my-requests']] },
  )

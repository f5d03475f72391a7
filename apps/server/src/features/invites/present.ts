import type { listInviteLinks, readInvite } from '@fieldhouse/contract/invites'
import type { ResponseOf } from '@fieldhouse/contract/operation'
import type { LeagueTeam } from '../../repositories/seasons/team-reader.ts'
import type { Invite, InviteClaim } from './claim-store.ts'
import type { InviteLink } from './link-store.ts'

type InviteList = ResponseOf<typeof listInviteLinks>

export function presentInviteLink(link: InviteLink): InviteList['links'][number] {
  return {
    id: link.id,
    created_by: link.createdBy,
    created_at: link.createdAt.toISOString(),
    expires_at: link.expiresAt.toISOString(),
    uses: link.uses,
    max_uses: link.maxUses,
    needs_approval: link.needsApproval,
    state: link.state,
  }
}

export function presentInviteClaim({ linkId, at, ...claim }: InviteClaim): InviteList['claims'][number] {
  return { link: linkId, ...claim, at: at.toISOString() }
}

/** The teams without a user are sorted by name. */
export function presentInvite(
  { league, needsApproval, me }: Invite,
  season: number,
  teams: readonly LeagueTeam[],
  owners: ReadonlyMap<number, readonly string[]>,
  userId: number | null,
): ResponseOf<typeof readInvite> {
  const open = teams.filter(({ assignment }) => assignment === null)
  const own = teams.find(({ assignment }) => assignment !== null && assignment.userId === userId)
  return {
    league,
    season,
    needs_approval: needsApproval,
    teams: open
      .toSorted((a, b) => a.name.localeCompare(b.name, 'en-US'))
      .map(({ teamId, name, logo, color }) => ({
        league_team_id: teamId,
        name,
        logo,
        color,
        owners: [...(owners.get(teamId) ?? [])],
      })),
    has_claimed_teams: open.length < teams.length,
    me:
      me === null
        ? null
        : {
            is_member: me.isMember,
            team: own?.name ?? null,
            is_waiting: me.request !== null,
            requested_team_id: me.request?.teamId ?? null,
          },
  }
}

import { draftAt } from '../calendar.ts'
import type { Position } from '../players.ts'
import { teamsIn } from '../seed-users.ts'
import { type BodyContext, usesHistoryEndpoint } from './body-context.ts'
import { STARTING_SLOT_OF } from './slots.ts'

/** Before the draft, picks have no player and no member. */
export function draftDetail(
  { season, moment: { isDrafted } }: Pick<BodyContext, 'season' | 'moment'>,
  hasPicks: boolean,
): object {
  const owners = new Map(teamsIn(season.season).map(({ teamId, primaryOwner }) => [teamId, primaryOwner?.id]))
  const positions = new Map(season.players.map((player) => [player.id, player.position]))
  return {
    ...(isDrafted && !usesHistoryEndpoint(season.season)
      ? { completeDate: draftAt(season.season) + 2 * 3_600_000 }
      : {}),
    drafted: isDrafted,
    inProgress: false,
    ...(hasPicks
      ? {
          picks: season.picks.map((pick) => ({
            autoDraftTypeId: 0,
            bidAmount: 0,
            id: pick.overall,
            keeper: false,
            lineupSlotId: isDrafted ? STARTING_SLOT_OF[positions.get(pick.playerId) as Position] : 0,
            ...(isDrafted ? memberField(owners.get(pick.teamId), season.season) : {}),
            nominatingTeamId: 0,
            overallPickNumber: pick.overall,
            playerId: isDrafted ? pick.playerId : -1,
            reservedForKeeper: false,
            roundId: pick.round,
            roundPickNumber: pick.inRound,
            teamId: pick.teamId,
            tradeLocked: false,
          })),
        }
      : {}),
  }
}

/** Old drafts have the member ID without braces. Picks of a team without an owner have no member. */
function memberField(id: string | undefined, season: number): object {
  if (id === undefined) return {}
  return { memberId: usesHistoryEndpoint(season) ? id.slice(1, -1).toLowerCase() : id }
}

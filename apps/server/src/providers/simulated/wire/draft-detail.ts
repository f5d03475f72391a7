import { draftAt } from '../calendar.ts'
import { CAST } from '../cast.ts'
import type { Position } from '../players.ts'
import type { Asked } from './asked.ts'
import { STARTING_SLOT_OF } from './slots.ts'

/** Before the draft the picks are there without a player, and nobody has made them. */
export function draftDetail(
  { season, moment: { isDrafted } }: Pick<Asked, 'season' | 'moment'>,
  hasPicks: boolean,
): object {
  const positions = new Map(season.players.map((player) => [player.id, player.position]))
  return {
    ...(isDrafted ? { completeDate: draftAt(season.season) + 2 * 3_600_000 } : {}),
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
            ...(isDrafted ? { memberId: ownerOf(pick.teamId) } : {}),
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

function ownerOf(teamId: number): string | undefined {
  return CAST.find((team) => team.teamId === teamId)?.owners[0].id
}

import type { LineupSpot } from '@fieldhouse/contract/matchups/matchups'
import { nflTeamById } from '@fieldhouse/domain/nfl/nfl-teams'
import type { NflWeek } from '@fieldhouse/domain/nfl/nfl-week'
import { pointsToDecimalOrNull } from '@fieldhouse/domain/points'
import { bySlot, type LineupEntry, type TeamLineup } from '@fieldhouse/domain/rosters/lineup'
import { presentAvailability } from './present-player-game.ts'

/** The slots of a lineup in display order, including empty ones. */
export function listSlots({
  entries,
  emptySlots,
}: TeamLineup): { slotId: number; entry: LineupEntry | null }[] {
  const filled = entries.map((entry) => ({ slotId: entry.slotId, entry }))
  const empty = emptySlots.map((slotId) => ({ slotId, entry: null }))
  return [...filled, ...empty].sort(bySlot)
}

/** `nflWeek` is null where the NFL games do not matter. */
export function presentLineup(
  lineups: readonly TeamLineup[],
  teamId: number,
  nflWeek: NflWeek | null = null,
): LineupSpot[] | null {
  const lineup = lineups.find((candidate) => candidate.teamId === teamId)
  if (lineup === undefined) return null
  return listSlots(lineup).map(({ slotId, entry }) => presentLineupSpot(slotId, entry, nflWeek))
}

function presentLineupSpot(slotId: number, entry: LineupEntry | null, nflWeek: NflWeek | null): LineupSpot {
  return {
    slot_id: slotId,
    espn_id: entry?.playerId ?? null,
    player: entry?.name ?? null,
    nfl_team: nflTeamById(entry?.nflTeamId ?? 0)?.abbrev ?? null,
    proj: pointsToDecimalOrNull(entry?.projectedPoints ?? null),
    actual: pointsToDecimalOrNull(entry?.points ?? null),
    ...presentAvailability(entry, nflWeek),
  }
}

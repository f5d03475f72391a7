import type { LineupSpot } from '@fieldhouse/contract/matchups'
import { nflTeamById } from '@fieldhouse/domain/nfl/nfl-teams'
import { pointsToDecimalOrNull } from '@fieldhouse/domain/points'
import { bySlot, type LineupEntry, type TeamLineup } from '@fieldhouse/domain/rosters/lineup'

/** The slots of a lineup in order, including empty ones; null without a lineup. */
export function presentLineup(lineup: TeamLineup | undefined): LineupSpot[] | null {
  if (lineup === undefined) return null
  const empty = lineup.emptySlots.map((slotId) => ({ slotId, entry: null }))
  const filled = lineup.entries.map((entry) => ({ slotId: entry.slotId, entry }))
  return [...filled, ...empty].sort(bySlot).map(({ slotId, entry }) => presentLineupSpot(slotId, entry))
}

function presentLineupSpot(slotId: number, entry: LineupEntry | null): LineupSpot {
  return {
    slot_id: slotId,
    espn_id: entry?.playerId ?? null,
    player: entry?.name ?? null,
    nfl_team: nflTeamById(entry?.nflTeamId ?? 0)?.abbrev ?? null,
    proj: pointsToDecimalOrNull(entry?.projectedPoints ?? null),
    actual: pointsToDecimalOrNull(entry?.points ?? null),
  }
}

import { addPoints, type Points, ZERO_POINTS } from './points.ts'
import type { Finding } from './season.ts'
import { bySlot, slotOf } from './slots.ts'

/** The lineups of all teams in one NFL week. */
export type WeekLineups = {
  providerLeagueId: number
  season: number
  /** The NFL week, which is not always a matchup period. */
  week: number
  /** Empty before the draft and if the provider has none. */
  lineups: TeamLineup[]
  findings: Finding[]
}

export type TeamLineup = {
  teamId: number
  /** In slot order: starters, bench, injured reserve. An empty slot has no entry. */
  entries: LineupEntry[]
  /** Empty starting slots, in slot order. Empty if the roster slots are unknown. */
  emptySlots: number[]
  /** The points of the starters, without adjustments. */
  points: Points
  /**
   * Projected points of the starters; null without any projection. The provider's projections are finer than
   * hundredths, so the sum of the rounded entries can differ slightly.
   */
  projectedPoints: Points | null
}

export type LineupEntry = {
  slotId: number
  /** The provider's player ID; negative for a team's defense. */
  playerId: number
  /** Never empty. */
  name: string
  /** Such as `WR` or `D/ST`; null if unknown. */
  position: string | null
  /** The provider's ID of the player's NFL team in that week; null without a team. */
  nflTeamId: number | null
  /** The provider's injury status at the time of the request, such as `QUESTIONABLE`; null without one. */
  injuryStatus: string | null
  /** null in a bye week, before the player's game, and for a player who did not play. */
  points: Points | null
  /** 0 in a bye week; null without a projection. */
  projectedPoints: Points | null
  /** Every slot that the player can fill. */
  eligibleSlots: number[]
}

/** The display name of a player whose name the provider does not have. */
export function fallbackPlayerName(playerId: number): string {
  return `Player ${playerId}`
}

/** The sum of the starters' points. A starter without points counts as 0. */
export function starterPoints(entries: readonly Pick<LineupEntry, 'slotId' | 'points'>[]): Points {
  return addPoints(
    entries.filter((entry) => slotOf(entry.slotId).isStarter).map((entry) => entry.points ?? ZERO_POINTS),
  )
}

/**
 * The empty starting slots, in slot order. A slot that is empty twice appears twice. `slotCounts` is the
 * number of each slot in a lineup.
 */
export function emptySlotsOf(
  slotCounts: ReadonlyMap<number, number>,
  entries: readonly Pick<LineupEntry, 'slotId'>[],
): number[] {
  return [...slotCounts]
    .map(([slotId, count]) => ({ slotId, count: count - countInSlot(entries, slotId) }))
    .filter(({ slotId, count }) => count > 0 && slotOf(slotId).isStarter)
    .sort(bySlot)
    .flatMap(({ slotId, count }) => Array.from({ length: count }, () => slotId))
}

function countInSlot(entries: readonly { slotId: number }[], slotId: number): number {
  return entries.filter((entry) => entry.slotId === slotId).length
}

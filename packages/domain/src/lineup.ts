import { addPoints, type Points, ZERO_POINTS } from './points.ts'
import type { Finding } from './season.ts'
import { bySlot, slotOf } from './slots.ts'

/** Who stood where in one NFL week, in every team that had a line-up. */
export type WeekLineups = {
  providerLeagueId: number
  season: number
  /** The NFL week, which is not always a matchup period. */
  week: number
  /** Empty before the draft, and where the provider has none. */
  lineups: TeamLineup[]
  findings: Finding[]
}

export type TeamLineup = {
  teamId: number
  /** In slot order: starters, bench, reserve. A place that nobody fills has no entry. */
  entries: LineupEntry[]
  /** Starting places that nobody fills, in slot order; none where the places are unknown. */
  emptySlots: number[]
  /** What the starters have scored. An adjustment is not part of it. */
  points: Points
  /**
   * What the starters were projected to score; null without any projection. The provider projects
   * in finer parts than hundredths, so the rounded entries can add up to a little more or less.
   */
  projectedPoints: Points | null
}

export type LineupEntry = {
  slotId: number
  /** The provider's number of the player; negative for a team's defense. */
  playerId: number
  /** Never empty. */
  name: string
  /** Such as `WR` or `D/ST`; null for a position that is unknown. */
  position: string | null
  /** The provider's number of the NFL team that the player had that week; null for none. */
  nflTeamId: number | null
  /** The provider's word as of the request, such as `QUESTIONABLE`; null where it has none. */
  injuryStatus: string | null
  /** null in a bye week, before the player's game, and for one who did not play. */
  points: Points | null
  /** 0 in a bye week; null where the provider has no projection. */
  projectedPoints: Points | null
  /** Every slot in which the player may stand. */
  eligibleSlots: number[]
}

/** What a player is called whom the provider does not describe. */
export function fallbackPlayerName(playerId: number): string {
  return `Player ${playerId}`
}

/** What the starters have scored; one without points adds nothing. */
export function starterPoints(entries: readonly Pick<LineupEntry, 'slotId' | 'points'>[]): Points {
  return addPoints(
    entries.filter((entry) => slotOf(entry.slotId).isStarter).map((entry) => entry.points ?? ZERO_POINTS),
  )
}

/**
 * The starting places that nobody fills, in slot order; one that is empty twice is there twice.
 * `places` is how many of each slot a team has.
 */
export function emptySlotsOf(
  places: ReadonlyMap<number, number>,
  entries: readonly Pick<LineupEntry, 'slotId'>[],
): number[] {
  return [...places]
    .map(([slotId, count]) => ({ slotId, count: count - countInSlot(entries, slotId) }))
    .filter(({ slotId, count }) => count > 0 && slotOf(slotId).isStarter)
    .sort(bySlot)
    .flatMap(({ slotId, count }) => Array.from({ length: count }, () => slotId))
}

function countInSlot(entries: readonly { slotId: number }[], slotId: number): number {
  return entries.filter((entry) => entry.slotId === slotId).length
}

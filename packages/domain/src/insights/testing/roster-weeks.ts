import { type Points, pointsFromDecimal, ZERO_POINTS } from '../../points.ts'
import { BENCH_SLOT } from '../../rosters/lineup.ts'
import type { RosterPlayer, RosterWeek } from '../../rosters/matchup.ts'

/** A player of a roster. Starters are wide receivers, unless stated otherwise. */
export function aRosterPlayer(
  playerId: number,
  points: number | null,
  more: Partial<RosterPlayer> = {},
): RosterPlayer {
  return {
    playerId,
    name: `Player ${playerId}`,
    position: 'WR',
    nflTeamId: 1,
    slotId: more.isStarter === false ? BENCH_SLOT : 4,
    points: points === null ? null : pointsFromDecimal(points),
    isStarter: true,
    ...more,
  }
}

/** A roster whose starters were the best ones. */
export function aRosterWeek(
  week: number,
  teamId: number,
  players: readonly RosterPlayer[],
  more: Partial<RosterWeek> = {},
): RosterWeek {
  const actual = players.reduce(
    (sum, { isStarter, points }) => sum + (isStarter ? (points ?? ZERO_POINTS) : 0),
    0,
  ) as Points
  return {
    week,
    teamId,
    actual,
    optimal: actual,
    leftOnBench: ZERO_POINTS,
    efficiency: 1,
    projectedPoints: null,
    emptySlots: [],
    players: [...players],
    ...more,
  }
}

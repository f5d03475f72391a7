import type { Points } from '@fieldhouse/domain/points'
import type { DraftPick } from '@fieldhouse/domain/rosters/archive'
import type { LineupEntry, TeamLineup } from '@fieldhouse/domain/rosters/lineup'

/** Slots of the starters and of the bench, with the position of each player. */
const ROSTER: readonly [slotId: number, position: string][] = [
  [0, 'QB'],
  [2, 'RB'],
  [2, 'RB'],
  [4, 'WR'],
  [4, 'WR'],
  [6, 'TE'],
  [23, 'WR'],
  [16, 'D/ST'],
  [17, 'K'],
  ...['QB', 'RB', 'RB', 'WR', 'WR', 'TE', 'RB'].map((position): [number, string] => [20, position]),
]

const ELIGIBLE: Readonly<Record<string, number[]>> = {
  QB: [0, 20],
  RB: [2, 23, 20],
  WR: [4, 23, 20],
  TE: [6, 23, 20],
  'D/ST': [16, 20],
  K: [17, 20],
}

const playerIdOf = (team: number, index: number) => team * 100 + index

/** The lineup of a team of 16 in a week. The points are computed from the numbers. */
export function buildLineup(team: number, week: number): TeamLineup {
  const entries = ROSTER.map(([slotId, position], index): LineupEntry => {
    const playerId = playerIdOf(team, index)
    return {
      slotId,
      playerId,
      name: `Player ${playerId}`,
      position,
      nflTeamId: (playerId % 32) + 1,
      injuryStatus: null,
      points: ((playerId * 7919 + week * 104_729) % 3000) as Points,
      projectedPoints: 1200 as Points,
      eligibleSlots: ELIGIBLE[position] ?? [],
    }
  })
  const started = entries.filter(({ slotId }) => slotId !== 20)
  const points = started.reduce((sum, entry) => sum + (entry.points ?? 0), 0) as Points
  return { teamId: team, entries, emptySlots: [], points, projectedPoints: 11_000 as Points }
}

/** A snake draft of 16 rounds. */
export function buildPicks(teams: number): DraftPick[] {
  return Array.from({ length: teams * ROSTER.length }, (_, index) => {
    const round = Math.floor(index / teams)
    const spot = index % teams
    const team = round % 2 === 0 ? spot + 1 : teams - spot
    return {
      overall: index + 1,
      round: round + 1,
      inRound: spot + 1,
      teamId: team,
      playerId: playerIdOf(team, round),
      memberId: null,
      isKeeper: false,
      bid: null,
    }
  })
}

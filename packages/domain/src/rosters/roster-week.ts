import { groupBy, oncePer } from '../insights/season/regular-season.ts'
import type { Points } from '../points.ts'
import { type LineupEntry, slotOf, type TeamLineup } from './lineup.ts'
import { countedPoints, type LineupReview, reviewLineup } from './lineup-efficiency.ts'

export type RosterWeek = Pick<LineupReview, 'actual'> & {
  /** These compare it with the best lineup; null if that is unknown. */
  optimal: Points | null
  leftOnBench: Points | null
  /** null as in `LineupReview`, too. */
  efficiency: number | null
  week: number
  teamId: number
  projectedPoints: Points | null
  emptySlots: readonly number[]
  /** The whole roster, starters first. */
  players: readonly RosterPlayer[]
}

export type RosterPlayer = Pick<
  LineupEntry,
  'playerId' | 'name' | 'position' | 'nflTeamId' | 'slotId' | 'points'
> & {
  isStarter: boolean
}

export function toRosterWeek(week: number, lineup: TeamLineup): RosterWeek {
  const review = reviewLineup(lineup)
  return {
    week,
    teamId: lineup.teamId,
    actual: countedPoints(lineup),
    optimal: review?.optimal ?? null,
    leftOnBench: review?.leftOnBench ?? null,
    efficiency: review?.efficiency ?? null,
    projectedPoints: lineup.projectedPoints,
    emptySlots: lineup.emptySlots,
    players: lineup.entries.map(({ playerId, name, position, nflTeamId, slotId, points }) => ({
      playerId,
      name,
      position,
      nflTeamId,
      slotId,
      points,
      isStarter: slotOf(slotId).isStarter,
    })),
  }
}

export function startersOf({ players }: Pick<RosterWeek, 'players'>): RosterPlayer[] {
  return players.filter(({ isStarter }) => isStarter)
}

const weeksByTeam = oncePer((weeks: readonly RosterWeek[]) =>
  groupBy(
    weeks.toSorted((a, b) => a.week - b.week),
    ({ teamId }) => teamId,
  ),
)

/** The lineups of a team, ascending by week. `weeks` are grouped once, because this is asked for each team. */
export function rosterWeeksOfTeam(weeks: readonly RosterWeek[], teamId: number): readonly RosterWeek[] {
  return weeksByTeam(weeks).get(teamId) ?? []
}

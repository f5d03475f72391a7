import { knownRecord } from '@fieldhouse/domain/seasons/format-record'
import { byRank as byDomainRank, winPercentage } from '@fieldhouse/domain/seasons/standings'
import type { Standing } from '../../api/league-queries.ts'
import type { SortOrder } from '../../ui/display/sortable-header.tsx'

/** The sortable columns. */
export type StandingsColumn =
  | 'rank'
  | 'team'
  | 'record'
  | 'games_back'
  | 'points_for'
  | 'points_against'
  | 'points_per_game'
  | 'eliminated_week'
  | 'streak'
  | 'last_result'
  | 'manager'

/** Columns that start with the greatest value. */
const DESCENDING: readonly StandingsColumn[] = [
  'record',
  'points_for',
  'points_against',
  'points_per_game',
  'streak',
  'last_result',
]

export type StandingsOrder = SortOrder<StandingsColumn>

export const BY_RANK: StandingsOrder = { column: 'rank', isDescending: false }

/** The order after a column header is pressed: reversed if already sorted by it, otherwise its default. */
export function nextStandingsOrder(order: StandingsOrder, column: StandingsColumn): StandingsOrder {
  if (order.column === column) return { column, isDescending: !order.isDescending }
  return { column, isDescending: DESCENDING.includes(column) }
}

/** Orders by rank; teams without one by wins, then by points for. */
export function byRank(a: Standing, b: Standing): number {
  return byDomainRank(toRankedTeam(a), toRankedTeam(b))
}

function toRankedTeam(team: Standing) {
  return { rank: team.rank, name: team.name, record: knownRecord(team), pointsFor: team.points_for }
}

/** Sorts the teams. Ties are broken by rank; a missing value sorts last in both directions. */
export function sortStandings(
  teams: readonly Standing[],
  { column, isDescending }: StandingsOrder,
): Standing[] {
  const sign = isDescending ? -1 : 1
  const isMissing = (team: Standing) => sortValue(team, column) === null
  return teams.toSorted(byRank).toSorted((a, b) => {
    const byMissing = Number(isMissing(a)) - Number(isMissing(b))
    return byMissing !== 0 ? byMissing : sign * compare(a, b, column)
  })
}

function compare(a: Standing, b: Standing, column: StandingsColumn): number {
  const [first, second] = [sortValue(a, column) ?? 0, sortValue(b, column) ?? 0]
  return typeof first === 'string' || typeof second === 'string'
    ? String(first).localeCompare(String(second), 'en')
    : first - second
}

/** The value by which a team is sorted; null if it is missing. */
function sortValue(team: Standing, column: StandingsColumn): number | string | null {
  switch (column) {
    case 'rank':
      return team.rank
    case 'team':
      return team.name
    case 'record':
      return winPercentage(knownRecord(team)) ?? -1
    case 'games_back':
      return team.games_back ?? null
    case 'points_for':
      return team.points_for
    case 'points_against':
      return team.points_against
    case 'points_per_game':
      return team.points_per_game ?? null
    case 'eliminated_week':
      return team.eliminated_week ?? null
    case 'streak':
      return streakValue(team)
    case 'last_result':
      return team.last_result == null ? null : { win: 1, tie: 0, loss: -1 }[team.last_result]
    case 'manager':
      return team.assigned_user
  }
}

/** Wins count up from 1, losses down from -1, ties as 0. */
function streakValue({ streak }: Standing): number | null {
  if (streak === undefined || streak === null) return null
  return { win: streak.length, tie: 0, loss: -streak.length }[streak.outcome]
}

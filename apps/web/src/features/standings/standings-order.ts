import { byRank as byDomainRank, winPercentage } from '@fieldhouse/domain/seasons/standings'
import type { SortOrder } from '../../ui/display/sortable-header.tsx'
import type { Standing } from './use-standings.ts'

/** The sortable columns. */
export type StandingsColumn = 'rank' | 'team' | 'record' | 'points_for' | 'points_against' | 'manager'

export type StandingsOrder = SortOrder<StandingsColumn>

export const BY_RANK: StandingsOrder = { column: 'rank', isDescending: false }

/** The order after a column header is pressed: reversed if already sorted by it, otherwise its default. */
export function nextStandingsOrder(order: StandingsOrder, column: StandingsColumn): StandingsOrder {
  if (order.column === column) return { column, isDescending: !order.isDescending }
  return {
    column,
    isDescending: column === 'record' || column === 'points_for' || column === 'points_against',
  }
}

/** Orders by rank; teams without one by wins, then by points for. */
export function byRank(a: Standing, b: Standing): number {
  return byDomainRank(toRankedTeam(a), toRankedTeam(b))
}

function toRankedTeam({ rank, name, wins, losses, ties, points_for }: Standing) {
  return { rank, name, record: { wins, losses, ties }, pointsFor: points_for }
}

/** Sorts the teams. Ties are broken by rank; a missing rank or manager sorts last in both directions. */
export function sortStandings(
  teams: readonly Standing[],
  { column, isDescending }: StandingsOrder,
): Standing[] {
  const sign = isDescending ? -1 : 1
  const isMissing = (team: Standing) =>
    (column === 'rank' && team.rank === null) || (column === 'manager' && team.assigned_user === null)
  return teams.toSorted(byRank).toSorted((a, b) => {
    const byMissing = Number(isMissing(a)) - Number(isMissing(b))
    return byMissing !== 0 ? byMissing : sign * compare(a, b, column)
  })
}

function compare(a: Standing, b: Standing, column: StandingsColumn): number {
  switch (column) {
    case 'rank':
      return (a.rank ?? 0) - (b.rank ?? 0)
    case 'team':
      return a.name.localeCompare(b.name, 'en')
    case 'record':
      return (winPercentage(a) ?? -1) - (winPercentage(b) ?? -1)
    case 'points_for':
      return a.points_for - b.points_for
    case 'points_against':
      return a.points_against - b.points_against
    case 'manager':
      return (a.assigned_user ?? '').localeCompare(b.assigned_user ?? '', 'en')
  }
}

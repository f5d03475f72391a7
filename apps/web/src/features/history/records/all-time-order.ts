import type { SortOrder } from '../../../ui/display/sortable-header.tsx'
import type { OwnerTotals } from '../use-history.ts'

export type AllTimeColumn =
  | 'owner'
  | 'years'
  | 'titles'
  | 'runner_up'
  | 'thirds'
  | 'record'
  | 'win_pct'
  | 'pf'
  | 'pa'
  | 'ppg'

export type AllTimeOrder = SortOrder<AllTimeColumn>

/** Source: specification, 9 "All-time table". */
export const BY_TITLES: AllTimeOrder = { column: 'titles', isDescending: true }

/** Returns the next order after a click on a column header: reversed, or the column's default direction. */
export function nextAllTimeOrder(order: AllTimeOrder, column: AllTimeColumn): AllTimeOrder {
  if (order.column === column) return { column, isDescending: !order.isDescending }
  return { column, isDescending: column !== 'owner' }
}

/**
 * Sorts owners by a column. Ties are broken by titles, wins, then name. Owners without a value come last in
 * both directions.
 */
export function sortOwners(
  owners: readonly OwnerTotals[],
  { column, isDescending }: AllTimeOrder,
): OwnerTotals[] {
  const sign = isDescending ? -1 : 1
  return owners.toSorted(compareOwners).toSorted((a, b) => {
    if (column === 'owner') return sign * a.owner.localeCompare(b.owner, 'en')
    if (column === 'record') return sign * (a.wins - b.wins || b.losses - a.losses)
    const [left, right] = [a[column], b[column]]
    if (left === null || right === null) return Number(left === null) - Number(right === null)
    return sign * (left - right)
  })
}

function compareOwners(a: OwnerTotals, b: OwnerTotals): number {
  return b.titles - a.titles || b.wins - a.wins || a.owner.localeCompare(b.owner, 'en')
}

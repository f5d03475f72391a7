import type { SortOrder } from '../../ui/display/sortable-header.tsx'
import type { Keeper, KeeperRule, Keepers } from './use-keepers.ts'

export type KeeperColumn = 'player' | 'team' | 'years' | 'cost'

export type KeeperOrder = SortOrder<KeeperColumn>

/** The user's team first, in the order of the rosters. */
export const BY_TEAM: KeeperOrder = { column: 'team', isDescending: false }

/** Returns the next order after a click on a column header: reversed, or the column's default direction. */
export function nextKeeperOrder(order: KeeperOrder, column: KeeperColumn): KeeperOrder {
  if (order.column === column) return { column, isDescending: !order.isDescending }
  return { column, isDescending: column === 'years' }
}

/**
 * Sorts players by a column. The cheapest come first by cost: a late round, or a low price. Players without a cost
 * come last in both directions. Equal players keep their order.
 */
export function sortKeepers(
  players: readonly Keeper[],
  teams: Keepers['teams'],
  unit: KeeperRule['unit'] | null,
  { column, isDescending }: KeeperOrder,
): Keeper[] {
  const sign = isDescending ? -1 : 1
  const places = new Map(teams.map(({ team_id: id }, index) => [id, index]))
  const placeOf = ({ team_id: id }: Keeper) => places.get(id) ?? teams.length
  return players.toSorted((a, b) => {
    if (column === 'player') return sign * a.player.name.localeCompare(b.player.name, 'en')
    if (column === 'team') return sign * (placeOf(a) - placeOf(b))
    if (column === 'years') return sign * (a.years_kept - b.years_kept)
    const [left, right] = [a.next_cost, b.next_cost]
    if (left === null || right === null) return Number(left === null) - Number(right === null)
    return sign * (unit === 'round' ? right - left : left - right)
  })
}

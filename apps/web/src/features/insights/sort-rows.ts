import type { SortOrder } from '../../ui/display/sortable-header.tsx'

type SortValue = number | string | null

/** Sorts rows by the value of a column. Without a value, a row is last in both directions. Otherwise stable. */
export function sortRows<Row, Column extends string>(
  rows: readonly Row[],
  { column, isDescending }: SortOrder<Column>,
  valueIn: (row: Row, column: Column) => SortValue,
): Row[] {
  const sign = isDescending ? -1 : 1
  return rows.toSorted((first, second) => {
    const [a, b] = [valueIn(first, column), valueIn(second, column)]
    if (a === null || b === null) return Number(a === null) - Number(b === null)
    return sign * (typeof a === 'string' ? a.localeCompare(String(b), 'en') : a - Number(b))
  })
}

/** The order after a column header is pressed: reversed if it is sorted by it already; otherwise the best first. */
export function nextOrder<Column extends string>(
  order: SortOrder<Column>,
  column: Column,
  ascending: readonly Column[],
): SortOrder<Column> {
  if (order.column === column) return { column, isDescending: !order.isDescending }
  return { column, isDescending: !ascending.includes(column) }
}

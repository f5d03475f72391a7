import { ArrowDown, ArrowUp } from 'lucide-react'
import styles from './sortable-header.module.css'

/** How a table is sorted. */
export type SortOrder<Column extends string> = { column: Column; isDescending: boolean }

type Props<Column extends string> = {
  column: Column
  label: string
  /** The full name of an abbreviated label. */
  name?: string | undefined
  /** Whether the column contains text, which is left-aligned. Numbers are right-aligned. */
  isText?: boolean
  order: SortOrder<Column>
  onPress: (column: Column) => void
}

/** A table column header that sorts the table. */
export function SortableHeader<Column extends string>({
  column,
  label,
  name,
  isText = false,
  order,
  onPress,
}: Props<Column>) {
  const isSorted = order.column === column
  const Arrow = order.isDescending ? ArrowDown : ArrowUp
  const arrow = (
    <Arrow className={styles.arrow} size={14} aria-hidden="true" data-shown={isSorted || undefined} />
  )
  return (
    <th
      scope="col"
      className={styles.header}
      data-align={isText ? 'left' : 'right'}
      aria-sort={isSorted ? (order.isDescending ? 'descending' : 'ascending') : undefined}
    >
      <button type="button" className={styles.button} title={name} onClick={() => onPress(column)}>
        {isText ? null : arrow}
        {label}
        {isText ? arrow : null}
      </button>
    </th>
  )
}

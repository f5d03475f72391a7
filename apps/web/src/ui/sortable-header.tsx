import { ArrowDown, ArrowUp } from 'lucide-react'
import styles from './sortable-header.module.css'

/** How a table is sorted. */
export type SortOrder<Column extends string> = { column: Column; isDescending: boolean }

type Props<Column extends string> = {
  column: Column
  label: string
  /** What the label stands for, when it is short for something. */
  name?: string | undefined
  /** Whether the column holds words: numbers stand at the right. */
  isText?: boolean
  order: SortOrder<Column>
  onPress: (column: Column) => void
}

/** A column's head that sorts by it. */
export function SortableHeader<Column extends string>({
  column,
  label,
  name,
  isText = false,
  order,
  onPress,
}: Props<Column>) {
  const isSorted = order.column === column
  const Mark = order.isDescending ? ArrowDown : ArrowUp
  const mark = (
    <Mark className={styles['mark']} size={14} aria-hidden="true" data-shown={isSorted || undefined} />
  )
  return (
    <th
      scope="col"
      className={styles['head']}
      data-align={isText ? 'left' : 'right'}
      aria-sort={isSorted ? (order.isDescending ? 'descending' : 'ascending') : undefined}
    >
      <button type="button" className={styles['button']} title={name} onClick={() => onPress(column)}>
        {isText ? null : mark}
        {label}
        {isText ? mark : null}
      </button>
    </th>
  )
}

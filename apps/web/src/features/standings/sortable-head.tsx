import { ArrowDown, ArrowUp } from 'lucide-react'
import type { Column, Order } from './order.ts'
import styles from './sortable-head.module.css'

type Props = {
  column: Column
  label: string
  /** What the label stands for, when it is short for something. */
  name: string | undefined
  order: Order
  onPress: (column: Column) => void
}

/** A column's head that sorts by it. */
export function SortableHead({ column, label, name, order, onPress }: Props) {
  const isSorted = order.column === column
  const Mark = order.isDescending ? ArrowDown : ArrowUp
  const isText = column === 'team' || column === 'manager'
  return (
    <th
      scope="col"
      className={styles['head']}
      data-align={isText ? 'left' : 'right'}
      aria-sort={isSorted ? (order.isDescending ? 'descending' : 'ascending') : undefined}
    >
      <button type="button" className={styles['button']} title={name} onClick={() => onPress(column)}>
        {label}
        <Mark className={styles['mark']} size={14} aria-hidden="true" data-shown={isSorted || undefined} />
      </button>
    </th>
  )
}

import table from './table.module.css'

type Props = {
  columns: readonly string[]
  /** The columns of numbers, which are right-aligned. */
  numbers?: readonly string[]
}

/** The column headers of a table. */
export function TableHead({ columns, numbers = [] }: Props) {
  return (
    <thead>
      <tr>
        {columns.map((label) => (
          <th key={label} scope="col" className={numbers.includes(label) ? table.number : undefined}>
            {label}
          </th>
        ))}
      </tr>
    </thead>
  )
}

import { type ReactNode, useState } from 'react'
import { SortableHeader, type SortOrder } from '../../ui/display/sortable-header.tsx'
import table from '../../ui/display/table.module.css'
import { TeamCell } from '../../ui/display/team-cell.tsx'
import ui from '../../ui/ui.module.css'
import type { toneOf } from './format.ts'
import type { TeamOf } from './insight-view.tsx'
import tables from './wide-table.module.css'

type TeamRow = { team_id: number }

/** A figure of each team. */
export type TeamColumn<Row extends TeamRow> = {
  id: string
  label: string
  /** The full name. */
  name: string
  /** What the column is sorted by. Without a value, a team is last in both directions. */
  figureOf: (row: Row) => number | null
  format: (row: Row) => string | number
  /** Whether the smallest value comes first. */
  isAscending?: boolean
  /** Whether the figure is the main one. */
  isMain?: boolean
  tone?: (row: Row) => ReturnType<typeof toneOf>
}

const TEAM = 'team'

type Props<Row extends TeamRow> = {
  label: string
  caption: string
  columns: readonly TeamColumn<Row>[]
  /** The column that the table is sorted by at first, largest first. */
  sortedBy: string
  rows: readonly Row[]
  teamOf: TeamOf
  /** The season of the teams' pages; null for the current one. */
  season: number | null
  /** Returns the explanation of a row. */
  children: (row: Row) => ReactNode
}

/** Figures of the teams of a season, which can be sorted by each of them and be explained by row. */
export function TeamTable<Row extends TeamRow>(props: Props<Row>) {
  const { label, caption, columns, sortedBy, rows, teamOf, season, children } = props
  const [order, setOrder] = useState<SortOrder<string>>({ column: sortedBy, isDescending: true })
  const headerProps = { order, onPress: (column: string) => setOrder(nextOrder(order, column, columns)) }
  return (
    <section
      className={`${ui.frame} ${tables.scroll}`}
      aria-label={label}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: makes the horizontal scroller reachable by keyboard
      tabIndex={0} // oxlint-disable-line jsx-a11y/no-noninteractive-tabindex -- as above
    >
      <table className={`${table.table} ${tables.table}`}>
        <caption className={ui.hidden}>{caption}</caption>
        <thead>
          <tr>
            <SortableHeader column={TEAM} label="Team" isText {...headerProps} />
            {columns.map(({ id, label: short, name }) => (
              <SortableHeader key={id} column={id} label={short} name={name} {...headerProps} />
            ))}
            <th scope="col">
              <span className={ui.hidden}>Explanation</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {sortRows(rows, order, columns, teamOf).map((row) => {
            const team = teamOf(row.team_id)
            return (
              <tr key={row.team_id} data-mine={team.is_mine || undefined}>
                <th scope="row">
                  <TeamCell team={team} to={{ tab: 'roster', team: row.team_id, season }} />
                </th>
                {columns.map(({ id, format, isMain = false, tone }) => (
                  <td
                    key={id}
                    className={[table.number, isMain && ui.strong, tone && ui.toned]
                      .filter(Boolean)
                      .join(' ')}
                    data-tone={tone?.(row)}
                  >
                    {format(row)}
                  </td>
                ))}
                <td className={tables.action}>{children(row)}</td>
              </tr>
            )
          })}
        </tbody>
      </table>
    </section>
  )
}

function sortRows<Row extends TeamRow>(
  rows: readonly Row[],
  { column, isDescending }: SortOrder<string>,
  columns: readonly TeamColumn<Row>[],
  teamOf: TeamOf,
): Row[] {
  const sign = isDescending ? -1 : 1
  const sorted = columns.find(({ id }) => id === column)
  const nameOf = (row: Row) => teamOf(row.team_id).name
  if (sorted === undefined) return rows.toSorted((a, b) => sign * nameOf(a).localeCompare(nameOf(b), 'en'))
  return rows.toSorted((first, second) => {
    const [a, b] = [sorted.figureOf(first), sorted.figureOf(second)]
    if (a === null || b === null) return Number(a === null) - Number(b === null)
    return sign * (a - b)
  })
}

/** The order after a column header is pressed: reversed if it is sorted by it already; otherwise the best first. */
function nextOrder<Row extends TeamRow>(
  order: SortOrder<string>,
  column: string,
  columns: readonly TeamColumn<Row>[],
): SortOrder<string> {
  if (order.column === column) return { column, isDescending: !order.isDescending }
  const isAscending = column === TEAM || columns.some((each) => each.id === column && each.isAscending)
  return { column, isDescending: !isAscending }
}

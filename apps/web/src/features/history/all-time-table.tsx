import { useState } from 'react'
import { EmptyState } from '../../ui/empty-state.tsx'
import { formatPoints } from '../../ui/format/points.ts'
import { formatFullRecord } from '../../ui/format/record.ts'
import { formatWinPercentage } from '../../ui/format/win-percentage.ts'
import { SortableHeader } from '../../ui/sortable-header.tsx'
import table from '../../ui/table.module.css'
import hidden from '../../ui/visually-hidden.module.css'
import { type AllTimeColumn, BY_TITLES, nextAllTimeOrder, sortOwners } from './all-time-order.ts'
import styles from './all-time-table.module.css'
import { OwnerButton } from './owner-button.tsx'
import { Section } from './section.tsx'
import type { OwnerTotals } from './use-history.ts'

/** Number columns, with the long form of abbreviated labels. */
const COLUMNS: readonly [column: AllTimeColumn, label: string, name?: string][] = [
  ['titles', 'Titles'],
  ['runner_up', '2nd', 'Runner-up finishes'],
  ['thirds', '3rd', 'Third-place finishes'],
  ['years', 'Years', 'Seasons played'],
  ['record', 'W-L-T', 'Wins, losses, ties'],
  ['win_pct', 'Win%', 'Winning percentage (a tie counts as half a win)'],
  ['pf', 'PF', 'Points for'],
  ['pa', 'PA', 'Points against'],
  ['ppg', 'PPG', 'Points per game'],
]

type Props = { owners: readonly OwnerTotals[] }

export function AllTimeTable({ owners }: Props) {
  const [order, setOrder] = useState(BY_TITLES)
  const handlePress = (column: AllTimeColumn) => setOrder(nextAllTimeOrder(order, column))
  const headerProps = { order, onPress: handlePress }
  if (owners.length === 0) {
    return (
      <Section title="All-Time (Managers)">
        <EmptyState hint="Managers show up here once a season is stored.">No managers yet.</EmptyState>
      </Section>
    )
  }
  return (
    <Section title="All-Time (Managers)" note="Regular season only">
      <section className={styles['frame']} aria-label="All-time table">
        <table className={`${table['table']} ${styles['table']}`}>
          <caption className={hidden['hidden']}>All managers, all seasons</caption>
          <thead>
            <tr>
              <SortableHeader column="owner" label="Manager" isText {...headerProps} />
              {COLUMNS.map(([column, label, name]) => (
                <SortableHeader key={column} column={column} label={label} name={name} {...headerProps} />
              ))}
            </tr>
          </thead>
          <tbody>
            {sortOwners(owners, order).map((row) => (
              <Row key={row.owner} row={row} />
            ))}
          </tbody>
        </table>
      </section>
    </Section>
  )
}

function Row({ row }: { row: OwnerTotals }) {
  const values = [
    row.titles,
    row.runner_up,
    row.thirds,
    row.years,
    formatFullRecord(row),
    formatWinPercentage(row.win_pct),
    formatPoints(row.pf),
    formatPoints(row.pa),
    formatPoints(row.ppg),
  ]
  return (
    <tr>
      <th scope="row">
        <OwnerButton owner={row.owner} picture="s" />
      </th>
      {COLUMNS.map(([column], index) => (
        <td key={column} className={table['number']} data-zero={values[index] === 0 || undefined}>
          {values[index]}
        </td>
      ))}
    </tr>
  )
}

import { useState } from 'react'
import { SortableHeader } from '../../../ui/display/sortable-header.tsx'
import table from '../../../ui/display/table.module.css'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { formatPoints } from '../../../ui/format/points.ts'
import { formatFullRecord, formatWinPercentage } from '../../../ui/format/record.ts'
import ui from '../../../ui/ui.module.css'
import { OwnerButton } from '../owners/owner-button.tsx'
import { hasHeadToHeadPoints, listOtherFormats } from '../season-status.ts'
import { Section } from '../section.tsx'
import type { OwnerTotals, Season } from '../use-history.ts'
import { type AllTimeColumn, BY_TITLES, nextAllTimeOrder, sortOwners } from './all-time-order.ts'
import styles from './all-time-table.module.css'

type Column = {
  column: AllTimeColumn
  label: string
  /** The long form of an abbreviated label. */
  name?: string
  format: (owner: OwnerTotals) => string | number
}

/** What every format has. */
const FINISH_COLUMNS: readonly Column[] = [
  { column: 'titles', label: 'Titles', format: ({ titles }) => titles },
  { column: 'runner_up', label: '2nd', name: 'Runner-up finishes', format: (owner) => owner.runner_up },
  { column: 'thirds', label: '3rd', name: 'Third-place finishes', format: ({ thirds }) => thirds },
  { column: 'years', label: 'Years', name: 'Seasons played', format: ({ years }) => years },
]

const NUMBER_COLUMNS: readonly Column[] = [
  ...FINISH_COLUMNS,
  { column: 'record', label: 'W-L-T', name: 'Wins, losses, ties', format: formatFullRecord },
  {
    column: 'win_pct',
    label: 'Win%',
    name: 'Winning percentage (a tie counts as half a win)',
    format: (owner) => formatWinPercentage(owner.win_pct),
  },
  { column: 'pf', label: 'PF', name: 'Points for', format: ({ pf }) => formatPoints(pf) },
  { column: 'pa', label: 'PA', name: 'Points against', format: ({ pa }) => formatPoints(pa) },
  { column: 'ppg', label: 'PPG', name: 'Points per game', format: ({ ppg }) => formatPoints(ppg) },
]

type Props = { owners: readonly OwnerTotals[]; seasons: readonly Season[] }

export function AllTimeTable({ owners, seasons }: Props) {
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
  const others = listOtherFormats(seasons)
  const hasPoints = hasHeadToHeadPoints(seasons)
  const columns = hasPoints ? NUMBER_COLUMNS : FINISH_COLUMNS
  const note = ['Regular season only', ...(others.length === 0 ? [] : [`excludes ${others.join(', ')}`])]
  return (
    <Section title="All-Time (Managers)" note={hasPoints ? note.join(', ') : undefined}>
      <section className={`${ui.frame} ${styles.frame}`} aria-label="All-time table">
        <table className={`${table.table} ${styles.table}`}>
          <caption className={ui.hidden}>All managers, all seasons</caption>
          <thead>
            <tr>
              <SortableHeader column="owner" label="Manager" isText {...headerProps} />
              {columns.map(({ column, label, name }) => (
                <SortableHeader key={column} column={column} label={label} name={name} {...headerProps} />
              ))}
            </tr>
          </thead>
          <tbody>
            {sortOwners(owners, order).map((owner) => (
              <tr key={owner.owner}>
                <th scope="row">
                  <OwnerButton owner={owner.owner} picture="s" />
                </th>
                {columns.map(({ column, format }) => (
                  <td key={column} className={table.number} data-zero={format(owner) === 0 || undefined}>
                    {format(owner)}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </Section>
  )
}

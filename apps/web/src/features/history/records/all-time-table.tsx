import { type Column, DataTable } from '../../../ui/display/data-table.tsx'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { formatPoints } from '../../../ui/format/points.ts'
import { formatFullRecord, formatWinPercentage } from '../../../ui/format/record.ts'
import { OwnerCell } from '../owners/owner-button.tsx'
import { hasHeadToHeadPoints, listOtherFormats } from '../season-status.ts'
import { Section } from '../section.tsx'
import type { OwnerTotals, Season } from '../use-history.ts'

const FINISHES = 'Finishes'
const RECORD = 'Record'
const POINTS = 'Points'

type NumberName = {
  [Name in keyof OwnerTotals]: OwnerTotals[Name] extends number | null ? Name : never
}[keyof OwnerTotals]

/** What every format has. */
const FINISH_COLUMNS: readonly Column<OwnerTotals>[] = [
  { ...numberColumn('titles', FINISHES, 'Titles', 'Championships'), isStrong: true },
  numberColumn('runner_up', FINISHES, '2nd', 'Runner-up finishes'),
  numberColumn('thirds', FINISHES, '3rd', 'Third-place finishes'),
  numberColumn('years', RECORD, 'Years', 'Seasons played'),
]

const COLUMNS: readonly Column<OwnerTotals>[] = [
  ...FINISH_COLUMNS,
  {
    ...numberColumn('wins', RECORD, 'W-L-T', 'Wins, losses, ties'),
    // By wins, then by fewer losses.
    value: ({ wins, losses }) => wins - losses / 10_000,
    cell: formatFullRecord,
  },
  numberColumn(
    'win_pct',
    RECORD,
    'Win%',
    'Winning percentage (a tie counts as half a win)',
    formatWinPercentage,
  ),
  numberColumn('pf', POINTS, 'PF', 'Points for', formatPoints),
  numberColumn('pa', POINTS, 'PA', 'Points against', formatPoints),
  numberColumn('ppg', POINTS, 'PPG', 'Points per game', formatPoints),
]

function numberColumn(
  id: NumberName,
  view: string,
  label: string,
  name: string,
  format: (value: number | null) => string = String,
): Column<OwnerTotals> {
  return {
    id,
    label,
    name,
    sort: 'descending',
    value: (owner) => owner[id],
    cell: (owner) => format(owner[id]),
    views: [view],
  }
}

type Props = {
  /** Most titles first. */
  owners: readonly OwnerTotals[]
  seasons: readonly Season[]
}

export function AllTimeTable({ owners, seasons }: Props) {
  if (owners.length === 0) {
    return (
      <Section title="All-Time (Managers)">
        <EmptyState hint="Managers show up here once a season is stored.">No managers yet.</EmptyState>
      </Section>
    )
  }
  const others = listOtherFormats(seasons)
  const hasPoints = hasHeadToHeadPoints(seasons)
  const note = ['Regular season only', ...(others.length === 0 ? [] : [`excludes ${others.join(', ')}`])]
  return (
    <Section title="All-Time (Managers)" note={hasPoints ? note.join(', ') : undefined}>
      <DataTable
        caption="All managers, all seasons"
        columns={[
          {
            id: 'owner',
            label: 'Manager',
            sort: 'ascending',
            value: ({ owner }) => owner,
            cell: ({ owner }) => <OwnerCell owner={owner} />,
          },
          ...(hasPoints ? COLUMNS : FINISH_COLUMNS),
        ]}
        rows={owners}
        keyOf={({ owner }) => owner}
        head="owner"
        sortedBy={{ column: 'titles', direction: 'descending' }}
        opensRows
        isShort
      />
    </Section>
  )
}

/** Most titles first, then most wins. Source: specification, 9 "All-time table". */
export function byTitles(a: OwnerTotals, b: OwnerTotals): number {
  return b.titles - a.titles || b.wins - a.wins || a.owner.localeCompare(b.owner, 'en')
}

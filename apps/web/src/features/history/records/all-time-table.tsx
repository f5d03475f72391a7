import { type Column, DataTable } from '../../../ui/display/data-table.tsx'
import { TeamCell } from '../../../ui/display/team-cell.tsx'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { formatPoints } from '../../../ui/format/points.ts'
import { formatFullRecord, formatWinPercentage } from '../../../ui/format/record.ts'
import { useHistoryContext } from '../history-context.ts'
import { hasHeadToHeadPoints, listOtherFormats } from '../season-status.ts'
import { Section } from '../section.tsx'
import type { OwnerTotals, Season } from '../use-history.ts'

const FINISHES = ['Finishes']
const RECORD = ['Record']
const POINTS = ['Points']

/** What every format has. */
const FINISH_COLUMNS: readonly Column<OwnerTotals>[] = [
  {
    id: 'titles',
    label: 'Titles',
    sort: 'descending',
    value: ({ titles }) => titles,
    isStrong: true,
    views: FINISHES,
  },
  {
    id: 'runner_up',
    label: '2nd',
    name: 'Runner-up finishes',
    sort: 'descending',
    value: (owner) => owner.runner_up,
    views: FINISHES,
  },
  {
    id: 'thirds',
    label: '3rd',
    name: 'Third-place finishes',
    sort: 'descending',
    value: ({ thirds }) => thirds,
    views: FINISHES,
  },
  {
    id: 'years',
    label: 'Years',
    name: 'Seasons played',
    sort: 'descending',
    value: ({ years }) => years,
    views: RECORD,
  },
]

const COLUMNS: readonly Column<OwnerTotals>[] = [
  ...FINISH_COLUMNS,
  {
    id: 'record',
    label: 'W-L-T',
    name: 'Wins, losses, ties',
    sort: 'descending',
    // By wins, then by fewer losses.
    value: ({ wins, losses }) => wins - losses / 10_000,
    cell: formatFullRecord,
    views: RECORD,
  },
  {
    id: 'win_pct',
    label: 'Win%',
    name: 'Winning percentage (a tie counts as half a win)',
    sort: 'descending',
    value: (owner) => owner.win_pct,
    cell: (owner) => formatWinPercentage(owner.win_pct),
    views: RECORD,
  },
  pointsColumn('pf', 'PF', 'Points for'),
  pointsColumn('pa', 'PA', 'Points against'),
  pointsColumn('ppg', 'PPG', 'Points per game'),
]

function pointsColumn(id: 'pf' | 'pa' | 'ppg', label: string, name: string): Column<OwnerTotals> {
  return {
    id,
    label,
    name,
    sort: 'descending',
    value: (owner) => owner[id],
    cell: (owner) => formatPoints(owner[id]),
    views: POINTS,
  }
}

type Props = {
  /** Most titles first. */
  owners: readonly OwnerTotals[]
  seasons: readonly Season[]
}

export function AllTimeTable({ owners, seasons }: Props) {
  const { openOverlay, getPictureUrl, getColor } = useHistoryContext()
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
            cell: ({ owner }) => (
              <TeamCell
                team={{ name: owner, logo: getPictureUrl(owner), color: getColor(owner) }}
                onOpen={() => openOverlay({ kind: 'owner', owner })}
              />
            ),
          },
          ...(hasPoints ? COLUMNS : FINISH_COLUMNS),
        ]}
        rows={owners}
        keyOf={({ owner }) => owner}
        head="owner"
        sortedBy={{ column: 'titles', direction: 'descending' }}
        opensRows
      />
    </Section>
  )
}

/** Most titles first, then most wins. Source: specification, 9 "All-time table". */
export function byTitles(a: OwnerTotals, b: OwnerTotals): number {
  return b.titles - a.titles || b.wins - a.wins || a.owner.localeCompare(b.owner, 'en')
}

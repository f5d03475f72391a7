import table from '../../ui/display/data-table.module.css'
import { hasProjections, NoProjections } from '../../ui/feedback/no-projections.tsx'
import { formatPoints } from '../../ui/format/points.ts'
import { useMediaQuery } from '../../ui/layout/measure.ts'
import ui from '../../ui/ui.module.css'
import { NarrowRow, type PointsColumn, pointsColumns, Score, WideRow } from './roster-rows.tsx'
import { toRosterSections, totalPoints } from './roster-sections.ts'
import styles from './roster-table.module.css'
import type { Roster, RosterRow } from './use-roster.ts'

/** Where all columns fit. From 1080 pixels on, the news is beside the table. */
const WIDE = '(min-width: 880px) and (max-width: 1079.98px), (min-width: 1200px)'

type Props = {
  players: readonly RosterRow[]
  /** Whether the players have points. */
  hasPoints: boolean
  /** Whose data they are. */
  provider: Roster['provider']
  now: Date
  /** Whether another week is loading. */
  isPlaceholderData: boolean
}

export function RosterTable({ players, hasPoints, provider, now, isPlaceholderData }: Props) {
  const isWide = useMediaQuery(WIDE)
  const columns = pointsColumns({ hasPoints, hasProjections: hasProjections({ provider }) })
  const { starters, bench, reserve } = toRosterSections(players)
  const renderRows = (rows: readonly RosterRow[]) =>
    rows.map((row) => {
      const Row = isWide ? WideRow : NarrowRow
      // The key includes the player, so that only a score change is highlighted, not a lineup change.
      return <Row key={`${row.slot_id} ${row.espn_id ?? row.id}`} row={row} columns={columns} now={now} />
    })
  const others = [
    { title: 'Bench', rows: bench },
    { title: 'Injured reserve', rows: reserve },
  ]
  return (
    <>
      <div className={`${ui.frame} ${styles.frame}`} data-stale={isPlaceholderData}>
        <table className={`${table.table} ${styles.table}`}>
          <caption className={ui.hidden}>Starters and bench</caption>
          <thead>
            <HeaderRow isWide={isWide} columns={columns} />
          </thead>
          <tbody>
            {renderRows(starters)}
            {starters.length === 0 || columns.length === 0 ? null : (
              <TotalRow starters={starters} isWide={isWide} columns={columns} />
            )}
          </tbody>
          {others.map(({ title, rows }) =>
            rows.length === 0 ? null : (
              <tbody key={title} className={styles.bench}>
                <tr className={styles.heading}>
                  <th scope="rowgroup" colSpan={(isWide ? 6 : 2) + columns.length}>
                    {title}
                  </th>
                </tr>
                {renderRows(rows)}
              </tbody>
            ),
          )}
        </table>
      </div>
      {hasPoints ? <NoProjections season={{ provider }} /> : null}
    </>
  )
}

type RowProps = { isWide: boolean; columns: readonly PointsColumn[] }

function HeaderRow({ isWide, columns }: RowProps) {
  const labels = isWide ? ['Slot', 'Team', 'Player', 'Opponent', 'Game'] : ['Slot', 'Player']
  return (
    <tr>
      {labels.map((label) => (
        <th key={label} scope="col">
          {label}
        </th>
      ))}
      {columns.map((column) => (
        <th key={column} scope="col" className={table.number}>
          {column === 'proj' ? <abbr title="Projected">Proj</abbr> : 'Score'}
        </th>
      ))}
      {isWide ? <th scope="col">Tags</th> : null}
    </tr>
  )
}

function TotalRow({ starters, isWide, columns }: RowProps & { starters: readonly RosterRow[] }) {
  const { proj, actual } = totalPoints(starters)
  return (
    <tr className={styles.total}>
      <th scope="row" colSpan={isWide ? 5 : 2}>
        Starters total
      </th>
      {columns.includes('proj') ? <td className={table.number}>{formatPoints(proj)}</td> : null}
      <td className={table.number}>
        <Score actual={actual} difference={null} />
      </td>
      {isWide ? (
        // oxlint-disable-next-line jsx-a11y/control-has-associated-label -- an empty cell, not a control
        <td />
      ) : null}
    </tr>
  )
}

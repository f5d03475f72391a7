import table from '../../ui/display/table.module.css'
import { formatPoints } from '../../ui/format/points.ts'
import { useMediaQuery } from '../../ui/layout/measure.ts'
import ui from '../../ui/ui.module.css'
import { NarrowRow, Score, WideRow } from './roster-rows.tsx'
import { toRosterSections, totalPoints } from './roster-sections.ts'
import styles from './roster-table.module.css'
import type { RosterRow } from './use-roster.ts'

/** Where all columns fit. From 1080 pixels on, the news is beside the table. */
const WIDE = '(min-width: 880px) and (max-width: 1079.98px), (min-width: 1200px)'

type Props = {
  players: readonly RosterRow[]
  /** Whether the players have points and projections. */
  hasPoints: boolean
  now: Date
  /** Whether another week is loading. */
  isPlaceholderData: boolean
}

export function RosterTable({ players, hasPoints, now, isPlaceholderData }: Props) {
  const isWide = useMediaQuery(WIDE)
  const { starters, bench, reserve } = toRosterSections(players)
  const renderRows = (rows: readonly RosterRow[]) =>
    rows.map((row) => {
      const Row = isWide ? WideRow : NarrowRow
      // The key includes the player, so that only a score change is highlighted, not a lineup change.
      return <Row key={`${row.slot_id} ${row.espn_id ?? row.id}`} row={row} hasPoints={hasPoints} now={now} />
    })
  const others = [
    { title: 'Bench', rows: bench },
    { title: 'Injured reserve', rows: reserve },
  ]
  return (
    <div className={`${ui.frame} ${styles.frame}`} data-stale={isPlaceholderData}>
      <table className={`${table.table} ${styles.table}`}>
        <caption className={ui.hidden}>Starters and bench</caption>
        <thead>
          <HeaderRow isWide={isWide} hasPoints={hasPoints} />
        </thead>
        <tbody>
          {renderRows(starters)}
          {starters.length === 0 || !hasPoints ? null : <TotalRow starters={starters} isWide={isWide} />}
        </tbody>
        {others.map(({ title, rows }) =>
          rows.length === 0 ? null : (
            <tbody key={title} className={styles.bench}>
              <tr className={styles.heading}>
                <th scope="rowgroup" colSpan={(isWide ? 6 : 2) + (hasPoints ? 2 : 0)}>
                  {title}
                </th>
              </tr>
              {renderRows(rows)}
            </tbody>
          ),
        )}
      </table>
    </div>
  )
}

function HeaderRow({ isWide, hasPoints }: { isWide: boolean; hasPoints: boolean }) {
  const labels = isWide ? ['Slot', 'Team', 'Player', 'Opponent', 'Game'] : ['Slot', 'Player']
  return (
    <tr>
      {labels.map((label) => (
        <th key={label} scope="col">
          {label}
        </th>
      ))}
      {hasPoints ? (
        <>
          <th scope="col" className={table.number}>
            <abbr title="Projected">Proj</abbr>
          </th>
          <th scope="col" className={table.number}>
            Score
          </th>
        </>
      ) : null}
      {isWide ? <th scope="col">Tags</th> : null}
    </tr>
  )
}

function TotalRow({ starters, isWide }: { starters: readonly RosterRow[]; isWide: boolean }) {
  const { proj, actual } = totalPoints(starters)
  return (
    <tr className={styles.total}>
      <th scope="row" colSpan={isWide ? 5 : 2}>
        Starters total
      </th>
      <td className={table.number}>{formatPoints(proj)}</td>
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

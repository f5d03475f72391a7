import { formatPoints } from '../../ui/format/points.ts'
import table from '../../ui/table.module.css'
import { useMediaQuery } from '../../ui/use-media-query.ts'
import hidden from '../../ui/visually-hidden.module.css'
import { NarrowRow, WideRow } from './roster-rows.tsx'
import { toRosterSections, totalPoints } from './roster-sections.ts'
import styles from './roster-table.module.css'
import { Score } from './score.tsx'
import type { RosterRow } from './use-roster.ts'

type Props = {
  players: readonly RosterRow[]
  now: Date
  /** Whether another week is on its way. */
  isPlaceholderData?: boolean
}

export function RosterTable({ players, now, isPlaceholderData = false }: Props) {
  const isWide = useMediaQuery('(min-width: 800px)')
  const { starters, bench, reserve } = toRosterSections(players)
  const rowsOf = (rows: readonly RosterRow[]) =>
    rows.map((row) => {
      const Row = isWide ? WideRow : NarrowRow
      // Another player in the place is another row, so that only a change of points is tinted.
      return <Row key={`${row.slot_id} ${row.espn_id ?? row.id}`} row={row} now={now} />
    })
  const columns = isWide ? 8 : 4
  return (
    <div className={styles['frame']} data-old={isPlaceholderData || undefined}>
      <table className={`${table['table']} ${styles['table']}`}>
        <caption className={hidden['hidden']}>Starters, then the bench</caption>
        <thead>{isWide ? <WideHead /> : <NarrowHead />}</thead>
        <tbody>
          {rowsOf(starters)}
          {starters.length === 0 ? null : <TotalRow starters={starters} isWide={isWide} />}
        </tbody>
        {bench.length === 0 ? null : (
          <tbody className={styles['quiet']}>
            <HeadingRow columns={columns}>Bench</HeadingRow>
            {rowsOf(bench)}
          </tbody>
        )}
        {reserve.length === 0 ? null : (
          <tbody className={styles['quiet']}>
            <HeadingRow columns={columns}>Injured reserve</HeadingRow>
            {rowsOf(reserve)}
          </tbody>
        )}
      </table>
    </div>
  )
}

function WideHead() {
  return (
    <tr>
      <th scope="col">Slot</th>
      <th scope="col">Team</th>
      <th scope="col">Player</th>
      <th scope="col">Opponent</th>
      <th scope="col">Kickoff</th>
      <PointsHeaders />
      <th scope="col">Tags</th>
    </tr>
  )
}

function NarrowHead() {
  return (
    <tr>
      <th scope="col">Slot</th>
      <th scope="col">Player</th>
      <PointsHeaders />
    </tr>
  )
}

function PointsHeaders() {
  return (
    <>
      <th scope="col" className={table['number']}>
        <abbr title="Projected">Proj</abbr>
      </th>
      <th scope="col" className={table['number']}>
        Score
      </th>
    </>
  )
}

function TotalRow({ starters, isWide }: { starters: readonly RosterRow[]; isWide: boolean }) {
  const { proj, actual } = totalPoints(starters)
  return (
    <tr className={styles['total']}>
      <th scope="row" colSpan={isWide ? 5 : 2}>
        Starters total
      </th>
      <td className={table['number']}>{formatPoints(proj)}</td>
      <td className={table['number']}>
        <Score actual={actual} difference={null} />
      </td>
      {isWide ? (
        // oxlint-disable-next-line jsx-a11y/control-has-associated-label -- the cell is no control
        <td />
      ) : null}
    </tr>
  )
}

function HeadingRow({ columns, children }: { columns: number; children: string }) {
  return (
    <tr className={styles['heading']}>
      <th scope="rowgroup" colSpan={columns}>
        {children}
      </th>
    </tr>
  )
}

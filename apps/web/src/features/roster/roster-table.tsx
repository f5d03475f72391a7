import { points } from '../../ui/format/points.ts'
import table from '../../ui/table.module.css'
import { useMedia } from '../../ui/use-media.ts'
import hidden from '../../ui/visually-hidden.module.css'
import { sectionsOf, totalOf } from './lines.ts'
import { NarrowRow, WideRow } from './roster-rows.tsx'
import styles from './roster-table.module.css'
import { Score } from './score.tsx'
import type { RosterRow } from './use-roster.ts'

type Props = {
  players: readonly RosterRow[]
  now: Date
  /** Whether another week is on its way. */
  isOld?: boolean
}

export function RosterTable({ players, now, isOld = false }: Props) {
  const isWide = useMedia('(min-width: 800px)')
  const { starters, bench, reserve } = sectionsOf(players)
  const rowsOf = (rows: readonly RosterRow[]) =>
    rows.map((row) => {
      const Row = isWide ? WideRow : NarrowRow
      // Another player in the place is another row, so that only a change of points is tinted.
      return <Row key={`${row.slot_id} ${row.espn_id ?? row.id}`} row={row} now={now} />
    })
  const columns = isWide ? 8 : 4
  return (
    <div className={styles['frame']} data-old={isOld || undefined}>
      <table className={`${table['table']} ${styles['table']}`}>
        <caption className={hidden['hidden']}>Starters, then the bench</caption>
        <thead>{isWide ? <WideHead /> : <NarrowHead />}</thead>
        <tbody>
          {rowsOf(starters)}
          {starters.length === 0 ? null : <Total starters={starters} isWide={isWide} />}
        </tbody>
        {bench.length === 0 ? null : (
          <tbody className={styles['quiet']}>
            <Heading columns={columns}>Bench</Heading>
            {rowsOf(bench)}
          </tbody>
        )}
        {reserve.length === 0 ? null : (
          <tbody className={styles['quiet']}>
            <Heading columns={columns}>Injured reserve</Heading>
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
      <Points />
      <th scope="col">Tags</th>
    </tr>
  )
}

function NarrowHead() {
  return (
    <tr>
      <th scope="col">Slot</th>
      <th scope="col">Player</th>
      <Points />
    </tr>
  )
}

function Points() {
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

function Total({ starters, isWide }: { starters: readonly RosterRow[]; isWide: boolean }) {
  const { proj, actual } = totalOf(starters)
  return (
    <tr className={styles['total']}>
      <th scope="row" colSpan={isWide ? 5 : 2}>
        Starters total
      </th>
      <td className={table['number']}>{points(proj)}</td>
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

function Heading({ columns, children }: { columns: number; children: string }) {
  return (
    <tr className={styles['heading']}>
      <th scope="rowgroup" colSpan={columns}>
        {children}
      </th>
    </tr>
  )
}

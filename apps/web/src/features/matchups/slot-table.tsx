import { slotOf } from '@fieldhouse/domain/slots'
import type { ReactNode } from 'react'
import { formatPoints } from '../../ui/format/points.ts'
import { HighlightOnChange } from '../../ui/highlight-on-change.tsx'
import { PlayerName } from '../../ui/player-name.tsx'
import hidden from '../../ui/visually-hidden.module.css'
import { pairBySlot, type SlotPair } from './slot-pairs.ts'
import styles from './slot-table.module.css'
import type { LineupSlot, MyMatchup } from './use-matchups.ts'

type Props = { game: Pick<MyMatchup, 'away' | 'home'> }

/** Who stands against whom, slot by slot; the bench beneath. */
export function SlotTable({ game: { away, home } }: Props) {
  const { starters, others } = pairBySlot(away.lineup ?? [], home.lineup ?? [])
  return (
    <div className={styles['frame']}>
      <table className={styles['table']}>
        <caption className={hidden['hidden']}>Slot by slot</caption>
        <colgroup>
          <col />
          <col className={styles['scores']} />
          <col className={styles['slots']} />
          <col className={styles['scores']} />
          <col />
        </colgroup>
        <thead className={styles['head']}>
          <tr>
            <HiddenHeader>{away.name}</HiddenHeader>
            <HiddenHeader>Score of {away.name}</HiddenHeader>
            <HiddenHeader>Slot</HiddenHeader>
            <HiddenHeader>Score of {home.name}</HiddenHeader>
            <HiddenHeader>{home.name}</HiddenHeader>
          </tr>
        </thead>
        <tbody>{renderRows(starters)}</tbody>
        {others.length === 0 ? null : (
          <tbody className={styles['quiet']}>
            <tr className={styles['heading']}>
              <th scope="rowgroup" colSpan={5}>
                Bench
              </th>
            </tr>
            {renderRows(others)}
          </tbody>
        )}
      </table>
    </div>
  )
}

/** A column's head, unseen: the sides stand face to face just above. */
function HiddenHeader({ children }: { children: ReactNode }) {
  return (
    <th scope="col">
      <span className={hidden['hidden']}>{children}</span>
    </th>
  )
}

function renderRows(pairs: readonly SlotPair[]) {
  return pairs.map((pair, at) => {
    const [away, home] = [pair.away?.actual ?? null, pair.home?.actual ?? null]
    const isAhead = (one: number | null, other: number | null) => one !== null && one > (other ?? 0)
    return (
      // Another player in the place is another row, so that only a change of points is tinted.
      <tr key={`${pair.slotId} ${pair.away?.espn_id ?? at} ${pair.home?.espn_id ?? at}`}>
        <PlayerCell spot={pair.away} side="left" />
        <ScoreCell spot={pair.away} side="right" isAhead={isAhead(away, home)} />
        <th scope="row">
          <span className={styles['slot']}>{slotOf(pair.slotId).name}</span>
        </th>
        <ScoreCell spot={pair.home} side="left" isAhead={isAhead(home, away)} />
        <PlayerCell spot={pair.home} side="right" />
      </tr>
    )
  })
}

type CellProps = { spot: LineupSlot | null; side: 'left' | 'right' }

function PlayerCell({ spot, side }: CellProps) {
  return (
    <td className={styles[side]}>
      {spot === null ? (
        <span className={styles['none']}>—</span>
      ) : (
        <>
          <PlayerName player={spot.player} espnId={spot.espn_id} nflTeam={spot.nfl_team} />{' '}
          <span className={styles['team']}>{spot.nfl_team}</span>
        </>
      )}
    </td>
  )
}

function ScoreCell({ spot, side, isAhead }: CellProps & { isAhead: boolean }) {
  return (
    <td className={`${styles['score']} ${styles[side]}`} data-ahead={isAhead || undefined}>
      {spot === null ? null : (
        <>
          <HighlightOnChange value={spot.actual}>{formatPoints(spot.actual)}</HighlightOnChange>
          <span className={styles['proj']}>
            <span className={hidden['hidden']}>projected </span>
            {formatPoints(spot.proj)}
          </span>
        </>
      )}
    </td>
  )
}

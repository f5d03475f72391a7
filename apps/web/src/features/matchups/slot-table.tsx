import { slotOf } from '@fieldhouse/domain/slots'
import type { ReactNode } from 'react'
import { Changing } from '../../ui/changing.tsx'
import { points } from '../../ui/format/points.ts'
import { PlayerName } from '../../ui/player-name.tsx'
import hidden from '../../ui/visually-hidden.module.css'
import { pairsOf, type SlotPair } from './pairs.ts'
import styles from './slot-table.module.css'
import type { LineupSpot, MyMatchup } from './use-matchups.ts'

type Props = { game: Pick<MyMatchup, 'away' | 'home'> }

/** Who stands against whom, slot by slot; the bench beneath. */
export function SlotTable({ game: { away, home } }: Props) {
  const { starters, others } = pairsOf(away.lineup ?? [], home.lineup ?? [])
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
            <Head>{away.name}</Head>
            <Head>Score of {away.name}</Head>
            <Head>Slot</Head>
            <Head>Score of {home.name}</Head>
            <Head>{home.name}</Head>
          </tr>
        </thead>
        <tbody>{rowsOf(starters)}</tbody>
        {others.length === 0 ? null : (
          <tbody className={styles['quiet']}>
            <tr className={styles['heading']}>
              <th scope="rowgroup" colSpan={5}>
                Bench
              </th>
            </tr>
            {rowsOf(others)}
          </tbody>
        )}
      </table>
    </div>
  )
}

/** A column's head, unseen: the sides stand face to face just above. */
function Head({ children }: { children: ReactNode }) {
  return (
    <th scope="col">
      <span className={hidden['hidden']}>{children}</span>
    </th>
  )
}

function rowsOf(pairs: readonly SlotPair[]) {
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

type CellProps = { spot: LineupSpot | null; side: 'left' | 'right' }

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
          <Changing value={spot.actual}>{points(spot.actual)}</Changing>
          <span className={styles['proj']}>
            <span className={hidden['hidden']}>projected </span>
            {points(spot.proj)}
          </span>
        </>
      )}
    </td>
  )
}

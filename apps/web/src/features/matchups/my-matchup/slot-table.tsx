import { slotOf } from '@fieldhouse/domain/rosters/lineup'
import type { ReactNode } from 'react'
import { HighlightOnChange } from '../../../ui/display/highlight-on-change.tsx'
import { PlayerName } from '../../../ui/display/player-name.tsx'
import { formatPoints } from '../../../ui/format/points.ts'
import ui from '../../../ui/ui.module.css'
import type { LineupSlot, MyMatchup } from '../use-matchups.ts'
import { pairBySlot, type SlotPair } from './slot-pairs.ts'
import styles from './slot-table.module.css'

type Props = {
  game: Pick<MyMatchup, 'away' | 'home'>
  /** Whether the players' points count. */
  hasPoints: boolean
}

/** Both lineups slot by slot, with the bench below. */
export function SlotTable({ game: { away, home }, hasPoints }: Props) {
  const { starters, others } = pairBySlot(away.lineup ?? [], home.lineup ?? [])
  return (
    <div className={`${ui.frame} ${styles.frame}`}>
      <table className={styles.table}>
        <caption className={ui.hidden}>Slot by slot</caption>
        <colgroup>
          <col />
          {hasPoints ? <col className={styles.scores} /> : null}
          <col className={styles.slots} />
          {hasPoints ? <col className={styles.scores} /> : null}
          <col />
        </colgroup>
        <thead className={styles.head}>
          <tr>
            <HiddenHeader>{away.name}</HiddenHeader>
            {hasPoints ? <HiddenHeader>{away.name} score</HiddenHeader> : null}
            <HiddenHeader>Slot</HiddenHeader>
            {hasPoints ? <HiddenHeader>{home.name} score</HiddenHeader> : null}
            <HiddenHeader>{home.name}</HiddenHeader>
          </tr>
        </thead>
        <tbody>{renderRows(starters, hasPoints)}</tbody>
        {others.length === 0 ? null : (
          <tbody className={ui.muted}>
            <tr className={styles.heading}>
              <th scope="rowgroup" colSpan={hasPoints ? 5 : 3}>
                Bench
              </th>
            </tr>
            {renderRows(others, hasPoints)}
          </tbody>
        )}
      </table>
    </div>
  )
}

/** A visually hidden column header; the team names are shown above the table. */
function HiddenHeader({ children }: { children: ReactNode }) {
  return (
    <th scope="col">
      <span className={ui.hidden}>{children}</span>
    </th>
  )
}

function renderRows(pairs: readonly SlotPair[], hasPoints: boolean) {
  return pairs.map((pair, index) => {
    const [away, home] = [pair.away?.actual ?? null, pair.home?.actual ?? null]
    const isAhead = (score: number | null, opponentScore: number | null) =>
      score !== null && score > (opponentScore ?? 0)
    return (
      // The key includes the players, so that only a score change is highlighted, not a lineup change.
      <tr key={`${pair.slotId} ${pair.away?.espn_id ?? index} ${pair.home?.espn_id ?? index}`}>
        <PlayerCell entry={pair.away} side="left" />
        {hasPoints ? <ScoreCell entry={pair.away} side="right" isAhead={isAhead(away, home)} /> : null}
        <th scope="row">
          <span className={styles.slot}>{slotOf(pair.slotId).name}</span>
        </th>
        {hasPoints ? <ScoreCell entry={pair.home} side="left" isAhead={isAhead(home, away)} /> : null}
        <PlayerCell entry={pair.home} side="right" />
      </tr>
    )
  })
}

type CellProps = { entry: LineupSlot | null; side: 'left' | 'right' }

function PlayerCell({ entry, side }: CellProps) {
  return (
    <td className={styles[side]}>
      {entry === null ? (
        <span className={ui.muted}>—</span>
      ) : (
        <>
          <PlayerName player={entry.player} espnId={entry.espn_id} />{' '}
          <span className={styles.team}>{entry.nfl_team}</span>
        </>
      )}
    </td>
  )
}

function ScoreCell({ entry, side, isAhead }: CellProps & { isAhead: boolean }) {
  return (
    <td className={`${styles.score} ${styles[side]}`} data-ahead={isAhead || undefined}>
      {entry === null ? null : (
        <>
          <HighlightOnChange value={entry.actual}>{formatPoints(entry.actual)}</HighlightOnChange>
          <span className={styles.proj}>
            <span className={ui.hidden}>projected </span>
            {formatPoints(entry.proj)}
          </span>
        </>
      )}
    </td>
  )
}

import { slotOf } from '@fieldhouse/domain/rosters/lineup'
import type { ReactNode } from 'react'
import { Headshot } from '../../../ui/display/avatar.tsx'
import { HighlightOnChange } from '../../../ui/display/highlight-on-change.tsx'
import { PlayerGameState } from '../../../ui/display/player-game-state.tsx'
import { PlayerName } from '../../../ui/display/player-name.tsx'
import { formatInjury, hasBegun } from '../../../ui/format/player-game.ts'
import { formatPoints } from '../../../ui/format/points.ts'
import ui from '../../../ui/ui.module.css'
import type { LineupSlot, MyMatchup } from '../use-matchups.ts'
import { pairBySlot, type SlotPair } from './slot-pairs.ts'
import styles from './slot-table.module.css'

type Props = {
  game: Pick<MyMatchup, 'away' | 'home'>
  /** Whether the players' points count. */
  hasPoints: boolean
  now: Date
}

/** Both lineups slot by slot, with the bench below. */
export function SlotTable({ game: { away, home }, hasPoints, now }: Props) {
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
        <tbody>{renderRows(starters, { hasPoints, now })}</tbody>
        {others.length === 0 ? null : (
          <tbody className={ui.muted}>
            <tr className={styles.heading}>
              <th scope="rowgroup" colSpan={hasPoints ? 5 : 3}>
                Bench
              </th>
            </tr>
            {renderRows(others, { hasPoints, now })}
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

function renderRows(pairs: readonly SlotPair[], { hasPoints, now }: Omit<Props, 'game'>) {
  return pairs.map((pair, index) => {
    const [away, home] = [pair.away?.actual ?? null, pair.home?.actual ?? null]
    const isAhead = (score: number | null, opponentScore: number | null) =>
      score !== null && score > (opponentScore ?? 0)
    return (
      // The key includes the players, so that only a score change is highlighted, not a lineup change.
      <tr key={`${pair.slotId} ${pair.away?.espn_id ?? index} ${pair.home?.espn_id ?? index}`}>
        <PlayerCell entry={pair.away} side="left" now={now} />
        {hasPoints ? <ScoreCell entry={pair.away} side="right" isAhead={isAhead(away, home)} /> : null}
        <th scope="row">
          <span className={styles.slot}>{slotOf(pair.slotId).name}</span>
        </th>
        {hasPoints ? <ScoreCell entry={pair.home} side="left" isAhead={isAhead(home, away)} /> : null}
        <PlayerCell entry={pair.home} side="right" now={now} />
      </tr>
    )
  })
}

type CellProps = { entry: LineupSlot | null; side: 'left' | 'right' }

function PlayerCell({ entry, side, now }: CellProps & { now: Date }) {
  return (
    <td className={styles[side]}>
      {entry === null ? (
        <span className={ui.muted}>—</span>
      ) : (
        <>
          {entry.player === null ? null : (
            <span className={styles.face}>
              <Headshot player={entry.player} espnId={entry.espn_id} nflTeam={entry.nfl_team} />
            </span>
          )}
          <PlayerName player={entry.player} espnId={entry.espn_id} />{' '}
          <span className={styles.team}>{entry.nfl_team}</span>
          <GameLine entry={entry} now={now} />
        </>
      )}
    </td>
  )
}

/** The player's NFL game and injury. Renders nothing for an empty slot and if the game is unknown. */
function GameLine({ entry, now }: { entry: LineupSlot; now: Date }) {
  const injury = formatInjury(entry.injury_status ?? null)
  const game = entry.nfl_game ?? null
  if (game === null && !entry.is_bye && injury === null) return null
  const isStarter = slotOf(entry.slot_id).isStarter
  return (
    <span className={styles.game}>
      {game === null && !entry.is_bye ? null : (
        <span data-tone={isStarter && entry.is_bye ? 'bad' : undefined}>
          <PlayerGameState game={game} isBye={entry.is_bye} now={now} />
        </span>
      )}
      {injury === null ? null : <span data-tone={injury.isOut ? 'bad' : 'warn'}>{injury.label}</span>}
    </span>
  )
}

function ScoreCell({ entry, side, isAhead }: CellProps & { isAhead: boolean }) {
  return (
    <td
      className={`${styles.score} ${styles[side]}`}
      data-ahead={isAhead || undefined}
      data-begun={hasBegun(entry?.nfl_game) || undefined}
    >
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

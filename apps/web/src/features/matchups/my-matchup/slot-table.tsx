import { slotOf } from '@fieldhouse/domain/rosters/lineup'
import { type ReactNode, use } from 'react'
import { Headshot } from '../../../ui/display/avatar.tsx'
import { HighlightOnChange } from '../../../ui/display/highlight-on-change.tsx'
import { PlayerGameState } from '../../../ui/display/player-game-state.tsx'
import { PlayerName } from '../../../ui/display/player-name.tsx'
import { ProjectionsContext } from '../../../ui/feedback/no-projections.tsx'
import { formatInjury, hasBegun } from '../../../ui/format/player-game.ts'
import { formatPoints } from '../../../ui/format/points.ts'
import ui from '../../../ui/ui.module.css'
import type { LineupSlot, MyMatchup } from '../use-matchups.ts'
import type { SlotPair } from './slot-pairs.ts'
import styles from './slot-table.module.css'

type Props = {
  /** The table's name. */
  caption: string
  isCaptionVisible?: boolean
  game: Pick<MyMatchup, 'away' | 'home'>
  pairs: readonly SlotPair[]
  /** Whether the players' points count. */
  hasPoints: boolean
  now: Date
}

/** Players of both teams slot by slot. */
export function SlotTable({
  caption,
  isCaptionVisible = false,
  game: { away, home },
  pairs,
  hasPoints,
  now,
}: Props) {
  return (
    <div className={`${ui.frame} ${styles.frame}`}>
      <table className={styles.table} data-quiet={isCaptionVisible || undefined}>
        <caption className={isCaptionVisible ? styles.heading : ui.hidden}>{caption}</caption>
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
        <tbody>
          {pairs.map((pair, index) => (
            // The key includes the players, so that only a score change is highlighted, not a lineup change.
            <tr key={`${pair.slotId} ${pair.away?.espn_id ?? index} ${pair.home?.espn_id ?? index}`}>
              <PlayerCell entry={pair.away} side="left" now={now} />
              {hasPoints ? (
                <ScoreCell entry={pair.away} side="right" isAhead={isAhead(pair, 'away')} />
              ) : null}
              <th scope="row">
                <span className={styles.slot}>{slotOf(pair.slotId).name}</span>
              </th>
              {hasPoints ? <ScoreCell entry={pair.home} side="left" isAhead={isAhead(pair, 'home')} /> : null}
              <PlayerCell entry={pair.home} side="right" now={now} />
            </tr>
          ))}
        </tbody>
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

function isAhead(pair: SlotPair, side: 'away' | 'home'): boolean {
  const score = pair[side]?.actual ?? null
  return score !== null && score > (pair[side === 'away' ? 'home' : 'away']?.actual ?? 0)
}

type CellProps = { entry: LineupSlot | null; side: 'left' | 'right' }

function PlayerCell({ entry, side, now }: CellProps & { now: Date }) {
  return (
    <td className={styles[side]}>
      {entry === null ? (
        <span className={ui.muted}>—</span>
      ) : (
        <div className={styles.player}>
          {entry.player === null ? null : (
            <span className={styles.face}>
              <Headshot player={entry.player} espnId={entry.espn_id} nflTeam={entry.nfl_team} />
            </span>
          )}
          <div className={styles.words}>
            <PlayerName player={entry.player} espnId={entry.espn_id} />{' '}
            <span className={styles.team}>{entry.nfl_team}</span>
            <GameLine entry={entry} now={now} />
          </div>
        </div>
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

function ScoreCell({ entry, side, isAhead: isLeading }: CellProps & { isAhead: boolean }) {
  const hasProjections = use(ProjectionsContext)
  return (
    <td
      className={`${styles.score} ${styles[side]}`}
      data-ahead={isLeading || undefined}
      data-begun={hasBegun(entry?.nfl_game) || undefined}
    >
      {entry === null ? null : (
        <>
          <HighlightOnChange value={entry.actual}>{formatPoints(entry.actual)}</HighlightOnChange>
          {hasProjections ? (
            <span className={styles.proj}>
              <span className={ui.hidden}>projected </span>
              {formatPoints(entry.proj)}
            </span>
          ) : null}
        </>
      )}
    </td>
  )
}

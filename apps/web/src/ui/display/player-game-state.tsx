import type { PlayerGame } from '@fieldhouse/contract/matchups'
import { lastKnownAt } from '@fieldhouse/domain/nfl/nfl-week'
import { formatFullKickoff, formatTime } from '../format/date-time.ts'
import { formatGameState, formatNflScore } from '../format/player-game.ts'
import ui from '../ui.module.css'
import styles from './display.module.css'
import { HighlightOnChange } from './highlight-on-change.tsx'

type Props = {
  game: PlayerGame | null
  isBye: boolean
  now: Date
}

export function PlayerGameState({ game, isBye, now }: Props) {
  if (isBye) return <span data-phase="bye">Bye</span>
  if (game === null) return <>—</>
  const knownAt = lastKnownAt(
    { phase: game.phase, kickoff: toDate(game.kickoff_ts), observedAt: toDate(game.observed_ts) },
    now,
  )
  const score = formatNflScore(game)
  return (
    <span className={styles.game} data-phase={game.phase}>
      {score === null ? (
        <State game={game} />
      ) : (
        <>
          <span className={styles.part}>
            <State game={game} />
            <span aria-hidden="true"> ·</span>
          </span>{' '}
          <span className={styles.part}>
            <HighlightOnChange value={score}>{score}</HighlightOnChange>
          </span>
        </>
      )}
      {game.is_red_zone ? (
        <>
          {' '}
          <span className={`${ui.chip} ${styles.redZone}`} data-tone="bad">
            Red zone
          </span>
        </>
      ) : null}
      {knownAt === null ? null : (
        <>
          {' '}
          <span className={styles.part}>as of {formatTime(knownAt)}</span>
        </>
      )}
    </span>
  )
}

function State({ game }: { game: PlayerGame }) {
  const text = formatGameState(game)
  const { kickoff_ts: kickoff } = game
  if (kickoff === null) return <span className={`${styles.part} ${styles.state}`}>{text}</span>
  return (
    <time
      className={`${styles.part} ${styles.state}`}
      dateTime={new Date(kickoff).toISOString()}
      title={formatFullKickoff(kickoff)}
    >
      {text}
    </time>
  )
}

function toDate(timestamp: number | null): Date | null {
  return timestamp === null ? null : new Date(timestamp)
}

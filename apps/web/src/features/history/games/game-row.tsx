import { ChevronRight } from 'lucide-react'
import ui from '../../../ui/ui.module.css'
import { useHistoryContext } from '../history-context.ts'
import type { PlayedGame } from '../use-history.ts'
import { formatScores, otherSide, sideName } from './game-format.ts'
import styles from './game-row.module.css'

const OUTCOME_LETTERS = { won: 'W', lost: 'L', tied: 'T' } as const
const OUTCOME_LABELS = { won: 'Win', lost: 'Loss', tied: 'Tie' } as const

type Outcome = keyof typeof OUTCOME_LETTERS

type Props = {
  game: PlayedGame
  /** The side whose perspective the row shows. */
  side: 'home' | 'away'
  outcome?: Outcome
}

/** A one-line summary of a game that opens its details. */
export function GameRow({ game, side, outcome = outcomeFor(game, side) }: Props) {
  const { openOverlay } = useHistoryContext()
  const { season, week, game_id: id } = game
  return (
    <div className={styles.frame}>
      <button
        type="button"
        className={styles.row}
        onClick={() => openOverlay({ kind: 'game', season, game: id })}
      >
        <span
          className={styles.outcome}
          data-outcome={outcome}
          role="img"
          aria-label={OUTCOME_LABELS[outcome]}
        >
          {OUTCOME_LETTERS[outcome]}
        </span>
        <span className={styles.score}>{formatScores(game, side)}</span>
        <span className={`${ui.breakable} ${styles.opponent}`}>
          {side === 'home' ? 'vs' : '@'} {sideName(game, otherSide(side))}
        </span>
        <span className={styles.week}>
          {season}, Week {week}
          {game.is_playoff ? <span className={styles.playoffs}>Playoffs</span> : null}
        </span>
        <ChevronRight className={`${ui.muted} ${styles.chevron}`} size={18} aria-hidden="true" />
      </button>
    </div>
  )
}

function outcomeFor({ result }: PlayedGame, side: 'home' | 'away'): Outcome {
  if (result === 'tie') return 'tied'
  return result === side ? 'won' : 'lost'
}

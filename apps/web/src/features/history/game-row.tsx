import { ChevronRight } from 'lucide-react'
import styles from './game-row.module.css'
import { otherSide, scoresOf, sideName } from './game-words.ts'
import { useHistoryPage } from './history-context.ts'
import type { PlayedGame } from './use-history.ts'

const LETTERS = { won: 'W', lost: 'L', tied: 'T' } as const
const WORDS = { won: 'Won', lost: 'Lost', tied: 'Tied' } as const

type Outcome = keyof typeof LETTERS

type Props = {
  game: PlayedGame
  /** From whose side it is told. */
  side: 'home' | 'away'
  outcome?: Outcome
}

/** A game on a line, which opens it. */
export function GameRow({ game, side, outcome = outcomeFor(game, side) }: Props) {
  const { open } = useHistoryPage()
  const { season, week, game_id: id } = game
  return (
    <div className={styles['frame']}>
      <button
        type="button"
        className={styles['row']}
        onClick={() => open({ kind: 'game', season, game: id })}
      >
        <span className={styles['outcome']} data-outcome={outcome} role="img" aria-label={WORDS[outcome]}>
          {LETTERS[outcome]}
        </span>
        <span className={styles['score']}>{scoresOf(game, side)}</span>
        <span className={styles['other']}>
          {side === 'home' ? 'vs' : '@'} {sideName(game, otherSide(side))}
        </span>
        <span className={styles['when']}>
          {season}, week {week}
          {game.is_playoff ? <span className={styles['playoffs']}>Playoffs</span> : null}
        </span>
        <ChevronRight className={styles['mark']} size={18} aria-hidden="true" />
      </button>
    </div>
  )
}

function outcomeFor({ result }: PlayedGame, side: 'home' | 'away'): Outcome {
  if (result === 'tie') return 'tied'
  return result === side ? 'won' : 'lost'
}

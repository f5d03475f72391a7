import hidden from '../../ui/layout/visually-hidden.module.css'
import { formatOccasion, resultNote } from './format.ts'
import styles from './game-status.module.css'
import type { Matchup } from './use-matchups.ts'

type Props = { game: Omit<Matchup, 'id'> }

/** The status of a game, announced when it changes, and notes such as 'Playoffs'. */
export function GameStatus({ game }: Props) {
  const note = [resultNote(game), formatOccasion(game)].filter(Boolean).join(' · ')
  return (
    <p className={styles['line']}>
      <span className={styles['status']} data-state={game.state} aria-live="polite" aria-atomic="true">
        <span className={hidden['hidden']}>
          {game.away.name} at {game.home.name}:{' '}
        </span>
        {game.status}
      </span>
      {note === '' ? null : <span className={styles['note']}>{note}</span>}
    </p>
  )
}

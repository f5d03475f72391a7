import hidden from '../../ui/visually-hidden.module.css'
import styles from './game-status.module.css'
import type { Matchup } from './use-matchups.ts'
import { occasion, ruling } from './wording.ts'

type Props = { game: Omit<Matchup, 'id'> }

/** How far a game is, announced when it changes, and what is special about it. */
export function GameStatus({ game }: Props) {
  const special = [ruling(game), occasion(game)].filter(Boolean).join(' · ')
  return (
    <p className={styles['line']}>
      <span className={styles['status']} data-state={game.state} aria-live="polite" aria-atomic="true">
        <span className={hidden['hidden']}>
          {game.away.name} at {game.home.name}:{' '}
        </span>
        {game.status}
      </span>
      {special === '' ? null : <span className={styles['special']}>{special}</span>}
    </p>
  )
}

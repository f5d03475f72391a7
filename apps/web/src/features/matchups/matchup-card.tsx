import { useId } from 'react'
import hidden from '../../ui/visually-hidden.module.css'
import { GameStatus } from './game-status.tsx'
import styles from './matchup-card.module.css'
import { scoresOf } from './scores.ts'
import { ShareBar } from './share-bar.tsx'
import { SideRow } from './side-row.tsx'
import type { Matchup } from './use-matchups.ts'
import { WinChance } from './win-chance.tsx'
import { leaderOf } from './wording.ts'

type Props = { game: Matchup }

/** A game of the scoreboard. */
export function MatchupCard({ game }: Props) {
  const id = useId()
  const leader = leaderOf(game)
  const scores = scoresOf(game)
  return (
    <article
      className={styles['card']}
      aria-labelledby={id}
      data-mine={game.away.is_mine || game.home.is_mine || undefined}
    >
      <h3 id={id} className={hidden['hidden']}>
        {game.away.name} at {game.home.name}
      </h3>
      <GameStatus game={game} />
      <SideRow team={game.away} score={scores.away} isAhead={leader === 'away'} />
      <SideRow team={game.home} score={scores.home} isAhead={leader === 'home'} />
      <ShareBar game={game} />
      <WinChance game={game} />
    </article>
  )
}

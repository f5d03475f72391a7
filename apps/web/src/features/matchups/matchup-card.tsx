import { useId } from 'react'
import hidden from '../../ui/layout/visually-hidden.module.css'
import { leadingSide } from './format.ts'
import { formatScores } from './format-scores.ts'
import { GameStatus } from './game-status.tsx'
import styles from './matchup-card.module.css'
import { ProjectionBar } from './projection-bar.tsx'
import { TeamScoreRow } from './team-score-row.tsx'
import type { Matchup } from './use-matchups.ts'
import { WinChance } from './win-chance.tsx'

type Props = { game: Matchup }

/** A matchup on the scoreboard. */
export function MatchupCard({ game }: Props) {
  const id = useId()
  const leader = leadingSide(game)
  const scores = formatScores(game)
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
      <TeamScoreRow team={game.away} score={scores.away} isAhead={leader === 'away'} />
      <TeamScoreRow team={game.home} score={scores.home} isAhead={leader === 'home'} />
      <ProjectionBar game={game} />
      <WinChance game={game} />
    </article>
  )
}

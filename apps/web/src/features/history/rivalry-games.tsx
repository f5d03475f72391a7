import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { GameRow } from './game-row.tsx'
import type { RivalryGame } from './rivalry.ts'
import styles from './rivalry-games.module.css'

const MAX_SHOWN = 10

type Props = { a: string; games: readonly RivalryGame[] }

/** Games between two owners from the perspective of `a`, newest first. Collapses after the first ten. */
export function RivalryGames({ a, games }: Props) {
  const [isExpanded, setExpanded] = useState(false)
  const newestFirst = games.toReversed()
  const shown = isExpanded ? newestFirst : newestFirst.slice(0, MAX_SHOWN)
  return (
    <>
      <ol className={styles['games']} aria-label="Games, newest first">
        {shown.map(({ game, outcome }) => (
          <li key={`${game.season} ${game.game_id}`}>
            <GameRow game={game} side={game.home_owner === a ? 'home' : 'away'} outcome={outcome} />
          </li>
        ))}
      </ol>
      {shown.length < games.length ? (
        <div>
          <Button onClick={() => setExpanded(true)}>Show all {games.length} games</Button>
        </div>
      ) : null}
    </>
  )
}

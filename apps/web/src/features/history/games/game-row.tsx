import { Fill, Text } from '../../../ui/layout/layout.tsx'
import ui from '../../../ui/ui.module.css'
import styles from '../history.module.css'
import { useHistoryContext } from '../history-context.ts'
import type { PlayedGame } from '../use-history.ts'
import { formatScores, otherSide, sideName } from './game-format.ts'

const OUTCOMES = {
  won: { letter: 'W', label: 'Win', tone: 'good' },
  lost: { letter: 'L', label: 'Loss', tone: 'bad' },
  tied: { letter: 'T', label: 'Tie', tone: undefined },
} as const

type Outcome = keyof typeof OUTCOMES

type Props = {
  game: PlayedGame
  side: 'home' | 'away'
  outcome?: Outcome
}

export function GameRow({ game, side, outcome = outcomeFor(game, side) }: Props) {
  const { openOverlay } = useHistoryContext()
  const { season, week, game_id: id } = game
  const { letter, label, tone } = OUTCOMES[outcome]
  return (
    <button
      type="button"
      className={ui.pressable}
      onClick={() => openOverlay({ kind: 'game', season, game: id })}
    >
      <span className={`${ui.chip} ${styles.outcome}`} data-tone={tone} role="img" aria-label={label}>
        {letter}
      </span>
      <Text weight={700} isNumeric>
        {formatScores(game, side)}
      </Text>
      <Fill as="span">
        <Text lines={1}>
          {side === 'home' ? 'vs' : '@'} {sideName(game, otherSide(side))}
        </Text>
      </Fill>
      <span className={`${ui.note} ${styles.week}`}>
        {season}, Week {week}
        {game.is_playoff ? <span className={ui.chip}>Playoffs</span> : null}
      </span>
    </button>
  )
}

function outcomeFor({ result }: PlayedGame, side: 'home' | 'away'): Outcome {
  if (result === 'tie') return 'tied'
  return result === side ? 'won' : 'lost'
}

import { type LegStanding, legStanding, toSelection } from '@fieldhouse/domain/betslip/selections'
import { useNow } from '../../../api/server-clock.ts'
import { PlayerGameState } from '../../../ui/display/player-game-state.tsx'
import { formatCount } from '../../../ui/format/count.ts'
import { Row } from '../../../ui/layout/layout.tsx'
import ui from '../../../ui/ui.module.css'
import { resultTone } from '../format.ts'
import type { BetPick, BoardGame } from '../use-bets.ts'

type Props = { pick: BetPick; games: readonly BoardGame[] }

const MINUTE_MS = 60_000

/** The game of a pick and, while it is played, what the pick still needs. Nothing for a pick that is not understood. */
export function LegStatus({ pick: { selection, result }, games }: Props) {
  const now = useNow(MINUTE_MS)
  const row = games.find(({ game_id }) => game_id === selection?.game_id)
  if (selection === null || row === undefined) return null
  const { game } = row
  const bet = toSelection({ gameId: selection.game_id, ...selection })
  const { home_score: home, away_score: away } = game
  const isOver = game.phase === 'final'
  const isPlaying = game.phase === 'playing' || game.phase === 'halftime' || game.phase === 'delayed'
  const standing =
    bet === null || result !== null || !(isPlaying || isOver) || home === null || away === null
      ? null
      : legStanding(bet, { home, away })
  return (
    <Row as="p" wraps gap={3} className={ui.note}>
      <span>
        {game.away_team} at {game.home_team} · <PlayerGameState game={game} isBye={false} now={now} />
      </span>
      {standing === null ? null : (
        <strong className={ui.toned} data-tone={resultTone(standing.result)}>
          {standing.isDecided || isOver ? DECIDED_TEXTS[standing.result] : standingText(standing)}
        </strong>
      )}
    </Row>
  )
}

/** Until an admin, or the final score of the official source, settles the pick. */
const DECIDED_TEXTS: Record<LegStanding['result'], string> = {
  won: 'Won, to be confirmed',
  lost: 'Lost, to be confirmed',
  push: 'Push, to be confirmed',
}

/** What a leg needs, such as 'Needs 4 more points'. */
function standingText({ result, points }: Omit<LegStanding, 'isDecided'>): string {
  switch (result) {
    case 'won':
      return points === null || points === 0
        ? 'Winning, nothing to spare'
        : `Winning, ${formatCount(points, 'point')} to spare`
    case 'push':
      return points === null
        ? 'Pushes if nobody scores'
        : `Level, needs ${formatCount(points, 'point')} to win`
    case 'lost':
      return points === null ? 'Losing' : `Needs ${formatCount(points, 'more point')}`
  }
}

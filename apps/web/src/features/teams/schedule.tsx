import { formatRecord } from '@fieldhouse/domain/seasons/format-record'
import { useConnectivity } from '../../api/connectivity.ts'
import { Link } from '../../router/link.tsx'
import { Avatar } from '../../ui/display/avatar.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { formatPoints } from '../../ui/format/points.ts'
import { formatFullRecord } from '../../ui/format/record.ts'
import { Card } from '../../ui/layout/card.tsx'
import ui from '../../ui/ui.module.css'
import styles from './schedule.module.css'
import type { TeamGame, TeamResponse } from './use-teams.ts'

const RESULT_LABELS = { win: 'W', loss: 'L', tie: 'T' } as const

/** The team's games of the season with results, and the opponents that are left. */
export function Schedule({ response: { schedule, season } }: { response: TeamResponse }) {
  return (
    <Card title="Schedule" level={3}>
      {schedule.length === 0 ? (
        <EmptyState>No games of this season are stored.</EmptyState>
      ) : (
        <ol className={`${ui.divided} ${styles.list}`}>
          {schedule.map((game) => (
            <li key={`${game.week} ${game.game_id ?? 'bye'}`} className={styles.game}>
              <span className={styles.week}>
                <span className={ui.hidden}>Week </span>
                {game.week}
              </span>
              <Opponent game={game} season={season} />
              <Result game={game} season={season} />
            </li>
          ))}
        </ol>
      )}
    </Card>
  )
}

function Opponent({
  game: { opponent, is_home: isHome, round },
  season,
}: {
  game: TeamGame
  season: number
}) {
  if (opponent === null) return <span className={ui.muted}>Bye</span>
  return (
    <span className={styles.opponent}>
      <Avatar name={opponent.name} src={opponent.logo} color={opponent.color} />
      <span className={ui.breakable}>
        <span className={ui.muted}>{isHome ? 'vs' : 'at'} </span>
        <Link to={{ tab: 'roster', team: opponent.team_id, season }}>{opponent.name}</Link>{' '}
        <span className={ui.note}>{round === null ? formatRecord(opponent.record) : round.name}</span>
      </span>
    </span>
  )
}

function Result({ game, season }: { game: TeamGame; season: number }) {
  const { isOffline } = useConnectivity()
  if (game.game_id === null) return null
  return (
    <Link className={styles.result} to={{ tab: 'matchup', season, week: game.week, game: game.game_id }}>
      {game.result === null ? null : <span data-result={game.result}>{RESULT_LABELS[game.result]}</span>}{' '}
      {describeScore(game, isOffline)}
    </Link>
  )
}

/** The score from the team's side; what is known instead before the game and in category leagues. */
function describeScore(
  { state, score, opponent_score: opponentScore, categories }: TeamGame,
  isOffline: boolean,
): string {
  if (state === 'not_played') return 'Not played'
  if (categories !== null && state !== 'before') return formatFullRecord(categories)
  if (score === null || opponentScore === null) return 'Preview'
  const text = `${formatPoints(score)}–${formatPoints(opponentScore)}`
  return state === 'live' && !isOffline ? `Live ${text}` : text
}

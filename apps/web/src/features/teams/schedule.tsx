import { formatRecord } from '@fieldhouse/domain/seasons/format-record'
import { useConnectivity } from '../../api/connectivity.ts'
import { Link } from '../../router/link.tsx'
import { DataTable } from '../../ui/display/data-table.tsx'
import { TeamCell } from '../../ui/display/team-cell.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { formatPoints } from '../../ui/format/points.ts'
import { formatFullRecord } from '../../ui/format/record.ts'
import { Card } from '../../ui/layout/card.tsx'
import { Text } from '../../ui/layout/layout.tsx'
import ui from '../../ui/ui.module.css'
import type { TeamGame, TeamResponse } from './use-teams.ts'

const RESULTS = {
  win: { letter: 'W', tone: 'good' },
  loss: { letter: 'L', tone: 'bad' },
  tie: { letter: 'T', tone: 'muted' },
} as const

/** The team's games of the season with results, and the opponents that are left. */
export function Schedule({ response: { schedule, season } }: { response: TeamResponse }) {
  return (
    <Card title="Schedule" level={3}>
      {schedule.length === 0 ? (
        <EmptyState>No games of this season are stored.</EmptyState>
      ) : (
        <DataTable
          caption="Games of the season"
          columns={[
            { id: 'week', label: 'Week', kind: 'text', cell: ({ week }) => week },
            { id: 'opponent', label: 'Opponent', cell: (game) => <Opponent game={game} season={season} /> },
            { id: 'result', label: 'Result', cell: (game) => <Result game={game} season={season} /> },
          ]}
          rows={schedule}
          keyOf={(game) => `${game.week} ${game.game_id ?? 'bye'}`}
          head="opponent"
          isPlain
          isDense
        />
      )}
    </Card>
  )
}

type GameProps = { game: TeamGame; season: number }

function Opponent({ game: { opponent, is_home: isHome, round }, season }: GameProps) {
  if (opponent === null) return <span className={ui.muted}>Bye</span>
  return (
    <TeamCell team={opponent} to={{ tab: 'roster', team: opponent.team_id, season }}>
      <span className={ui.note}>
        {isHome ? 'vs' : 'at'} · {round === null ? formatRecord(opponent.record) : round.name}
      </span>
    </TeamCell>
  )
}

function Result({ game, season }: GameProps) {
  const { isOffline } = useConnectivity()
  if (game.game_id === null) return null
  return (
    <Link className={ui.standaloneLink} to={{ tab: 'matchup', season, week: game.week, game: game.game_id }}>
      {game.result === null ? null : (
        <Text tone={RESULTS[game.result].tone}>{RESULTS[game.result].letter}</Text>
      )}{' '}
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

import { slotOf } from '@fieldhouse/domain/rosters/lineup'
import { Trophy } from 'lucide-react'
import { Avatar, Headshot } from '../../../ui/display/avatar.tsx'
import { DataTable } from '../../../ui/display/data-table.tsx'
import { PlayerName } from '../../../ui/display/player-name.tsx'
import { formatFinalScores, formatPoints } from '../../../ui/format/points.ts'
import { Row } from '../../../ui/layout/layout.tsx'
import ui from '../../../ui/ui.module.css'
import { OwnerButton } from '../owners/owner-button.tsx'
import type { GameDetails } from '../use-history.ts'
import { formatGameWeek, formatPointMargin, RECORD_LABELS, sideName } from './game-format.ts'
import styles from './game-view.module.css'

/** Teams, score, league records and, if stored, lineups of a finished game. */
export function GameView({ details }: { details: GameDetails }) {
  const { game, nfl_weeks: weeks, lineups, records } = details
  const [awayScore, homeScore] = formatFinalScores(game.away_score, game.home_score)
  return (
    <div className={ui.stack16}>
      <p className={ui.muted}>
        {formatGameWeek(game)}
        {weeks.length > 1 ? ` · Played over NFL weeks ${weeks.join(' and ')}` : ''}
      </p>
      <div className={styles.sides}>
        <Side label="Away" side="away" details={details} score={awayScore} />
        <Side label="Home" side="home" details={details} score={homeScore} />
      </div>
      <p className={styles.outcome}>{outcomeText(details)}</p>
      {records.length === 0 ? null : (
        <ul className={styles.records} aria-label="League records">
          {records.map((name) => (
            <li key={name}>
              <Trophy size={16} aria-hidden="true" /> {RECORD_LABELS[name]}
            </li>
          ))}
        </ul>
      )}
      {lineups.length === 0 ? (
        <p className={`${ui.muted} ${styles.unavailable}`}>Lineups aren't available for this game.</p>
      ) : (
        lineups.map((lineup) => (
          <section key={lineup.week} className={`${ui.stack8} ${styles.week}`}>
            <h3>{lineups.length > 1 ? `Lineups · NFL Week ${lineup.week}` : 'Lineups'}</h3>
            <div className={styles.lineups}>
              <Lineup team={game.away_team} spots={lineup.away} />
              <Lineup team={game.home_team} spots={lineup.home} />
            </div>
          </section>
        ))
      )}
    </div>
  )
}

type SideProps = { label: string; side: 'home' | 'away'; details: GameDetails; score: string }

function Side({ label, side, details, score }: SideProps) {
  const { game } = details
  const { picture, logo } = details[side]
  const team = side === 'home' ? game.home_team : game.away_team
  const owner = side === 'home' ? game.home_owner : game.away_owner
  const hasWon = game.result === side
  return (
    <section className={styles.side} data-won={hasWon || undefined} aria-label={`${label}: ${team}`}>
      <Avatar name={owner ?? team} src={picture ?? logo} size="l" />
      <div className={styles.names}>
        <span className={styles.team}>{team}</span>
        <OwnerButton owner={owner} />
      </div>
      <span className={styles.score}>{score}</span>
      <span className={`${ui.note} ${styles.result}`}>{hasWon ? `${label} · Win` : label}</span>
    </section>
  )
}

/** Describes the winner and the margin. The result may include an adjustment that the scores lack. */
function outcomeText({ game }: GameDetails): string {
  if (game.result === 'tie') return 'The game ended in a tie.'
  const winner = sideName(game, game.result)
  const margin =
    game.result === 'home' ? game.home_score - game.away_score : game.away_score - game.home_score
  return margin > 0
    ? `${winner} won by ${formatPointMargin(margin)}.`
    : `${winner} won on a scoring adjustment that isn't included in these scores.`
}

type Spots = GameDetails['lineups'][number]['home']

type LineupProps = {
  team: string
  /** null if the team's lineup is not stored. */
  spots: Spots
}

/** A team's lineup with each player's points. */
function Lineup({ team, spots }: LineupProps) {
  if (spots === null) return <p className={ui.note}>No lineup available for {team}.</p>
  return (
    <DataTable
      caption={team}
      isCaptionShown
      columns={[
        { id: 'slot', label: 'Slot', kind: 'text', cell: ({ spot }) => slotOf(spot.slot_id).name },
        {
          id: 'player',
          label: 'Player',
          cell: ({ spot: { player, espn_id: espnId, nfl_team: nflTeam } }) => (
            <Row as="span">
              {player === null ? null : <Headshot player={player} espnId={espnId} nflTeam={nflTeam} />}
              <PlayerName player={player} espnId={espnId} />
              {nflTeam === null ? null : <span className={ui.note}>{nflTeam}</span>}
            </Row>
          ),
        },
        { id: 'points', label: 'Points', cell: ({ spot }) => formatPoints(spot.actual) },
      ]}
      rows={withKeys(spots)}
      keyOf={({ key }) => key}
      head="player"
      isMuted={({ spot }) => !slotOf(spot.slot_id).isStarter}
      isPlain
      isDense
    />
  )
}

/** Derives unique keys: several spots share a slot, and empty spots have no player. */
function withKeys(spots: NonNullable<Spots>) {
  const counts = new Map<number, number>()
  return spots.map((spot) => {
    const count = (counts.get(spot.slot_id) ?? 0) + 1
    counts.set(spot.slot_id, count)
    return { key: `${spot.slot_id} ${count}`, spot }
  })
}

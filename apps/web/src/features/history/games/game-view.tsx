import { slotOf } from '@fieldhouse/domain/rosters/lineup'
import { Trophy } from 'lucide-react'
import { Avatar, Headshot } from '../../../ui/display/avatar.tsx'
import { DataTable } from '../../../ui/display/data-table.tsx'
import { PlayerName } from '../../../ui/display/player-name.tsx'
import { formatFinalScores, formatPoints } from '../../../ui/format/points.ts'
import { Grid, Row, Stack, Text } from '../../../ui/layout/layout.tsx'
import ui from '../../../ui/ui.module.css'
import styles from '../history.module.css'
import { OwnerButton } from '../owners/owner-button.tsx'
import type { GameDetails } from '../use-history.ts'
import { formatGameWeek, formatPointMargin, RECORD_LABELS, sideName } from './game-format.ts'

/** Teams, score, league records and, if stored, lineups of a finished game. */
export function GameView({ details }: { details: GameDetails }) {
  const { game, nfl_weeks: weeks, lineups, records } = details
  const [awayScore, homeScore] = formatFinalScores(game.away_score, game.home_score)
  return (
    <Stack>
      <p className={ui.muted}>
        {formatGameWeek(game)}
        {weeks.length > 1 ? ` · Played over NFL weeks ${weeks.join(' and ')}` : ''}
      </p>
      <Grid min={140} gap={3}>
        <Side label="Away" side="away" details={details} score={awayScore} />
        <Side label="Home" side="home" details={details} score={homeScore} />
      </Grid>
      <p className={ui.strong}>{outcomeText(details)}</p>
      {records.length === 0 ? null : (
        <Row as="ul" wraps aria-label="League records">
          {records.map((name) => (
            <Row as="li" key={name} gap={1} className={styles.gold}>
              <Trophy size={16} aria-hidden="true" /> <strong>{RECORD_LABELS[name]}</strong>
            </Row>
          ))}
        </Row>
      )}
      {lineups.length === 0 ? (
        <p className={ui.muted}>Lineups aren't available for this game.</p>
      ) : (
        lineups.map((lineup) => (
          <Stack as="section" gap={2} key={lineup.week}>
            <Text as="h3" size="l">
              {lineups.length > 1 ? `Lineups · NFL Week ${lineup.week}` : 'Lineups'}
            </Text>
            <Grid min={300}>
              <Lineup team={game.away_team} spots={lineup.away} />
              <Lineup team={game.home_team} spots={lineup.home} />
            </Grid>
          </Stack>
        ))
      )}
    </Stack>
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
    <section className={`${ui.card} ${styles.profile}`} aria-label={`${label}: ${team}`}>
      <Avatar name={owner ?? team} src={picture ?? logo} size="l" />
      <Text size="l" weight={600} isTitle lines={2}>
        {team}
      </Text>
      <OwnerButton owner={owner} />
      <Text size="3xl" isNumeric {...(hasWon ? { weight: 700 } : {})}>
        {score}
      </Text>
      <Text size="s" tone={hasWon ? 'good' : 'muted'}>
        {hasWon ? `${label} · Win` : label}
      </Text>
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

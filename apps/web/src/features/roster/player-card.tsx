import { playerPageUrl } from '@fieldhouse/domain/nfl/player'
import { slotOf } from '@fieldhouse/domain/rosters/lineup'
import { describeFormat, hasWeeklyPoints } from '@fieldhouse/domain/seasons/scoring-format'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { ExternalLink } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useNow } from '../../api/page-environment.ts'
import { Link } from '../../router/link.tsx'
import { useTitle } from '../../router/router.ts'
import { Avatar, Headshot } from '../../ui/display/avatar.tsx'
import { type Column, DataTable } from '../../ui/display/data-table.tsx'
import { formatInjury, PlayerGameState } from '../../ui/display/player.tsx'
import { Stat } from '../../ui/display/stat.tsx'
import { TeamCell } from '../../ui/display/team.tsx'
import { EmptyState, Loaded } from '../../ui/feedback/feedback.tsx'
import { Freshness, hasProjections } from '../../ui/feedback/freshness.tsx'
import { formatKickoff } from '../../ui/format/date-time.ts'
import { formatPoints, formatUsers } from '../../ui/format/format.ts'
import { Grid, Row, Stack, Text } from '../../ui/layout/layout.tsx'
import { SeasonChooser } from '../../ui/navigation/tab-header.tsx'
import ui from '../../ui/ui.module.css'
import styles from './roster.module.css'
import { formatOpponent } from './roster-table.tsx'
import { type Player, playerQuery } from './use-roster.ts'

type Props = {
  league: string
  /** The provider's player id. */
  id: number
  /** The season that is shown first; null for the player's newest one. */
  initialSeason: number | null
  renderNews: (name: string) => ReactNode
}

export function PlayerCard({ league, id, initialSeason, renderNews }: Props) {
  const [season, setSeason] = useState(initialSeason)
  const query = useQuery({ ...playerQuery(league, id, season), placeholderData: keepPreviousData })
  return (
    <Loaded
      query={query}
      name="player"
      rows={8}
      height={40}
      missing={{ code: 'player_not_found', content: <MissingPlayer /> }}
    >
      {(player) => (
        <Stack data-stale={query.isPlaceholderData}>
          <PlayerHeader player={player} />
          <ThisWeek player={player} />
          <RosteredBy player={player} />
          <Stack as="section" gap={3} aria-labelledby="player-season">
            <Row isSpread gap={3}>
              <h3 id="player-season">Season {player.season}</h3>
              <SeasonChooser seasons={player.seasons} season={player.season} onChoose={setSeason} />
            </Row>
            <GameLog player={player} />
          </Stack>
          {renderNews(player.player)}
          <Freshness of={player} />
        </Stack>
      )}
    </Loaded>
  )
}

function MissingPlayer() {
  return (
    <EmptyState isFramed hint={<Link to={{ tab: 'roster' }}>See the rosters</Link>}>
      Player not found. No team of this league has had this player in a stored week.
    </EmptyState>
  )
}

function PlayerHeader({ player }: { player: Player }) {
  const { player: name, espn_id: id, position, this_week: week } = player
  useTitle(name)
  const injury = formatInjury(week.injury_status)
  const url = playerPageUrl(id, week.nfl_team)
  return (
    <Row as="header" gap={4}>
      <Headshot player={name} espnId={id} nflTeam={week.nfl_team} size="l" />
      <div>
        <p className={ui.strong}>{[position, week.nfl_team ?? 'Free agent'].filter(Boolean).join(' · ')}</p>
        {injury === null ? null : (
          <Text as="p" weight={600} tone={injury.isOut ? 'bad' : 'warn'}>
            {injury.label}
          </Text>
        )}
        {url === null ? null : (
          <a className={ui.standaloneLink} href={url} target="_blank" rel="noopener noreferrer">
            Open in ESPN <ExternalLink size={16} aria-hidden="true" />
          </a>
        )}
      </div>
    </Row>
  )
}

function ThisWeek({ player }: { player: Player }) {
  const { week, this_week: game, scoring_format: format } = player
  const now = useNow()
  if (week === null) return null
  const nflGame = game.nfl_game ?? null
  const kickoff = game.kickoff_ts === null ? null : formatKickoff(game.kickoff_ts)
  return (
    <section className={`${ui.frame} ${styles.week}`} aria-label={`NFL week ${week}`}>
      <Grid as="dl" min={120} gap={2}>
        <Stat label={`Week ${week}`} value={formatOpponent(game) ?? '—'} />
        {kickoff === null || nflGame !== null ? null : <Stat label="Kickoff" value={kickoff} />}
        {nflGame === null ? null : (
          <Stat label="Game" value={<PlayerGameState game={nflGame} isBye={game.is_bye} now={now} />} />
        )}
        {hasWeeklyPoints(format) ? (
          <>
            {game.proj === null && !hasProjections(player) ? null : (
              <Stat label="Projected" value={formatPoints(game.proj)} />
            )}
            <Stat label="Score" value={formatPoints(game.actual)} />
          </>
        ) : null}
      </Grid>
      {hasWeeklyPoints(format) ? null : <p className={ui.note}>{describeFormat(format)}</p>}
    </section>
  )
}

function RosteredBy({ player }: { player: Player }) {
  const { team, teams, season, has_lineups: hasLineups } = player
  if (team === null) {
    return (
      <EmptyState>
        {hasLineups ? 'A free agent in this league.' : "It isn't known which team has this player."}
      </EmptyState>
    )
  }
  const owner = teams.find(({ team_id: id }) => id === team.team_id)
  if (owner === undefined) return null
  const manager = formatUsers(owner) ?? owner.owners[0]
  return (
    <Row as="section" gap={4} aria-label="Team">
      <Avatar name={owner.name} src={owner.logo} size="m" color={owner.color} />
      <div>
        <p>
          <Link className={ui.strong} to={{ tab: 'roster', team: owner.team_id, season }}>
            {owner.name}
          </Link>
          {manager === undefined ? null : <span className={ui.muted}> · {manager}</span>}
        </p>
        {team.acquisition === null ? null : (
          <p className={ui.note}>{describeAcquisition(team.acquisition, teams)}</p>
        )}
      </div>
    </Row>
  )
}

function GameLog({ player }: { player: Player }) {
  const { games, season, teams, scoring_format: format } = player
  const hasPoints = hasWeeklyPoints(format)
  if (games.length === 0) {
    return <EmptyState>No team of the league had this player in a stored week of this season.</EmptyState>
  }
  return (
    <>
      {hasPoints ? <PointsChart games={games} /> : null}
      <DataTable
        caption={`Games of the season ${season}`}
        columns={[
          { label: 'Week', kind: 'head', cell: ({ week }) => week },
          {
            label: 'Opponent',
            kind: 'text',
            value: (game) => formatOpponent({ ...game, is_bye: false }),
          },
          ...(hasPoints ? POINTS_COLUMNS : []),
          { label: 'Slot', kind: 'text', cell: ({ slot_id: slot }) => slotOf(slot).name },
          {
            label: 'Team',
            kind: 'text',
            cell: ({ team_id: id, week }) => {
              const team = teams.find((each) => each.team_id === id)
              return team === undefined ? (
                'Former team'
              ) : (
                <TeamCell team={team} size="xs" to={{ tab: 'roster', team: id, season, week }} />
              )
            },
            views: ['Team'],
          },
        ]}
        rows={games}
        keyOf={({ week }) => week}
        isMuted={(game) => !game.is_starter}
        isDense
      />
    </>
  )
}

const POINTS_COLUMNS: readonly Column<Player['games'][number]>[] = [
  {
    label: 'Points',
    value: ({ points }) => points,
    cell: ({ points }) => formatPoints(points),
    isStrong: true,
    views: ['Points'],
  },
  {
    label: 'Proj',
    name: 'Projected',
    value: ({ proj }) => proj,
    cell: ({ proj }) => formatPoints(proj),
    views: ['Points'],
  },
]

/** Bars of the points by week. The table below has the numbers. */
function PointsChart({ games }: Pick<Player, 'games'>) {
  const max = Math.max(1, ...games.map(({ points }) => points ?? 0))
  return (
    <div className={styles.chart} aria-hidden="true">
      {games.map(({ week, points, is_starter: isStarter }) => (
        <div key={week} className={styles.bar} title={`Week ${week}: ${formatPoints(points)}`}>
          <span className={styles.value}>{points === null ? '' : Math.round(points)}</span>
          <span
            className={styles.fill}
            data-starter={isStarter || undefined}
            style={{ height: `${(100 * Math.max(0, points ?? 0)) / max}%` }}
          />
          <span className={`${styles.value} ${ui.muted}`}>{week}</span>
        </div>
      ))}
    </div>
  )
}

type Acquisition = Player['acquisitions'][number]

export function describeAcquisition(acquisition: Acquisition, teams: Player['teams']): string {
  const { bid, from_team_id: fromId } = acquisition
  const from = teams.find(({ team_id: id }) => id === fromId)
  const price = bid === null || bid === 0 ? '' : ` for $${bid}`
  const when = weekOf(acquisition)
  switch (acquisition.how) {
    case 'draft':
      return `Drafted${pickOf(acquisition)}${price}`
    case 'keeper':
      return `Kept${pickOf(acquisition)}${price}`
    case 'waiver':
      return `Claimed off waivers${when}${price}`
    case 'free_agent':
      return `Added as a free agent${when}`
    case 'trade':
      return `Traded${from === undefined ? '' : ` from ${from.name}`}${when}`
    case 'other':
      return `Added${when}`
  }
}

function pickOf({ round, pick }: Acquisition): string {
  if (round === null) return ''
  return pick === null ? ` in round ${round}` : ` in round ${round}, pick ${pick}`
}

function weekOf({ week }: Acquisition): string {
  if (week === null) return ''
  return week === 0 ? ' before Week 1' : ` in Week ${week}`
}

import { LEAGUE_PROVIDERS } from '@fieldhouse/domain/league/league-providers'
import { formatOrdinal } from '@fieldhouse/domain/pluralize'
import { formatRecord } from '@fieldhouse/domain/seasons/format-record'
import { describeFormat, hasMatchups, hasWeeklyPoints } from '@fieldhouse/domain/seasons/scoring-format'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { ExternalLink } from 'lucide-react'
import type { ReactNode } from 'react'
import { useConnectivity } from '../../api/connectivity.ts'
import { useNow } from '../../api/page-environment.ts'
import { Link } from '../../router/link.tsx'
import { useLocation, useRouter, useTitle } from '../../router/router.ts'
import { ShareButton } from '../../router/sharing.tsx'
import { PeriodPlot } from '../../ui/charts/plot.tsx'
import { Avatar } from '../../ui/display/avatar.tsx'
import { DataTable } from '../../ui/display/data-table.tsx'
import facts from '../../ui/display/display.module.css'
import { PlayerName } from '../../ui/display/player.tsx'
import { Stat, Stats } from '../../ui/display/stat.tsx'
import { TeamCell } from '../../ui/display/team.tsx'
import { EmptyState, Loaded } from '../../ui/feedback/feedback.tsx'
import { Freshness } from '../../ui/feedback/freshness.tsx'
import { formatPastDay } from '../../ui/format/date-time.ts'
import { formatFullRecord, formatPoints } from '../../ui/format/format.ts'
import { formatTradedBudget, formatTradedPick } from '../../ui/format/trade-asset.ts'
import forms from '../../ui/forms/forms.module.css'
import { useShortList } from '../../ui/layout/disclosure.tsx'
import { Card, Row, Stack, Text } from '../../ui/layout/layout.tsx'
import { SeasonChooser, TabHeader, WeekChooser } from '../../ui/navigation/tab-header.tsx'
import ui from '../../ui/ui.module.css'
import styles from './team-page.module.css'
import {
  type TeamGame,
  type TeamResponse,
  type TeamRoster,
  type TeamTransaction,
  teamImage,
  teamQuery,
} from './use-teams.ts'

type Props = {
  league: string
  /** The provider's team id. */
  team: number
  chooser: ReactNode
  renderRoster: (roster: {
    players: TeamRoster['players']
    hasPoints: boolean
    provider: TeamResponse['provider']
    isPlaceholderData: boolean
  }) => ReactNode
  renderReview?: (season: number, week: number) => ReactNode
  renderGrades?: (season: number) => ReactNode
}

export function TeamPage({ league, team, chooser, renderRoster, renderReview, renderGrades }: Props) {
  const router = useRouter()
  const { season, week } = useLocation()
  const query = useQuery({ ...teamQuery(league, { team, season, week }), placeholderData: keepPreviousData })
  const { data } = query
  return (
    <Stack as="section" aria-label="Team">
      <TabHeader
        title={data?.team.name ?? 'Team'}
        label={data?.seasons.length === 1 ? `SEASON ${data.season}` : undefined}
        action={
          data === undefined ? null : (
            <ShareButton title={data.team.name} image={teamImage(league, team, data.season)} canPost />
          )
        }
        freshness={<Freshness of={data} />}
        below={chooser}
      >
        <SeasonChooser
          seasons={data?.seasons ?? []}
          season={data?.season}
          onChoose={(chosen) => router.navigate({ season: chosen, week: null })}
        />
      </TabHeader>
      <Loaded
        query={query}
        name="team"
        rows={10}
        height={48}
        missing={{ code: 'team_not_found', content: <MissingTeam season={season} /> }}
      >
        {(response) => (
          <Stack data-stale={query.isPlaceholderData}>
            <TeamSummary response={response} />
            <Stack gap={6} className={styles.columns}>
              <Stack>
                <RosterSection
                  response={response}
                  onChooseWeek={(chosen) => router.navigate({ week: chosen })}
                >
                  {renderRoster({
                    players: response.roster.players,
                    hasPoints: hasWeeklyPoints(response.scoring_format),
                    provider: response.provider,
                    isPlaceholderData: query.isPlaceholderData,
                  })}
                </RosterSection>
                {isPastWeek(response) ? renderReview?.(response.season, response.roster.week ?? 0) : null}
                <Transactions response={response} />
              </Stack>
              <Stack>
                <WeeklyPointsChart weeks={response.weekly_points} team={response.team} />
                {response.scoring_format === 'points' ? renderGrades?.(response.season) : null}
                {hasMatchups(response.scoring_format) ? <Schedule response={response} /> : null}
              </Stack>
            </Stack>
          </Stack>
        )}
      </Loaded>
    </Stack>
  )
}

/** Whether the roster is of a week with points before the last one of the newest season. */
function isPastWeek({ season, seasons, roster, scoring_format: format }: TeamResponse): boolean {
  const isLast = season === Math.max(...seasons) && roster.week === roster.weeks.at(-1)
  return roster.players.length > 0 && roster.week !== null && hasWeeklyPoints(format) && !isLast
}

function MissingTeam({ season }: { season: number | null }) {
  return (
    <EmptyState isFramed hint={<Link to={{ tab: 'standings', season }}>See the standings</Link>}>
      Team not found. It may have played in another season.
    </EmptyState>
  )
}

function TeamSummary({ response }: { response: TeamResponse }) {
  const { team, season, scoring_format: format } = response
  useTitle(team.name)
  return (
    <Card>
      <Stack gap={3}>
        <Row gap={4}>
          <Avatar name={team.name} src={team.logo} size="l" color={team.color} />
          <div>
            <p className={`${facts.facts} ${ui.strong}`}>
              <Managers team={team} />
            </p>
            {team.titles.length === 0 ? null : (
              <p className={ui.note}>
                Champion {new Intl.ListFormat('en').format(team.titles.map((title) => `${title.season}`))}
              </p>
            )}
          </div>
        </Row>
        <Row gap={5}>
          <Link
            className={ui.standaloneLink}
            to={{ tab: 'history', view: 'keepers', season, team: team.team_id }}
          >
            Keepers
          </Link>
          {response.team_url == null || response.provider == null ? null : (
            <a className={ui.standaloneLink} href={response.team_url} target="_blank" rel="noopener">
              Open team in {LEAGUE_PROVIDERS[response.provider].label}{' '}
              <ExternalLink size={16} aria-hidden="true" />
            </a>
          )}
        </Row>
        <Stats>
          <Stat label="Rank" value={team.rank === null ? '—' : formatOrdinal(team.rank)} />
          {hasMatchups(format) ? (
            <>
              <Stat label="Record" value={formatRecord(team.record)} />
              <Stat label="Streak" value={team.streak === null ? '—' : formatStreak(team.streak)} />
            </>
          ) : null}
          {format === 'categories' ? null : (
            <>
              <Stat label="Points for" value={formatPoints(team.points_for)} />
              {hasMatchups(format) ? (
                <Stat label="Points against" value={formatPoints(team.points_against)} />
              ) : null}
              <Stat label="Per game" value={formatPoints(team.points_per_game)} />
            </>
          )}
        </Stats>
        {team.last_five.length === 0 ? null : (
          <Row as="ol" gap={1} aria-label="Last five games">
            {team.last_five.map(({ week, game_id: game, result }) => (
              <li key={game}>
                <Link className={forms.icon} to={{ tab: 'matchup', season, week, game }}>
                  <span className={ui.hidden}>
                    Week {week}: {result}
                  </span>
                  <span aria-hidden="true" className={ui.chip} data-tone={RESULTS[result].tone}>
                    {RESULTS[result].letter}
                  </span>
                </Link>
              </li>
            ))}
          </Row>
        )}
        {format === 'points' ? null : <p className={ui.note}>{describeFormat(format)}</p>}
      </Stack>
    </Card>
  )
}

function formatStreak({ outcome, length }: NonNullable<TeamResponse['team']['streak']>): string {
  return `${RESULTS[outcome].letter}${length}`
}

function Managers({ team }: { team: TeamResponse['team'] }) {
  const { owner, owners, assigned_user: user, co_owners = [] } = team
  const others = [...new Set([...owners.slice(1), ...(user === null ? [] : [user, ...co_owners])])]
  const first = owners[0]
  return (
    <>
      {first === undefined ? null : (
        <span>
          {owner === null ? first : <Link to={{ tab: 'history', owners: [owner.owner] }}>{first}</Link>}
        </span>
      )}
      {others
        .filter((name) => name !== first)
        .map((name) => (
          <span key={name}>{name}</span>
        ))}
      {first === undefined && others.length === 0 ? <span>No manager</span> : null}
    </>
  )
}

type RosterSectionProps = {
  response: TeamResponse
  onChooseWeek: (week: number | null) => void
  children: ReactNode
}

function RosterSection({
  response: { roster, scoring_format: format },
  onChooseWeek,
  children,
}: RosterSectionProps) {
  return (
    <Stack as="section" gap={3} aria-labelledby="team-roster">
      <Row isSpread gap={3}>
        <h3 id="team-roster">{roster.week === null ? 'Roster' : `Roster, NFL week ${roster.week}`}</h3>
        {roster.week === null || roster.weeks.length === 0 ? null : (
          <WeekChooser weeks={roster.weeks} week={roster.week} current={null} onChoose={onChooseWeek} />
        )}
      </Row>
      {roster.players.length === 0 ? (
        <EmptyState
          isFramed
          hint="Lineups appear after a refresh. Some seasons only have scores or standings."
        >
          No roster is stored for this week.
        </EmptyState>
      ) : (
        children
      )}
      {hasWeeklyPoints(format) ? null : <p className={ui.note}>{describeFormat(format)}</p>}
    </Stack>
  )
}

const RESULTS = {
  win: { letter: 'W', tone: 'good' },
  loss: { letter: 'L', tone: 'bad' },
  tie: { letter: 'T', tone: 'muted' },
} as const

function Schedule({ response: { schedule, season } }: { response: TeamResponse }) {
  return (
    <Card title="Schedule" level={3}>
      {schedule.length === 0 ? (
        <EmptyState>No games of this season are stored.</EmptyState>
      ) : (
        <DataTable
          caption="Games of the season"
          columns={[
            { label: 'Week', header: null, kind: 'text', cell: ({ week }) => week },
            { label: 'Opponent', kind: 'head', cell: (game) => <Opponent game={game} season={season} /> },
            { label: 'Result', cell: (game) => <Result game={game} season={season} /> },
          ]}
          rows={schedule}
          keyOf={(game) => `${game.week} ${game.game_id ?? 'bye'}`}
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

type WeeklyPointsChartProps = {
  weeks: TeamResponse['weekly_points']
  team: Pick<TeamResponse['team'], 'name' | 'color'>
}

function WeeklyPointsChart({ weeks, team }: WeeklyPointsChartProps) {
  if (weeks.length === 0) return null
  const above = weeks.filter(({ points, league_average: average }) => points > average).length
  return (
    <PeriodPlot
      title="Points by week"
      summary={`${team.name} scored more than the league's average in ${above} of ${weeks.length} weeks.`}
      note="Dashed: the league's average"
      height={240}
      color={team.color}
      periods={weeks.map(({ week, points, league_average: average }) => ({
        at: week,
        title: `Week ${week}`,
        value: points,
        average,
        lines: [`${formatPoints(points)} points`, `Average ${formatPoints(average)}`],
      }))}
      dotRadius={5}
      columns={['Week', 'Points', 'Average']}
      rows={weeks.map(({ week, points, league_average: average }) => [
        week,
        formatPoints(points),
        formatPoints(average),
      ])}
    />
  )
}

const MAX_SHOWN = 8

function Transactions({ response: { transactions, team, season } }: { response: TeamResponse }) {
  const all = transactions ?? []
  const { className, length, more } = useShortList(all.length, MAX_SHOWN)
  return (
    <Card title="Transactions" level={3}>
      {all.length === 0 ? (
        <EmptyState>
          {transactions === null ? 'No transactions of this season are stored.' : 'No transactions yet.'}
        </EmptyState>
      ) : (
        <Stack as="ol" gap={3} isDivided className={className}>
          {all.slice(0, length).map((transaction) => (
            <Transaction
              key={transaction.id}
              transaction={transaction}
              teamId={team.team_id}
              season={season}
            />
          ))}
        </Stack>
      )}
      {more}
    </Card>
  )
}

type Asset = { from_team_id: number | null; to_team_id: number | null }

type TransactionProps = { transaction: TeamTransaction; teamId: number; season: number }

function Transaction({ transaction, teamId, season }: TransactionProps) {
  const now = useNow()
  const { id, kind, week, decided_at: decidedAt } = transaction
  const isAdded = ({ to_team_id: to }: Asset) => to === teamId
  const isDropped = (asset: Asset) => asset.from_team_id === teamId && !isAdded(asset)
  return (
    <Stack as="li" gap={0}>
      <p className={ui.note}>
        <span className={ui.strong}>{describeKind(transaction)}</span>
        {' · '}
        {decidedAt === null ? `Week ${week}` : formatPastDay(new Date(decidedAt), now)}
      </p>
      <Assets label={kind === 'trade' ? 'Received' : 'Added'} sign="+" of={transaction} isShown={isAdded} />
      <Assets label={kind === 'trade' ? 'Sent' : 'Dropped'} sign="−" of={transaction} isShown={isDropped} />
      {kind === 'trade' ? (
        <Link to={{ tab: 'league social', view: 'trade', season, post: id }}>Open the trade</Link>
      ) : null}
    </Stack>
  )
}

function describeKind({ kind, status, bid, other_teams: others }: TeamTransaction): string {
  const price = bid === null || bid === 0 ? '' : `, $${bid}`
  const names = new Intl.ListFormat('en').format(others.map(({ name }) => name))
  const texts = {
    waiver: `Waiver claim${price}`,
    'free agent': 'Free agent',
    trade: names === '' ? 'Trade' : `Trade with ${names}`,
    roster: 'Roster change',
  }
  return `${texts[kind]}${status === 'done' ? '' : ` (${status})`}`
}

type AssetsProps = {
  label: string
  sign: string
  of: TeamTransaction
  isShown: (asset: Asset) => boolean
}

function Assets({ label, sign, of: { moves, picks = [], budget = [] }, isShown }: AssetsProps) {
  const players = moves.filter(isShown).map(({ espn_id: id, player }) => ({
    key: `player ${id}`,
    content: <PlayerName player={player} espnId={id} />,
  }))
  const others = [
    ...picks.filter(isShown).map(formatTradedPick),
    ...budget.filter(isShown).map(formatTradedBudget),
  ]
  const assets = [...players, ...others.map((content) => ({ key: content, content }))]
  if (assets.length === 0) return null
  return (
    <Row as="p" align="start">
      <Text weight={700} tone="muted" aria-hidden="true">
        {sign}
      </Text>
      <span className={ui.hidden}>{label} </span>
      <span>
        {assets.map(({ key, content }, index) => (
          <span key={key}>
            {index === 0 ? '' : ', '}
            {content}
          </span>
        ))}
      </span>
    </Row>
  )
}

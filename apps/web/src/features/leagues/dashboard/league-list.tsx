import type { LeagueEvents } from '@fieldhouse/contract/live'
import { formatOrdinal } from '@fieldhouse/domain/pluralize'
import { formatRecord } from '@fieldhouse/domain/seasons/format-record'
import { hasMatchups } from '@fieldhouse/domain/seasons/scoring-format'
import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query'
import { ChevronRight } from 'lucide-react'
import { useEffect, useState } from 'react'
import type { ApiResponse } from '../../../api/api-client.ts'
import { probeServer } from '../../../api/connectivity.ts'
import { jitterMs, type LeagueEventListener, subscribeToLeagueEvents } from '../../../api/event-stream.ts'
import { operationQuery } from '../../../api/operations.ts'
import { Avatar } from '../../../ui/display/avatar.tsx'
import { HighlightOnChange, useGameStatus } from '../../../ui/display/team.tsx'
import { Loaded, Skeleton } from '../../../ui/feedback/feedback.tsx'
import { Bar, Track } from '../../../ui/feedback/progress.tsx'
import { formatPoints, formatScores } from '../../../ui/format/format.ts'
import { Fill, Grid, Row, Stack, Text } from '../../../ui/layout/layout.tsx'
import ui from '../../../ui/ui.module.css'
import styles from '../leagues.module.css'
import { type MyLeague, myLeaguesQuery, ROLE_NAMES } from '../use-leagues.ts'
import { JoinLeague } from './join-league.tsx'

type Props = {
  leagues: readonly MyLeague[]
  onOpen: (league: string) => void
  /** The game of the user's team in a league; null without one, undefined while it is unknown. Absent for no games. */
  gameOf?: (league: string) => DashboardGame | null | undefined
}

export function LeagueList({ leagues, onOpen, gameOf }: Props) {
  return (
    <Grid as="ul" min={340} gap={3} className={styles.leagues} data-fills={gameOf !== undefined || undefined}>
      {leagues.map((league) => (
        <li key={league.name}>
          <button
            type="button"
            className={`${ui.frame} ${ui.opens} ${styles.league}`}
            onClick={() => onOpen(league.name)}
          >
            <Row as="span" gap={3} className={styles.summary}>
              <Avatar
                name={league.team?.name ?? league.name}
                src={league.team?.logo ?? null}
                size="m"
                color={league.team?.color}
              />
              <Fill as="span">
                <Stack as="span" gap={0}>
                  <Text isTitle size="l" weight={700}>
                    {league.name}
                  </Text>
                  <span className={ui.note}>
                    {[league.season === null ? null : `Season ${league.season}`, ROLE_NAMES[league.role]]
                      .filter(Boolean)
                      .join(' • ')}
                  </span>
                  {league.team === null ? null : (
                    <Text size="s" tone="muted" lines={1}>
                      {league.team.name}
                    </Text>
                  )}
                </Stack>
              </Fill>
              {league.team === null ? null : <TeamStanding team={league.team} />}
              <ChevronRight className={ui.muted} size={20} aria-hidden="true" />
            </Row>
            {gameOf === undefined ||
            league.team === null ||
            !hasMatchups(league.team.scoring_format) ? null : (
              <GameStrip game={gameOf(league.name)} />
            )}
          </button>
        </li>
      ))}
    </Grid>
  )
}

export function LeagueListSkeleton() {
  return (
    <Grid min={340}>
      <Skeleton label="Loading leagues" rows={1} height={84} />
    </Grid>
  )
}

function TeamStanding({ team }: { team: NonNullable<MyLeague['team']> }) {
  return (
    <Stack as="span" gap={0}>
      <Text isNumeric size="2xl" weight={700}>
        {team.rank === null ? '—' : formatOrdinal(team.rank)}
      </Text>
      <Text isNumeric tone="muted">
        {hasMatchups(team.scoring_format) ? formatRecord(team) : `${formatPoints(team.points_for)} points`}
      </Text>
    </Stack>
  )
}

type Side = DashboardGame['home']

/** Without a game it says so, and while it loads it keeps the space. */
function GameStrip({ game }: { game: DashboardGame | null | undefined }) {
  if (game === undefined) return <span className={styles.strip} aria-hidden="true" />
  if (game === null)
    return (
      <span className={styles.strip}>
        <span className={ui.note}>No game this week.</span>
      </span>
    )
  return <Game game={game} />
}

function Game({ game }: { game: DashboardGame }) {
  const status = useGameStatus(game)
  const [mySide, otherSide] = game.home.is_mine ? (['home', 'away'] as const) : (['away', 'home'] as const)
  const [mine, other] = [game[mySide], game[otherSide]]
  const scores = formatScores(game)
  return (
    <Stack as="span" gap={1} className={styles.strip}>
      <Row as="span" gap={3}>
        <Text
          size="s"
          weight={600}
          className={styles.status}
          {...(status.state === 'live' ? { tone: 'good' } : {})}
        >
          {status.text}
        </Text>
        <Fill as="span" className={ui.note}>
          Week {game.week}
        </Fill>
        <WinChance game={game} mine={mine} />
      </Row>
      <TeamLine team={mine} score={scores[mySide]} isAhead={isAhead(game, mine, other)} />
      <TeamLine team={other} score={scores[otherSide]} isAhead={isAhead(game, other, mine)} />
    </Stack>
  )
}

function TeamLine({ team, score, isAhead: isLeading }: { team: Side; score: string; isAhead: boolean }) {
  return (
    <Row as="span" gap={3} isSpread className={isLeading ? ui.strong : ui.muted}>
      <Text lines={1}>
        {team.name}
        {team.is_mine ? <span className={ui.hidden}> (you)</span> : null}
      </Text>
      <Text isNumeric size="xl" weight={700}>
        <HighlightOnChange value={team.score}>{score}</HighlightOnChange>
      </Text>
    </Row>
  )
}

/** The chance that the user wins. Only a decided game is certain. */
function WinChance({ game, mine }: { game: DashboardGame; mine: Side }) {
  if (mine.win_chance === null || game.state === 'final') return <ResultNote game={game} mine={mine} />
  const percent = Math.min(99, Math.max(1, Math.round(mine.win_chance * 100)))
  return (
    <Row as="span">
      <Track isShort>
        <Bar to={percent / 100} />
      </Track>
      <Text isNumeric weight={600}>
        {percent}% to win
      </Text>
    </Row>
  )
}

function ResultNote({ game: { result, home }, mine }: { game: DashboardGame; mine: Side }) {
  if (result === null) return null
  const hasWon = (result === 'home') === (home === mine)
  const text = result === 'tie' ? 'Tied' : hasWon ? 'You won' : 'You lost'
  return <Text weight={600}>{text}</Text>
}

function isAhead({ result, home }: DashboardGame, team: Side, other: Side): boolean {
  if (result !== null) return result !== 'tie' && (result === 'home') === (home === team)
  return team.score !== null && other.score !== null && team.score > other.score
}

type LeaguePickerProps = { username: string; onChoose: (league: string) => void }

export function LeaguePicker({ username, onChoose }: LeaguePickerProps) {
  const leagues = useQuery(myLeaguesQuery(username))
  const hasNoLeagues = leagues.data?.length === 0
  return (
    <Stack gap={5}>
      <Stack as="header" gap={1}>
        <h1>{hasNoLeagues ? 'Request to join a league' : 'Select Your League'}</h1>
        {hasNoLeagues ? (
          <p className={ui.muted}>
            You're not in a league yet. Send a request and your commissioner will approve it.
          </p>
        ) : null}
      </Stack>
      <Loaded query={leagues} errorTitle="Failed to load leagues" skeleton={<LeagueListSkeleton />}>
        {(userLeagues) =>
          userLeagues.length === 0 ? (
            <JoinLeague />
          ) : (
            <>
              <LeagueList leagues={userLeagues} onOpen={onChoose} />
              <JoinAnotherLeague />
            </>
          )
        }
      </Loaded>
    </Stack>
  )
}

function JoinAnotherLeague() {
  const [isOpen, setOpen] = useState(false)
  return (
    <details className={ui.link} open={isOpen} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>Request to join another league</summary>
      {isOpen ? <JoinLeague /> : null}
    </details>
  )
}

export type DashboardData = ApiResponse<'GET /api/dashboard/'>
type DashboardGame = DashboardData['games'][number]['game']
export type DashboardTask = DashboardData['tasks'][number]
export type LeagueNews = NonNullable<DashboardData['since']>['leagues'][number]

/** How often the dashboard is read again, because only some of its leagues have an event stream. */
const POLL_INTERVAL_MS = 60_000

/** Browsers open six connections to a site, over all of its pages. */
const MAX_STREAMS = 2

export const dashboardQuery = operationQuery('GET /api/dashboard/', ['dashboard'], {
  refetchInterval: POLL_INTERVAL_MS,
})

/** The leagues whose scores change: those with live games first, then those with games to come. */
export function leaguesToFollow(games: DashboardData['games']): string[] {
  const inState = (state: DashboardGame['state']) =>
    games.filter(({ game }) => game.state === state).map(({ league }) => league)
  return [...inState('live'), ...inState('before')].slice(0, MAX_STREAMS)
}

export function useLiveDashboard(games: DashboardData['games']): void {
  const client = useQueryClient()
  const followed = JSON.stringify(leaguesToFollow(games))
  useEffect(() => {
    const leagues = JSON.parse(followed) as string[]
    const stops = leagues.map((league) => {
      const listener = createListener(client, league)
      return subscribeToLeagueEvents(league, 'outcome', (message) => message(listener))
    })
    return () => {
      for (const stop of stops) stop()
    }
  }, [client, followed])
}

function createListener(client: QueryClient, league: string): LeagueEventListener {
  const readLater = () => {
    window.setTimeout(() => void client.invalidateQueries({ queryKey: dashboardQuery.queryKey }), jitterMs())
  }
  return {
    handlers: {
      scoreboard: ({ scores }) => {
        client.setQueryData(dashboardQuery.queryKey, (data) =>
          data === undefined || scores === undefined ? data : withScores(data, league, scores),
        )
        if (scores === undefined || scores.changed.length > 0) readLater()
      },
      feed: ({ change }) => {
        if (change !== 'changed') readLater()
      },
      bets: readLater,
    },
    onDisconnect: () => void probeServer(),
    onReconnect: readLater,
    onPoll: readLater,
  }
}

type LiveScores = NonNullable<LeagueEvents['scoreboard']['scores']>

function withScores(data: DashboardData, league: string, { matchups }: LiveScores): DashboardData {
  return {
    ...data,
    games: data.games.map((each) => {
      const live = matchups.find(({ id }) => id === each.game.id)
      if (each.league !== league || live === undefined) return each
      const { game } = each
      const sides = { away: { ...game.away, ...live.away }, home: { ...game.home, ...live.home } }
      return { ...each, game: { ...game, ...live, ...sides } }
    }),
  }
}

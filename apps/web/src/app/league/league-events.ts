import type { LeagueEvents } from '@fieldhouse/contract/live'
import type { NflGameUpdate } from '@fieldhouse/contract/matchups'
import { hashKey, type QueryClient, type QueryKey } from '@tanstack/react-query'
import { probeServer } from '../../api/connectivity.ts'
import { jitterMs, type LeagueEventListener } from '../../api/event-stream.ts'
import { leagueQueryKey, refreshProgressQuery, type Standings } from '../../api/operations.ts'
import type { OddsBoard } from '../../features/betslip/use-bets.ts'
import { handleFeedEvent, scheduleFeedRefetch } from '../../features/feed/feed-events.ts'
import { mutesQuery } from '../../features/feed/moderation/use-moderation.ts'
import { INBOX_KEY, unreadQuery } from '../../features/inbox/bell.tsx'
import { pendingRequestsQuery } from '../../features/leagues/members/use-members.ts'
import type { MyMatchupResponse, Scoreboard } from '../../features/matchups/use-matchups.ts'
import { type Timeline, withLivePoint } from '../../features/matchups/win-probability/use-timeline.ts'
import { leagueStatusQuery } from '../../features/refresh/use-refresh.ts'
import type { Player, Roster, RosterRow } from '../../features/roster/use-roster.ts'
import type { TeamResponse } from '../../features/teams/use-teams.ts'

/** The rest is read after a random time of up to two seconds, because all open pages receive the event at once. */
export function createListener(client: QueryClient, league: string) {
  const outdated = new Map<string, QueryKey>()
  let timer: number | undefined
  const markOutdated = () => {
    window.clearTimeout(timer)
    timer = undefined
    for (const queryKey of outdated.values()) void client.invalidateQueries({ queryKey })
    outdated.clear()
  }
  const readLater = (keys: readonly QueryKey[]) => {
    if (keys.length === 0) return
    for (const key of keys) outdated.set(hashKey(key), key)
    timer ??= window.setTimeout(markOutdated, jitterMs())
  }
  const keysOf = (names: readonly string[]) => names.map((name) => [...leagueQueryKey(league), name])
  const recover = () => {
    scheduleFeedRefetch(client, league)
    readLater([...keysOf([...SEASON_QUERIES, 'bets', 'refresh', 'history', 'rules']), INBOX_KEY])
  }
  const listener: LeagueEventListener & { handlers: Required<LeagueEventListener['handlers']> } = {
    handlers: {
      scoreboard: ({ season, scores }) => {
        readLater(
          scores === undefined ? keysOf(SEASON_QUERIES) : showScores(client, league, { season, scores }),
        )
        // Scores change every minute during games: do not refetch the history while it is open.
        const history = [...leagueQueryKey(league), 'history']
        void client.invalidateQueries({ queryKey: history, refetchType: 'none' })
      },
      nfl: (update) => readLater(showNflGames(client, league, update)),
      refresh: (job) => {
        client.setQueryData(refreshProgressQuery(league).queryKey, job)
        // Only open in Admin Tools.
        void client.invalidateQueries({ queryKey: [...leagueQueryKey(league), 'refresh'] })
        const isRunning = job.state === 'running'
        // A job that is already shown as running is polled until it ends.
        if (!isRunning || !isShownAsRunning(client, league)) {
          void client.invalidateQueries({ queryKey: leagueStatusQuery.queryKey })
        }
        if (isRunning) return
        if (job.job === 'backfill') readLater(keysOf(['history']))
        // The data is unchanged, but now includes why the refresh failed.
        else if (job.state === 'failed') readLater(keysOf(SEASON_QUERIES))
      },
      feed: (event) => {
        handleFeedEvent(client, league, event)
        if (event.change === 'added') readLater([unreadQuery.queryKey])
      },
      rules: () => readLater(keysOf(['rules'])),
      dues: () => readLater(keysOf(['dues'])),
      bets: () => readLater([...keysOf(['bets']), unreadQuery.queryKey]),
      // Reports of members, too.
      inbox: () => readLater([INBOX_KEY, pendingRequestsQuery.queryKey, ...keysOf(['moderation'])]),
      mutes: () => {
        scheduleFeedRefetch(client, league)
        readLater([mutesQuery.queryKey])
      },
      slow_mode: () => {
        scheduleFeedRefetch(client, league)
        readLater(keysOf(['moderation']))
      },
      history: ({ change }) =>
        // The metadata has the pictures of people.
        readLater(keysOf(change === 'seasons' ? [...SEASON_QUERIES, 'history'] : ['meta', 'history'])),
    },
    onDisconnect: (isRejected) => {
      void probeServer()
      if (isRejected) readLater(keysOf(['meta']))
    },
    onReconnect: () => {
      void probeServer()
      recover()
    },
    onPoll: recover,
  }
  return { listener, stop: markOutdated }
}

function isShownAsRunning(client: QueryClient, league: string): boolean {
  const status = client.getQueryData(leagueStatusQuery.queryKey)
  return status?.leagues.some(({ name, progress }) => name === league && progress !== null) ?? false
}

type LiveScores = NonNullable<LeagueEvents['scoreboard']['scores']>
type Part = LiveScores['changed'][number]
type SeasonData = Pick<Standings, 'season' | 'updated_at' | 'last_error'> & { week?: number | null }

/** The queries that a refresh changes, by the part of their key after the league. */
const SEASON_QUERIES = [
  'meta',
  'snapshot',
  'standings',
  'summary',
  'roster',
  'scoreboard',
  'matchup',
  'timeline',
  'insights',
  'dues',
]

/**
 * Returns the keys of what has to be read again: it has changed in other ways, is of another week, or missed an event.
 */
export function showScores(
  client: QueryClient,
  league: string,
  { season, scores }: { season: number; scores: LiveScores },
): QueryKey[] {
  const outdated: QueryKey[] = []

  /** @param week the week of the scores in this kind of data; undefined for data of the whole season */
  function update<Data extends SeasonData>(
    [name, part, week]: [name: string, part: Part, week?: number | null],
    show: (data: Data) => Data,
  ): void {
    const queries = client.getQueryCache().findAll({ queryKey: [...leagueQueryKey(league), name] })
    for (const query of queries) {
      const data = query.state.data as Data | undefined
      const isCovered = data?.season === season && (week === undefined || data.week === week)
      const hasMissedNothing =
        data?.updated_at === scores.previous_updated_at || data?.updated_at === scores.updated_at
      const { isInvalidated, fetchStatus, dataUpdatedAt } = query.state
      const isSettled = fetchStatus !== 'fetching' && !isInvalidated
      const isComplete = isCovered && hasMissedNothing && isSettled && !scores.changed.includes(part)
      const { updated_at, last_error } = scores
      if (isComplete) client.setQueryData<Data>(query.queryKey, { ...show(data), updated_at, last_error })
      else {
        if (isCovered && query.isActive())
          client.setQueryData<Data>(query.queryKey, show(data), { updatedAt: dataUpdatedAt })
        outdated.push(query.queryKey)
      }
    }
  }

  update<Standings>(['standings', 'season'], (standings) => standings)
  // These have no time of their own. They are read together with the standings.
  if (outdated.length > 0 || scores.changed.includes('season'))
    outdated.push(
      ...['meta', 'snapshot', 'summary', 'insights', 'dues'].map((name) => [...leagueQueryKey(league), name]),
    )
  update<Scoreboard>(['scoreboard', 'scoreboard', scores.week], (scoreboard) =>
    withScores(scoreboard, scores),
  )
  update<MyMatchupResponse>(['matchup', 'matchup', scores.week], (response) =>
    withMatchupScores(response, scores),
  )
  update<Timeline>(['timeline', 'matchup', scores.week], (timeline) => withLivePoint(timeline, scores))
  update<CachedRoster>(['roster', 'roster', scores.lineup_week], (roster) =>
    mapPlayers(roster, (player) => withPoints(player, scores)),
  )
  // Rosters also show data of the NFL, which have no time and may be newer. Players' cards and team pages show more.
  const rosters = client.getQueryCache().findAll({
    queryKey: [...leagueQueryKey(league), 'roster'],
    predicate: (query) => query.isActive() || !isRoster(query.state.data),
  })
  outdated.push(...rosters.map(({ queryKey }) => queryKey))
  return outdated
}

function withScores(scoreboard: Scoreboard, live: LiveScores): Scoreboard {
  const scores = scoreboard.scores.map((team) => ({
    ...team,
    score: live.scores.find(({ team_id }) => team_id === team.team_id)?.score ?? team.score,
  }))
  return {
    ...scoreboard,
    matchups: scoreboard.matchups.map((matchup) => withLiveState(matchup, live)),
    scores: scores.sort((a, b) => b.score - a.score || a.team_id - b.team_id),
  }
}

function withMatchupScores(response: MyMatchupResponse, live: LiveScores): MyMatchupResponse {
  if (response.matchup === null) return response
  const matchup = withLiveState(response.matchup, live)
  return { ...response, matchup: mapLineups(matchup, (spot) => withPoints(spot, live)) }
}

function withLiveState<Team, Matchup extends { id: number; away: Team; home: Team }>(
  matchup: Matchup,
  { matchups }: LiveScores,
): Matchup {
  const live = matchups.find(({ id }) => id === matchup.id)
  if (live === undefined) return matchup
  return {
    ...matchup,
    ...live,
    away: { ...matchup.away, ...live.away },
    home: { ...matchup.home, ...live.home },
  }
}

function withPoints<Spot extends { espn_id: number | null }>(spot: Spot, { players }: LiveScores): Spot {
  return { ...spot, ...players.find(({ espn_id }) => espn_id === spot.espn_id) }
}

/** Returns the keys of what has to be read again: the response to a pending request may be older than the event. */
export function showNflGames(
  client: QueryClient,
  league: string,
  { season, week, games }: LeagueEvents['nfl'],
): QueryKey[] {
  const outdated: QueryKey[] = []
  const update = <Data>(names: readonly string[], show: (data: Data) => Data) => {
    for (const { queryKey, state } of client
      .getQueryCache()
      .findAll({ queryKey: [...leagueQueryKey(league), ...names] })) {
      if (state.fetchStatus === 'fetching') outdated.push(queryKey)
      // What is to be read again must stay so.
      if (state.data !== undefined && !state.isInvalidated)
        client.setQueryData<Data>(queryKey, show(state.data as Data), { updatedAt: state.dataUpdatedAt })
    }
  }
  update<CachedRoster>(['roster'], (roster) =>
    roster.season === season && rosterWeek(roster) === week
      ? mapPlayers(roster, (player) => withGame(player, games))
      : roster,
  )
  update<MyMatchupResponse>(['matchup'], (response) => {
    const { matchup } = response
    if (matchup === null || response.season !== season || matchup.lineup_week !== week) return response
    return { ...response, matchup: mapLineups(matchup, (spot) => withGame(spot, games)) }
  })
  update<OddsBoard>(['bets', 'board'], (board) =>
    board.season === season && board.week === week
      ? {
          ...board,
          games: board.games.map((row) => ({ ...row, game: updateOf(row.game, games) ?? row.game })),
        }
      : board,
  )
  return outdated
}

function updateOf(
  { home_team, away_team }: Pick<NflGameUpdate, 'home_team' | 'away_team'>,
  games: readonly NflGameUpdate[],
): NflGameUpdate | undefined {
  return games.find((game) => game.home_team === home_team && game.away_team === away_team)
}

type LineupSpot = Pick<RosterRow, 'espn_id' | 'nfl_team' | 'nfl_game'>

function withGame<Player extends LineupSpot>(player: Player, games: readonly NflGameUpdate[]): Player {
  const update = games.find(({ home_team, away_team }) =>
    [home_team, away_team].includes(player.nfl_team ?? ''),
  )
  if (update === undefined) return player
  const { ball_team, ...game } = update
  const hasBall = (player.espn_id ?? 0) > 0 && ball_team === player.nfl_team
  return { ...player, nfl_game: { ...game, is_red_zone: game.is_red_zone && hasBall } }
}

type CachedRoster = Roster | Player | TeamResponse

function isRoster(data: unknown): boolean {
  return typeof data === 'object' && data !== null && 'players' in data
}

function rosterWeek(data: CachedRoster): number | null {
  return 'roster' in data ? data.roster.week : data.week
}

function mapPlayers<Data extends CachedRoster>(data: Data, change: (row: RosterRow) => RosterRow): Data {
  if ('players' in data) return { ...data, players: data.players.map(change) }
  if ('roster' in data)
    return { ...data, roster: { ...data.roster, players: data.roster.players.map(change) } }
  const { espn_id, player } = data
  const this_week = change({ ...data.this_week, id: espn_id, espn_id, player, slot_id: 0 })
  return { ...data, this_week }
}

type Matchup = NonNullable<MyMatchupResponse['matchup']>
type Spot = NonNullable<Matchup['home']['lineup']>[number]

function mapLineups(matchup: Matchup, change: (spot: Spot) => Spot): Matchup {
  const changeSide = (side: Matchup['home']) => ({ ...side, lineup: side.lineup?.map(change) ?? null })
  return { ...matchup, away: changeSide(matchup.away), home: changeSide(matchup.home) }
}

import type { LeagueEvents } from '@fieldhouse/contract/live'
import type { QueryClient, QueryKey } from '@tanstack/react-query'
import { leagueQueryKey, type Standings } from '../../api/operations.ts'
import type { MyMatchupResponse, Scoreboard } from '../../features/matchups/use-matchups.ts'
import { type Timeline, withLivePoint } from '../../features/matchups/win-probability/use-timeline.ts'
import { type CachedRoster, isRoster, mapLineups, mapPlayers } from './cached-rosters.ts'

type LiveScores = NonNullable<LeagueEvents['scoreboard']['scores']>
type Part = LiveScores['changed'][number]
type SeasonData = Pick<Standings, 'season' | 'updated_at' | 'last_error'> & { week?: number | null }

/** The queries that a refresh changes, by the part of their key after the league. */
export const SEASON_QUERIES = [
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

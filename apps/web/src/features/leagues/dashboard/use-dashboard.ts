import type { LeagueEvents } from '@fieldhouse/contract/live'
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { ApiResponse } from '../../../api/api-client.ts'
import { probeServer } from '../../../api/connectivity.ts'
import { jitterMs, type LeagueEventListener, subscribeToLeagueEvents } from '../../../api/event-stream.ts'
import { operationQuery } from '../../../api/operations.ts'

export type DashboardData = ApiResponse<'GET /api/dashboard/'>
export type DashboardGame = DashboardData['games'][number]['game']
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
  const ignore = () => undefined
  return {
    handlers: {
      scoreboard: ({ scores }) => {
        client.setQueryData(dashboardQuery.queryKey, (data) =>
          data === undefined || scores === undefined ? data : withScores(data, league, scores),
        )
        if (scores === undefined || scores.changed.length > 0) readLater()
      },
      nfl: ignore,
      refresh: ignore,
      feed: ({ change }) => {
        if (change !== 'changed') readLater()
      },
      bets: readLater,
      rules: ignore,
      dues: ignore,
      history: ignore,
      inbox: ignore,
      mutes: ignore,
      slow_mode: ignore,
    },
    onDisconnect: () => void probeServer(),
    onReconnect: readLater,
    onPoll: readLater,
  }
}

type LiveScores = NonNullable<LeagueEvents['scoreboard']['scores']>

export function withScores(data: DashboardData, league: string, { matchups }: LiveScores): DashboardData {
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

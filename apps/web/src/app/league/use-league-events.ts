import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { jitterMs, type LeagueEventListener, subscribeToLeagueEvents } from '../../api/event-stream.ts'
import { leagueQueryKey, refreshProgressQuery } from '../../api/league-queries.ts'
import { handleFeedEvent, scheduleFeedRefetch } from '../../features/feed/feed-events.ts'
import { leagueStatusQuery } from '../../features/refresh/use-refresh.ts'

/** The queries that a refresh changes, by the part of their key after the league. */
const SEASON_QUERIES = ['meta', 'snapshot', 'standings', 'summary', 'roster', 'scoreboard', 'matchup']

/** Updates the cached data of a league when it changes on the server. An empty name means no league. */
export function useLeagueEvents(league: string): void {
  const client = useQueryClient()
  useEffect(() => {
    if (league === '') return undefined
    const { listener, stop } = createListener(client, league)
    const unsubscribe = subscribeToLeagueEvents(league, listener)
    return () => {
      unsubscribe()
      stop()
    }
  }, [client, league])
}

/**
 * Events only say what changed: active queries refetch immediately, inactive ones when they are next used.
 */
function createListener(client: QueryClient, league: string) {
  let recovery: number | undefined
  const invalidate = (names: readonly string[]) => {
    for (const name of names) void client.invalidateQueries({ queryKey: [...leagueQueryKey(league), name] })
  }
  /** Reads again what is on screen, because events may have been missed. */
  const recover = () => {
    scheduleFeedRefetch(client, league)
    recovery ??= window.setTimeout(() => {
      recovery = undefined
      invalidate([...SEASON_QUERIES, 'bets', 'refresh', 'history'])
    }, jitterMs())
  }
  const listener: LeagueEventListener = {
    handlers: {
      scoreboard: () => {
        invalidate(SEASON_QUERIES)
        // Scores change every minute during games: do not refetch the history while it is open.
        const history = [...leagueQueryKey(league), 'history']
        void client.invalidateQueries({ queryKey: history, refetchType: 'none' })
      },
      refresh: (progress) => {
        client.setQueryData(refreshProgressQuery(league).queryKey, progress)
        invalidate(['refresh'])
        const isRunning = progress.state === 'running'
        // A job that is already shown as running is polled until it ends.
        if (!isRunning || !isShownAsRunning(client, league)) {
          void client.invalidateQueries({ queryKey: leagueStatusQuery.queryKey })
        }
        if (isRunning) return
        if (progress.job === 'backfill') invalidate(['history'])
        // The data is unchanged, but now includes why the refresh failed.
        else if (progress.state === 'failed') invalidate(SEASON_QUERIES)
      },
      feed: (event) => handleFeedEvent(client, league, event),
      bets: () => invalidate(['bets']),
      history: ({ change }) =>
        invalidate(change === 'seasons' ? [...SEASON_QUERIES, 'history'] : ['history']),
    },
    onReconnect: recover,
    onPoll: recover,
  }
  return { listener, stop: () => window.clearTimeout(recovery) }
}

function isShownAsRunning(client: QueryClient, league: string): boolean {
  const status = client.getQueryData(leagueStatusQuery.queryKey)
  return status?.leagues.some(({ name, progress }) => name === league && progress !== null) ?? false
}

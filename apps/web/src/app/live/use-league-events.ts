import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { type LeagueEventListener, subscribeToLeagueEvents } from '../../api/event-stream.ts'
import { leagueQueryKey } from '../../api/league-query-key.ts'
import { refreshProgressQuery } from '../../api/refresh-progress.ts'
import { handleFeedEvent, scheduleFeedRefetch } from '../../features/feed/feed-events.ts'
import { leagueStatusQuery } from '../../features/refresh/use-refresh.ts'

/** What a refresh changes, by the names that stand after the league's in the keys of queries. */
const SEASON_QUERIES = ['meta', 'snapshot', 'standings', 'summary', 'roster', 'scoreboard', 'matchup']

/** Keeps what is shown of a league true while it changes on the server; '' is no league. */
export function useLeagueEvents(league: string): void {
  const client = useQueryClient()
  useEffect(
    () => (league === '' ? undefined : subscribeToLeagueEvents(league, createListener(client, league))),
    [client, league],
  )
}

/** An event only says what changed: the page reads that again, what is shown at once, the rest when needed. */
function createListener(client: QueryClient, league: string): LeagueEventListener {
  const invalidate = (names: readonly string[]) => {
    for (const name of names) void client.invalidateQueries({ queryKey: [...leagueQueryKey(league), name] })
  }
  const invalidateAll = () => {
    invalidate([...SEASON_QUERIES, 'bets', 'refresh', 'history'])
    scheduleFeedRefetch(client, league)
  }
  return {
    handlers: {
      scoreboard: () => {
        invalidate(SEASON_QUERIES)
        // A running season changes each minute; who reads about all seasons is left in peace.
        const history = [...leagueQueryKey(league), 'history']
        void client.invalidateQueries({ queryKey: history, refetchType: 'none' })
      },
      refresh: (progress) => {
        client.setQueryData(refreshProgressQuery(league).queryKey, progress)
        invalidate(['refresh'])
        const isRunning = progress.state === 'running'
        // What is known to run is looked at again and again until it ends.
        if (!isRunning || !isShownAsRunning(client, league)) {
          void client.invalidateQueries({ queryKey: leagueStatusQuery.queryKey })
        }
        if (isRunning) return
        if (progress.job === 'backfill') invalidate(['history'])
        // What is shown is as it was, and says from now on why it is no fresher.
        else if (progress.state === 'failed') invalidate(SEASON_QUERIES)
      },
      feed: (event) => handleFeedEvent(client, league, event),
      bets: () => invalidate(['bets']),
      history: ({ change }) =>
        invalidate(change === 'seasons' ? [...SEASON_QUERIES, 'history'] : ['history']),
    },
    onReconnect: invalidateAll,
    onPoll: invalidateAll,
  }
}

function isShownAsRunning(client: QueryClient, league: string): boolean {
  const status = client.getQueryData(leagueStatusQuery.queryKey)
  return status?.leagues.some(({ name, progress }) => name === league && progress !== null) ?? false
}

import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { type Listener, listen } from '../../api/event-stream.ts'
import { leagueKey } from '../../api/league-key.ts'
import { refreshProgressOf } from '../../api/refresh-progress.ts'
import { noteFeedEvent, refreshSoon } from '../../features/feed/feed-news.ts'
import { leagueStatus } from '../../features/refresh/use-refresh.ts'

/** What a refresh changes, by the names that stand after the league's in the keys of queries. */
const SEASON = ['meta', 'snapshot', 'standings', 'summary', 'roster', 'scoreboard', 'matchup']

/** Keeps what is shown of a league true while it changes on the server; '' is no league. */
export function useLeagueEvents(league: string): void {
  const client = useQueryClient()
  useEffect(() => (league === '' ? undefined : listen(league, listenerOf(client, league))), [client, league])
}

/** An event only says what changed: the page reads that again, what is shown at once, the rest when needed. */
function listenerOf(client: QueryClient, league: string): Listener {
  const readAgain = (names: readonly string[]) => {
    for (const name of names) void client.invalidateQueries({ queryKey: [...leagueKey(league), name] })
  }
  const readAllAgain = () => {
    readAgain([...SEASON, 'bets', 'refresh', 'history'])
    refreshSoon(client, league)
  }
  return {
    hear: {
      scoreboard: () => {
        readAgain(SEASON)
        // A running season changes each minute; who reads about all seasons is left in peace.
        const history = [...leagueKey(league), 'history']
        void client.invalidateQueries({ queryKey: history, refetchType: 'none' })
      },
      refresh: (progress) => {
        client.setQueryData(refreshProgressOf(league).queryKey, progress)
        readAgain(['refresh'])
        const isRunning = progress.state === 'running'
        // What is known to run is looked at again and again until it ends.
        if (!isRunning || !isShownRunning(client, league)) {
          void client.invalidateQueries({ queryKey: leagueStatus.queryKey })
        }
        if (isRunning) return
        if (progress.job === 'backfill') readAgain(['history'])
        // What is shown is as it was, and says from now on why it is no fresher.
        else if (progress.state === 'failed') readAgain(SEASON)
      },
      feed: (event) => noteFeedEvent(client, league, event),
      bets: () => readAgain(['bets']),
      history: ({ change }) => readAgain(change === 'seasons' ? [...SEASON, 'history'] : ['history']),
    },
    onReturn: readAllAgain,
    onSilence: readAllAgain,
  }
}

function isShownRunning(client: QueryClient, league: string): boolean {
  const status = client.getQueryData(leagueStatus.queryKey)
  return status?.leagues.some(({ name, progress }) => name === league && progress !== null) ?? false
}

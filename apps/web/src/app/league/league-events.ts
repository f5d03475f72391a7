import { hashKey, type QueryClient, type QueryKey } from '@tanstack/react-query'
import { probeServer } from '../../api/connectivity.ts'
import { jitterMs, type LeagueEventListener } from '../../api/event-stream.ts'
import { leagueQueryKey, refreshProgressQuery } from '../../api/operations.ts'
import { handleFeedEvent, scheduleFeedRefetch } from '../../features/feed/feed-events.ts'
import { mutesQuery } from '../../features/feed/moderation/use-moderation.ts'
import { INBOX_KEY, unreadQuery } from '../../features/inbox/use-inbox.ts'
import { pendingRequestsQuery } from '../../features/leagues/members/use-members.ts'
import { leagueStatusQuery } from '../../features/refresh/use-refresh.ts'
import { SEASON_QUERIES, showScores } from './live-scores.ts'
import { showNflGames } from './nfl-games.ts'

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
  const listener: LeagueEventListener = {
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

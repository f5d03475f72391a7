import type { LeagueEvents } from '@fieldhouse/contract/live'
import type { QueryClient } from '@tanstack/react-query'
import { removeItem } from './feed-cache.ts'
import { feedKey } from './use-feed.ts'

/** How long to collect events before refetching, so that a burst of events causes one refetch. */
const REFETCH_DELAY_MS = 600

const pendingRefetches = new WeakMap<QueryClient, Set<string>>()

/** Handles a change in a league's feed: removes deleted items immediately and schedules a refetch. */
export function handleFeedEvent(
  client: QueryClient,
  league: string,
  { change, type, id }: LeagueEvents['feed'],
): void {
  if (change === 'removed') removeItem(client, league, type, id)
  scheduleFeedRefetch(client, league)
}

/** Schedules a refetch of a league's feed. Calls within `REFETCH_DELAY_MS` share one refetch. */
export function scheduleFeedRefetch(client: QueryClient, league: string): void {
  const leagues = pendingRefetches.get(client) ?? new Set()
  pendingRefetches.set(client, leagues)
  if (leagues.has(league)) return
  leagues.add(league)
  setTimeout(() => {
    leagues.delete(league)
    // A refetch now would briefly undo optimistic updates. Each mutation schedules a refetch when it settles.
    if (client.isMutating({ mutationKey: feedKey(league) }) > 0) return
    void client.invalidateQueries({ queryKey: feedKey(league) })
  }, REFETCH_DELAY_MS)
}

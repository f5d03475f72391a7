import type { LeagueEvents } from '@fieldhouse/contract/live'
import type { QueryClient } from '@tanstack/react-query'
import { removeItem } from './feed-cache.ts'
import { feedKey } from './use-feed.ts'

/** How long what happens at once is gathered, so that a busy league is read once. */
const REFETCH_DELAY_MS = 600

const pendingRefetches = new WeakMap<QueryClient, Set<string>>()

/** Takes note that something changed in a league's feed: what is gone goes, the rest is read again soon. */
export function handleFeedEvent(
  client: QueryClient,
  league: string,
  { change, type, id }: LeagueEvents['feed'],
): void {
  if (change === 'removed') removeItem(client, league, type, id)
  scheduleFeedRefetch(client, league)
}

/** Reads what is shown of a feed again, once for all that asks for it within a moment. */
export function scheduleFeedRefetch(client: QueryClient, league: string): void {
  const leagues = pendingRefetches.get(client) ?? new Set()
  pendingRefetches.set(client, leagues)
  if (leagues.has(league)) return
  leagues.add(league)
  setTimeout(() => {
    leagues.delete(league)
    // The truth of now would undo for a moment what is on its way; whatever is asks again itself.
    if (client.isMutating({ mutationKey: feedKey(league) }) > 0) return
    void client.invalidateQueries({ queryKey: feedKey(league) })
  }, REFETCH_DELAY_MS)
}

import type { LeagueEvents } from '@fieldhouse/contract/live'
import type { QueryClient } from '@tanstack/react-query'
import { removeItem } from './feed-cache.ts'
import { feedKey } from './use-feed.ts'

/** How long what happens at once is gathered, so that a busy league is read once. */
const GATHER_MS = 600

const waiting = new WeakMap<QueryClient, Set<string>>()

/** Takes note that something changed in a league's feed: what is gone goes, the rest is read again soon. */
export function noteFeedEvent(
  client: QueryClient,
  league: string,
  { change, type, id }: LeagueEvents['feed'],
): void {
  if (change === 'removed') removeItem(client, league, type, id)
  refreshSoon(client, league)
}

/** Reads what is shown of a feed again, once for all that asks for it within a moment. */
export function refreshSoon(client: QueryClient, league: string): void {
  const leagues = waiting.get(client) ?? new Set()
  waiting.set(client, leagues)
  if (leagues.has(league)) return
  leagues.add(league)
  setTimeout(() => {
    leagues.delete(league)
    // The truth of now would undo for a moment what is on its way; whatever is asks again itself.
    if (client.isMutating({ mutationKey: feedKey(league) }) > 0) return
    void client.invalidateQueries({ queryKey: feedKey(league) })
  }, GATHER_MS)
}

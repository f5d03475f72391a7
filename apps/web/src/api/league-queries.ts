import type { LeagueEvents } from '@fieldhouse/contract/live'
import { queryOptions, skipToken } from '@tanstack/react-query'

/** The prefix of all query keys of a league, so that they can be invalidated together. */
export function leagueQueryKey(league: string) {
  return ['league', league] as const
}

export type RefreshProgress = LeagueEvents['refresh']

/** The progress of the league's refresh or backfill. Never fetched: the event stream updates it. */
export const refreshProgressQuery = (league: string) =>
  queryOptions<RefreshProgress>({
    queryKey: [...leagueQueryKey(league), 'refresh-progress'],
    queryFn: skipToken,
    staleTime: Number.POSITIVE_INFINITY,
  })

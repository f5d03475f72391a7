import type { LeagueEvents } from '@fieldhouse/contract/live'
import { queryOptions, skipToken } from '@tanstack/react-query'
import { leagueKey } from './league-key.ts'

export type RefreshProgress = LeagueEvents['refresh']

/** How far the league's refresh or backfill is; nobody asks for it, the event stream tells it. */
export const refreshProgressOf = (league: string) =>
  queryOptions<RefreshProgress>({
    queryKey: [...leagueKey(league), 'refresh-progress'],
    queryFn: skipToken,
    staleTime: Number.POSITIVE_INFINITY,
  })

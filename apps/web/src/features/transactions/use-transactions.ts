import { type InfiniteData, infiniteQueryOptions } from '@tanstack/react-query'
import { type ApiResponse, apiClient } from '../../api/api-client.ts'
import { leagueQuery, leagueQueryKey, shareImage } from '../../api/operations.ts'
import { formatPoints } from '../../ui/format/format.ts'
import type { TransactionView } from './transaction-views.ts'

export type TransactionPage = ApiResponse<'GET /api/league/:league/transactions/'>
export type Transaction = TransactionPage['transactions'][number]
export type TransactionTeam = TransactionPage['teams'][number]
export type MovedPlayer = Transaction['moves'][number]['player']
export type Trade = ApiResponse<'GET /api/league/:league/trades/:season/:trade/'>
export type Moves = ApiResponse<'GET /api/league/:league/insights/moves/'>
export type Pickup = Moves['best_pickups'][number]
export type TradeSide = Trade['sides'][number]

export type TransactionFilter = {
  kind: TransactionView['kind']
  season: number | null
  week: number | null
  team: number | null
}

type TransactionPages = InfiniteData<TransactionPage, string | null>

const PAGE_SIZE = 30

/**
 * Like the pages of teams, they are below `roster`, which is read again after each refresh. Until something new moves
 * the pages, only the first one is: what follows a transaction stays the same.
 */
export const transactionsQuery = (league: string, filter: TransactionFilter) =>
  infiniteQueryOptions({
    queryKey: [...leagueQueryKey(league), 'roster', 'transactions', filter] as const,
    queryFn: ({ client, queryKey, signal, pageParam }) => {
      const loaded = client.getQueryData<TransactionPages>(queryKey)
      const older = pageParam === null ? undefined : loaded?.pages[loaded.pageParams.indexOf(pageParam)]
      if (older !== undefined) return older
      return apiClient('GET /api/league/:league/transactions/', {
        params: { league },
        query: {
          limit: PAGE_SIZE,
          ...(filter.kind === undefined ? {} : { kind: filter.kind }),
          ...(filter.season === null ? {} : { season: filter.season }),
          ...(filter.week === null ? {} : { week: filter.week }),
          ...(filter.team === null ? {} : { team: filter.team }),
          ...(pageParam === null ? {} : { before: pageParam }),
        },
        signal,
      })
    },
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.next,
  })

export const tradeImage = (league: string, season: number, trade: string) =>
  shareImage('GET /api/league/:league/trades/:season/:trade/image/', { league, season, trade })

/** null for the current season. */
export const movesQuery = (league: string, season: number | null) =>
  leagueQuery('GET /api/league/:league/insights/moves/', ['insights', 'moves'], { league, season })

export const tradeQuery = (league: string, season: number, trade: string) =>
  leagueQuery('GET /api/league/:league/trades/:season/:trade/', ['roster', 'trade'], {
    league,
    season,
    trade,
  })

/** Such as `+21.0` or `−4.5`. */
export function formatNet(value: number): string {
  const text = formatPoints(Math.abs(value))
  if (Number(text) === 0) return text
  return value < 0 ? `−${text}` : `+${text}`
}

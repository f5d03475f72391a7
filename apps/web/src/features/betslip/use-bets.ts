import { queryOptions } from '@tanstack/react-query'
import { type ApiResponse, apiClient } from '../../api/api-client.ts'
import { leagueQueryKey } from '../../api/league-query-key.ts'
import { serverClock } from '../../api/server-clock.ts'

type BetsResponse = ApiResponse<'GET /api/league/:league/bets/'>

export type Bets = BetsResponse & {
  /** When the answer came, in milliseconds by the clock of `useNow`, which may be seconds off. */
  fetchedAt: number
}
export type BetPick = BetsResponse['picks'][number]
export type LowestScorer = NonNullable<BetsResponse['lowest_scorer']>
export type Ledger = ApiResponse<'GET /api/league/:league/bets/ledger/'>
export type PickChange = ApiResponse<'GET /api/league/:league/bets/history/'>['changes'][number]

/** A week of the betslip. */
export type BetWeek = { season: number; week: number }

/** What every query about a league's bets begins with. */
export const betsKey = (league: string) => [...leagueQueryKey(league), 'bets'] as const

/** The picks of a week; null is the current season or week. */
export const betsQuery = (league: string, asked: { season: number | null; week: number | null }) =>
  queryOptions({
    queryKey: [...betsKey(league), 'week', asked.season, asked.week],
    queryFn: async ({ signal }): Promise<Bets> => {
      const query = { season: asked.season ?? undefined, week: asked.week ?? undefined }
      const answer = await apiClient('GET /api/league/:league/bets/', { params: { league }, query, signal })
      return { ...answer, fetchedAt: serverClock.now().getTime() }
    },
  })

/** Every text that an owner's pick of a week has had. */
export const pickHistoryQuery = (league: string, { season, week }: BetWeek, owner: string) =>
  queryOptions({
    queryKey: [...betsKey(league), 'history', season, week, owner],
    queryFn: ({ signal }) =>
      apiClient('GET /api/league/:league/bets/history/', {
        params: { league },
        query: { season, week, owner },
        signal,
      }),
  })

/** Who paid for the slips of a season, and what came back. */
export const ledgerQuery = (league: string, season: number) =>
  queryOptions({
    queryKey: [...betsKey(league), 'ledger', season],
    queryFn: ({ signal }) =>
      apiClient('GET /api/league/:league/bets/ledger/', { params: { league }, query: { season }, signal }),
  })

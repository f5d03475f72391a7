import { queryOptions } from '@tanstack/react-query'
import { type ApiResponse, apiClient } from '../../api/api-client.ts'
import { leagueQueryKey } from '../../api/league-query-key.ts'

export type Bets = ApiResponse<'GET /api/league/:league/bets/'>
export type BetPick = Bets['picks'][number]
export type LowestScorer = NonNullable<Bets['lowest_scorer']>
export type Ledger = ApiResponse<'GET /api/league/:league/bets/ledger/'>
export type PickChange = ApiResponse<'GET /api/league/:league/bets/history/'>['changes'][number]

/** A week of the betslip. */
export type BetWeek = { season: number; week: number }

/** The query key prefix of everything about a league's bets. */
export const betsKey = (league: string) => [...leagueQueryKey(league), 'bets'] as const

/** The picks of a week. A null season or week means the current one. */
export const betsQuery = (league: string, selected: { season: number | null; week: number | null }) =>
  queryOptions({
    queryKey: [...betsKey(league), 'week', selected.season, selected.week],
    queryFn: ({ signal }) =>
      apiClient('GET /api/league/:league/bets/', {
        params: { league },
        query: { season: selected.season ?? undefined, week: selected.week ?? undefined },
        signal,
      }),
  })

/** Every version of an owner's pick of a week. */
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

/** The season's slips: who covered them and what they returned. */
export const ledgerQuery = (league: string, season: number) =>
  queryOptions({
    queryKey: [...betsKey(league), 'ledger', season],
    queryFn: ({ signal }) =>
      apiClient('GET /api/league/:league/bets/ledger/', { params: { league }, query: { season }, signal }),
  })

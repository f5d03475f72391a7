import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type ApiResponse, apiClient } from '../../api/api-client.ts'
import { leagueQuery, leagueQueryKey } from '../../api/league-queries.ts'

export type Bets = ApiResponse<'GET /api/league/:league/bets/'>
export type BetPick = Bets['picks'][number]
export type LowestScorer = NonNullable<Bets['lowest_scorer']>
export type Ledger = ApiResponse<'GET /api/league/:league/bets/ledger/'>
export type PickChange = ApiResponse<'GET /api/league/:league/bets/history/'>['changes'][number]
export type OddsBoard = ApiResponse<'GET /api/league/:league/bets/board/'>
export type BoardGame = OddsBoard['games'][number]
export type SheetImport = ApiResponse<'POST /api/league/:league/bets/admin/refresh/'>

export type BetWeek = { season: number; week: number }

export const betsKey = (league: string) => [...leagueQueryKey(league), 'bets'] as const

/** The picks of a week. A null season or week means the current one. */
export const betsQuery = (league: string, selected: { season: number | null; week: number | null }) =>
  leagueQuery('GET /api/league/:league/bets/', ['bets', 'week'], {
    league,
    season: selected.season,
    week: selected.week,
  })

export const pickHistoryQuery = (league: string, { season, week }: BetWeek, owner: string) =>
  leagueQuery('GET /api/league/:league/bets/history/', ['bets', 'history'], { league, season, week, owner })

export const oddsBoardQuery = (league: string, { season, week }: BetWeek) =>
  leagueQuery('GET /api/league/:league/bets/board/', ['bets', 'board'], { league, season, week })

export const ledgerQuery = (league: string, season: number) =>
  leagueQuery('GET /api/league/:league/bets/ledger/', ['bets', 'ledger'], { league, season })

/**
 * `selection` is what a pick from the odds board bets on; null for a typed one. `expected` is what the user has read of
 * the pick; undefined if it is hidden.
 */
type PickInput = {
  owner: string
  text: string
  selection: BetPick['selection']
  expected: { text: string | null } | undefined
}

type SettlementInput = { result: BetPick['result']; expected: { result: BetPick['result'] } }

export function useSavePick(league: string, { season, week }: BetWeek) {
  return useBetMutation(league, (pick: PickInput) =>
    apiClient('POST /api/league/:league/bets/save/', { params: { league }, body: { season, week, ...pick } }),
  )
}

export function useSettlePick(league: string, { season, week }: BetWeek, owner: string) {
  return useBetMutation(league, (settlement: SettlementInput) =>
    apiClient('POST /api/league/:league/bets/settle/', {
      params: { league },
      body: { season, week, owner, ...settlement },
    }),
  )
}

export function useNotePayment(league: string, { season, week }: BetWeek) {
  return useBetMutation(league, (note: { covered_by?: string | null; paid?: boolean }) =>
    apiClient('POST /api/league/:league/bets/payment/', {
      params: { league },
      body: { season, week, ...note },
    }),
  )
}

export function useRefreshFromSheet(league: string, { season, week }: BetWeek) {
  return useBetMutation(league, ({ includesLockedWeeks }: { includesLockedWeeks: boolean }) =>
    apiClient('POST /api/league/:league/bets/admin/refresh/', {
      params: { league },
      body: { season, week, locked_weeks: includesLockedWeeks },
    }),
  )
}

/** A change to the league's bets. It settles after the bets have been refetched, even when it fails. */
function useBetMutation<Input, Result>(league: string, send: (input: Input) => Promise<Result>) {
  const client = useQueryClient()
  return useMutation({
    // Runs mutations one at a time, so that the last choice wins.
    scope: { id: betsKey(league).join(' ') },
    mutationFn: send,
    onSettled: () => client.invalidateQueries({ queryKey: betsKey(league) }),
  })
}

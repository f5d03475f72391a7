import type { ApiResponse } from '../../api/api-client.ts'
import { leagueQuery, leagueQueryKey } from '../../api/league-queries.ts'
import { useSend } from '../../api/operations.ts'

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

export const useSavePick = (league: string, { season, week }: BetWeek) =>
  useSend(
    'POST /api/league/:league/bets/save/',
    (pick: PickInput) => ({ params: { league }, body: { season, week, ...pick } }),
    betEffects(league),
  )

export const useSettlePick = (league: string, { season, week }: BetWeek, owner: string) =>
  useSend(
    'POST /api/league/:league/bets/settle/',
    (settlement: SettlementInput) => ({ params: { league }, body: { season, week, owner, ...settlement } }),
    betEffects(league),
  )

export const useNotePayment = (league: string, { season, week }: BetWeek) =>
  useSend(
    'POST /api/league/:league/bets/payment/',
    (note: { covered_by?: string | null; paid?: boolean }) => ({
      params: { league },
      body: { season, week, ...note },
    }),
    betEffects(league),
  )

export const useRefreshFromSheet = (league: string, { season, week }: BetWeek) =>
  useSend(
    'POST /api/league/:league/bets/admin/refresh/',
    ({ includesLockedWeeks }: { includesLockedWeeks: boolean }) => ({
      params: { league },
      body: { season, week, locked_weeks: includesLockedWeeks },
    }),
    betEffects(league),
  )

/** A change settles after the bets have been refetched, even when it fails. Of several, the last choice wins. */
const betEffects = (league: string) => ({
  scope: { id: betsKey(league).join(' ') },
  onSettled: [betsKey(league)],
})

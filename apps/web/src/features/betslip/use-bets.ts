import { formatProduct, MAX_ODDS } from '@fieldhouse/domain/betslip/odds'
import type { PricedSlip } from '@fieldhouse/domain/betslip/settlement'
import { type Cents, formatDollars, moneyFromDecimalString } from '@fieldhouse/domain/money'
import type { ApiResponse } from '../../api/api-client.ts'
import { leagueQuery, leagueQueryKey, useSend } from '../../api/operations.ts'

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

type Product = PricedSlip['product']

/** Formats American odds, such as '+150' or '−110'; null is '—'. */
export function formatAmericanOdds(odds: number | bigint | null): string {
  if (odds === null) return '—'
  const magnitude = (odds < 0 ? -odds : odds).toLocaleString('en')
  return `${odds < 0 ? '−' : '+'}${magnitude}`
}

const DECIMAL_FORMAT = new Intl.NumberFormat('en', { minimumFractionDigits: 2, maximumFractionDigits: 2 })

export function formatDecimalOdds(product: Product): string {
  return DECIMAL_FORMAT.format(formatProduct(product) as `${number}`)
}

/** Formats dollars as people type them, such as '10' or '12.50'. */
export function formatAmountInput(amount: Cents): string {
  return formatDollars(amount).replace('$', '').replace(/\.00$/, '')
}

export function formatMoney(amount: string): string {
  return formatDollars(moneyFromDecimalString(amount))
}

export const FLAG_LABELS: Record<BetPick['flags'][number], string> = {
  odds_missing: 'No odds',
  odds_unusual: 'Unusual odds',
  odds_over_cap: `Over +${MAX_ODDS}`,
}

export const RESULT_LABELS: Record<NonNullable<BetPick['result']>, string> = {
  won: 'Won',
  lost: 'Lost',
  push: 'Push',
  void: 'Void',
}

export const SLIP_STATE_LABELS: Record<PricedSlip['state'], string> = {
  empty: 'No picks',
  open: 'Open',
  won: 'Won',
  lost: 'Lost',
  returned: 'Refunded',
}

export function resultTone(result: BetPick['result'] | PricedSlip['state']): 'good' | 'bad' | undefined {
  return result === 'won' ? 'good' : result === 'lost' ? 'bad' : undefined
}

/** Non-blocking warnings about a pick's odds. Source of the texts: specification, 5. */
export function oddsWarnings(flags: BetPick['flags']): string[] {
  const isUnusual = flags.includes('odds_missing') || flags.includes('odds_unusual')
  return [
    ...(isUnusual ? ["Heads up: odds look unusual. We'll still save it."] : []),
    ...(flags.includes('odds_over_cap') ? [`Guideline: odds capped at +${MAX_ODDS}.`] : []),
  ]
}

/** Formats a date in a time zone, such as 'Sat, Sep 12, 5:00 PM CDT', with the year unless it is that of `now`. */
export function formatDateTimeInZone(date: Date, timeZone: string, now: Date): string {
  const isThisYear = date.getUTCFullYear() === now.getUTCFullYear()
  const day = date.toLocaleDateString('en', {
    timeZone,
    weekday: 'short',
    month: 'short',
    day: 'numeric',
    ...(isThisYear ? {} : { year: 'numeric' }),
  })
  const time = date.toLocaleTimeString('en', {
    timeZone,
    hour: 'numeric',
    minute: '2-digit',
    timeZoneName: 'short',
  })
  return `${day}, ${time}`
}

export function formatWeeks(weeks: readonly number[]): string {
  return weeks.map((week) => `W${week}`).join(', ')
}

import { formatProduct, MAX_ODDS } from '@fieldhouse/domain/betslip/odds'
import type { PricedSlip } from '@fieldhouse/domain/betslip/settlement'
import { type Cents, formatDollars, moneyFromDecimalString } from '@fieldhouse/domain/money'
import type { BetPick } from './use-bets.ts'

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

export function formatList(names: readonly string[]): string {
  return new Intl.ListFormat('en', { type: 'conjunction' }).format(names)
}

export function formatWeeks(weeks: readonly number[]): string {
  return weeks.map((week) => `W${week}`).join(', ')
}

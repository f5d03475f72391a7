import { type Cents, formatDollars, moneyFromDecimalString } from '@fieldhouse/domain/money'
import { MAX_ODDS } from '@fieldhouse/domain/odds'
import { formatProduct } from '@fieldhouse/domain/parlay'
import type { PricedSlip } from '@fieldhouse/domain/settlement'
import type { BetPick } from './use-bets.ts'

type Product = PricedSlip['product']

/** '+150', '−110', and '—' for none. */
export function formatAmericanOdds(odds: number | bigint | null): string {
  if (odds === null) return '—'
  const size = (odds < 0 ? -odds : odds).toLocaleString('en')
  return `${odds < 0 ? '−' : '+'}${size}`
}

const DECIMAL_FORMAT = new Intl.NumberFormat('en', { minimumFractionDigits: 2, maximumFractionDigits: 2 })

/** '2,343.79': with 2 decimals. */
export function formatDecimalOdds(product: Product): string {
  return DECIMAL_FORMAT.format(formatProduct(product) as `${number}`)
}

/** '10', '12.50': dollars as people type them. */
export function formatAmountInput(amount: Cents): string {
  return formatDollars(amount).replace('$', '').replace(/\.00$/, '')
}

/** '$1,250.00' of an amount on the wire. */
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
  returned: 'Stake returned',
}

/** What is soft about a text's odds, in the sentences of the specification, 5. */
export function oddsWarnings(flags: BetPick['flags']): string[] {
  const isUnusual = flags.includes('odds_missing') || flags.includes('odds_unusual')
  return [
    ...(isUnusual ? ["Heads up: odds look unusual. We'll still save it."] : []),
    ...(flags.includes('odds_over_cap') ? [`Guideline: odds capped at +${MAX_ODDS}.`] : []),
  ]
}

/** 'Saturday, September 12 at 5:00 PM CDT', in a time zone; with its year when `now` is in another. */
export function formatDateTimeInZone(moment: Date, timeZone: string, now: Date): string {
  const isThisYear = moment.getUTCFullYear() === now.getUTCFullYear()
  const day = moment.toLocaleDateString('en', {
    timeZone,
    weekday: 'long',
    month: 'long',
    day: 'numeric',
    ...(isThisYear ? {} : { year: 'numeric' }),
  })
  const time = moment.toLocaleTimeString('en', {
    timeZone,
    hour: 'numeric',
    minute: '2-digit',
    timeZoneName: 'short',
  })
  return `${day} at ${time}`
}

/** 'Ada, Hugo and Nell'. */
export function formatList(names: readonly string[]): string {
  return new Intl.ListFormat('en', { type: 'conjunction' }).format(names)
}

/** '1 leg', '3 legs'. */
export function pluralize(count: number, what: string): string {
  return `${count} ${what}${count === 1 ? '' : 's'}`
}

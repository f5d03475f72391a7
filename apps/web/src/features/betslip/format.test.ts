import { oddsFlags, parlayProduct, toAmericanOdds } from '@fieldhouse/domain/betslip/odds'
import { centsFromDollars } from '@fieldhouse/domain/money'
import { expect, it } from 'vitest'
import {
  formatAmericanOdds,
  formatAmountInput,
  formatDateTimeInZone,
  formatDecimalOdds,
  formatMoney,
  oddsWarnings,
} from './use-bets.ts'

it.each([
  [150, '+150'],
  [-110, '−110'],
  [234_279n, '+234,279'],
  [null, '—'],
])('formats the odds %s as %s', (odds, text) => {
  expect(formatAmericanOdds(odds)).toBe(text)
})

it('formats decimal odds with two decimals', () => {
  const legs = Array.from({ length: 12 }, () => toAmericanOdds(-110) ?? [])
  expect(formatDecimalOdds(parlayProduct(legs.flat()))).toBe('2,343.79')
  expect(formatDecimalOdds(parlayProduct([]))).toBe('1.00')
})

it('formats amounts for display and for input', () => {
  expect(['1250.00', '-10.00'].map(formatMoney)).toEqual(['$1,250.00', '−$10.00'])
  expect([10, 12.5].map((amount) => formatAmountInput(centsFromDollars(amount)))).toEqual(['10', '12.50'])
})

const UNUSUAL_ODDS_WARNING = "Heads up: odds look unusual. We'll still save it."
const ODDS_CAP_WARNING = 'Guideline: odds capped at +200.'

it.each([
  ['Bills ML (-110)', []],
  ['Bills ML (+200)', []],
  ['Bills ML', [UNUSUAL_ODDS_WARNING]],
  ['Bills ML (-50)', [UNUSUAL_ODDS_WARNING]],
  ['Bills ML (+201)', [ODDS_CAP_WARNING]],
  ['Bills ML (300)', [UNUSUAL_ODDS_WARNING, ODDS_CAP_WARNING]],
])('warns about %s: %j', (text, warnings) => {
  expect(oddsWarnings(oddsFlags(text))).toEqual(warnings)
})

it.each([
  ['Pacific/Honolulu', 'Sat, Sep 26, 12:00 PM HST'],
  ['Europe/Berlin', 'Sun, Sep 27, 12:00 AM GMT+2'],
])('formats the cutoff in %s as %s', (timeZone, text) => {
  const now = new Date('2026-09-20T12:00:00Z')
  expect(formatDateTimeInZone(new Date('2026-09-26T22:00:00Z'), timeZone, now)).toBe(text)
})

it('includes the year when it is not the current one', () => {
  const now = new Date('2026-09-20T12:00:00Z')
  expect(formatDateTimeInZone(new Date('2024-12-28T23:00:00Z'), 'America/Chicago', now)).toBe(
    'Sat, Dec 28, 2024, 5:00 PM CST',
  )
})

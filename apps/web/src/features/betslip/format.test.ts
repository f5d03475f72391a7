import { centsFromDollars } from '@fieldhouse/domain/money'
import { oddsFlags, toAmericanOdds } from '@fieldhouse/domain/odds'
import { parlayProduct } from '@fieldhouse/domain/parlay'
import { expect, it } from 'vitest'
import {
  formatAmericanOdds,
  formatAmountInput,
  formatDateTimeInZone,
  formatDecimalOdds,
  formatMoney,
  oddsWarnings,
} from './format.ts'

it.each([
  [150, '+150'],
  [-110, '−110'],
  [234_279n, '+234,279'],
  [null, '—'],
])('writes the odds %s as %s', (odds, text) => {
  expect(formatAmericanOdds(odds)).toBe(text)
})

it('writes decimal odds with two decimals', () => {
  const twelve = Array.from({ length: 12 }, () => toAmericanOdds(-110) ?? [])
  expect(formatDecimalOdds(parlayProduct(twelve.flat()))).toBe('2,343.79')
  expect(formatDecimalOdds(parlayProduct([]))).toBe('1.00')
})

it('writes amounts as they are read and as they are typed', () => {
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
])('warns of %s: %j', (text, warnings) => {
  expect(oddsWarnings(oddsFlags(text))).toEqual(warnings)
})

it.each([
  ['Pacific/Honolulu', 'Saturday, September 26 at 12:00 PM HST'],
  ['Europe/Berlin', 'Sunday, September 27 at 12:00 AM GMT+2'],
])('says the moment of the cut-off in %s', (timeZone, text) => {
  const now = new Date('2026-09-20T12:00:00Z')
  expect(formatDateTimeInZone(new Date('2026-09-26T22:00:00Z'), timeZone, now)).toBe(text)
})

it('says the year of another year', () => {
  const now = new Date('2026-09-20T12:00:00Z')
  expect(formatDateTimeInZone(new Date('2024-12-28T23:00:00Z'), 'America/Chicago', now)).toBe(
    'Saturday, December 28, 2024 at 5:00 PM CST',
  )
})

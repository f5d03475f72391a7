import { describe, expect, it } from 'vitest'
import { oddsFlags, parseOdds, toAmericanOdds } from './odds.ts'

describe('parseOdds and oddsFlags', () => {
  it.each([
    ['Chiefs -3.5 (-110)', -110],
    ['Bijan over 75.5 rush yds, anytime TD (+145)', 145],
    ['Packers +7 (-115) ', -115],
    ['Bears ( - 110 )', -110],
    ['Bears (+1000)', 1000],
    ['Two legs:\nJets +3 (+100)', 100],
    ['Bears ML +150', 150],
    ['Bears ML - 120', -120],
    ['+150', 150],
    ['(-110)', -110],
    ['-110', -110],
    ['Bears (-110) not (+105)', 105],
    ['Bears ML (EVEN)', 100],
    ['Bears ML EVEN', 100],
    ['Bears +3 ev', 100],
    ['Bears +3 [ev]', 100],
    ['EVEN', 100],
    ['Bears -3 @-110', -110],
    ['Bears -3 @ −110', -110],
    ['Bears -3 @ (-110)', -110],
    ['Bears -3 @EVEN', 100],
    ['Bears -3 [-110]', -110],
    ['Bears -3 (-110).', -110],
    ['Bears -3 -110.', -110],
    ['Bears ML EVEN!', 100],
    ['Bears -3 (-110) 🔥🔥', -110],
    ['Bears -3 -110 👍🏽', -110],
    ['Bears -3 (-110) DK', -110],
    ['Bears -3 (-110) on FanDuel 🔥', -110],
    ['Bears -3 -110 (DraftKings)', -110],
    ['Bears -3 -110 @ Hard Rock Bet.', -110],
    ['Bears ML even, BetMGM', 100],
  ])('parses %j as %i', (text, value) => {
    expect(parseOdds(text)).toEqual({ value, isUsual: true })
    expect(oddsFlags(text)).toEqual(value > 200 ? ['odds_over_cap'] : [])
  })

  it('parses a long text of spaces in a moment', () => {
    const start = performance.now()
    const runs = [' ', '.', '🔥', ' dk', '@ ', '(', 'ev ']
    for (const run of runs)
      for (const text of [`Bears (${run.repeat(60_000)}x`, `Bears (1${run.repeat(60_000)}x`]) parseOdds(text)
    expect(performance.now() - start).toBeLessThan(1000)
  })

  it.each([...Array.from('-‐‑‒–—―−⁻₋﹘﹣－➖˗'), '\u2796\ufe0f', '\u200e-', '\u00a0-\u202f'])(
    'accepts %j as a minus sign',
    (minus) => {
      expect(parseOdds(`Bears/Lions under 47.5 (${minus}105)`)?.value).toBe(-105)
      expect(parseOdds(`Bears ${minus}105`)?.value).toBe(-105)
    },
  )

  it.each(Array.from('+＋﹢⁺₊➕'))('accepts %j as a plus sign', (plus) => {
    expect(parseOdds(`Bears (${plus}105)`)).toEqual({ value: 105, isUsual: true })
  })

  it('parses full-width characters', () => {
    expect(parseOdds('Bears （－１１０）')?.value).toBe(-110)
  })

  it.each([
    'Eagles moneyline',
    'Chiefs -3.5',
    'Jets +10',
    'Over 47.5',
    'Over 475',
    'Bears (-110) maybe',
    'Bears (-110',
    'Bears (-1 10)',
    'Bears (1234567)',
    'Bears (-110.5)',
    'Bears x-110',
    'Bears (evening)',
    'Bears ML +EV',
    'Bears/Lions total even',
    'Bears/Lions odd or even',
    'Bears -3 (-110) FD maybe',
    'Bears -3 DK',
    'Bears @-7',
    '47',
    '',
  ])('finds no odds in %j', (text) => {
    expect(parseOdds(text)).toBe(null)
    expect(oddsFlags(text)).toEqual(['odds_missing'])
  })

  it.each([
    ['Bears (100)', 100, ['odds_unusual']],
    ['Bears (250)', 250, ['odds_unusual', 'odds_over_cap']],
    ['150', 150, ['odds_unusual']],
    ['Bears (0)', 0, ['odds_unusual']],
    ['Bears (-0)', 0, ['odds_unusual']],
    ['Bears (-99)', -99, ['odds_unusual']],
    ['Bears (+99)', 99, ['odds_unusual']],
    ['Bears (+5)', 5, ['odds_unusual']],
    ['Bears (+12000)', 12000, ['odds_unusual', 'odds_over_cap']],
    ['Bears (-12000)', -12000, ['odds_unusual']],
    ['Bears (+201)', 201, ['odds_over_cap']],
    ['Bears (+200)', 200, []],
    ['Ravens ML (-1200)', -1200, []],
  ])('parses %j as %i with the flags %j', (text, value, flags) => {
    expect(parseOdds(text)?.value).toBe(value)
    expect(oddsFlags(text)).toEqual(flags)
  })
})

it.each([
  [100, 100],
  [-100, -100],
  [12000, 12000],
  [99, null],
  [-99, null],
  [0, null],
  [100.5, null],
  [Number.NaN, null],
])('converts %d to the American odds %j', (value, odds) => {
  expect(toAmericanOdds(value)).toBe(odds)
})

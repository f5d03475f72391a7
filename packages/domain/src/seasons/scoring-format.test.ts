import { expect, it } from 'vitest'
import { hasMatchups, hasWeeklyPoints, scoringFormatOf } from './scoring-format.ts'

it.each([
  [null, 'points'],
  ['H2H_POINTS', 'points'],
  ['H2H_MOST_CATEGORIES', 'categories'],
  ['ROTO', 'roto'],
  ['ELIMINATION', 'elimination'],
  ['POINTS_KNOCKOUT', 'elimination'],
  ['H2H_SOMETHING_NEW', 'unknown'],
  ['', 'unknown'],
] as const)('reads the scoring type %j as %s', (type, format) => {
  expect(scoringFormatOf(type)).toBe(format)
})

it('keeps the scores of a season whose format is unknown', () => {
  expect([hasMatchups('unknown'), hasWeeklyPoints('unknown')]).toEqual([true, true])
  expect([hasMatchups('elimination'), hasWeeklyPoints('elimination')]).toEqual([false, true])
})

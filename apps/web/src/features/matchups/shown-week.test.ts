import { expect, it } from 'vitest'
import { shownWeek } from './use-matchups.ts'

it.each([
  ['the chosen week', 3, { week: 3 }, false, 3],
  ['the matchup that the chosen week is part of', 6, { week: 4 }, false, 4],
  ['the chosen week while another one is shown', 4, { week: 3 }, true, 4],
  ['the chosen week before a response', 4, undefined, false, 4],
  ['the current week', null, { week: 3 }, false, 3],
] as const)('shows %s', (_, chosen, response, isPlaceholder, expected) => {
  expect(shownWeek(chosen, response, isPlaceholder)).toBe(expected)
})

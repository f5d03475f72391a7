import { expect, it } from 'vitest'
import { formatTradedBudget, formatTradedPick } from './trade-asset.ts'

it.each([
  [1, '2025 1st-round pick (from Owls)'],
  [2, '2025 2nd-round pick (from Owls)'],
  [11, '2025 11th-round pick (from Owls)'],
])('names a pick of round %d by the team that had it originally', (round, text) => {
  const pick = {
    season: 2025,
    round,
    original_team_id: 1,
    original_team: 'Owls',
    from_team_id: 3,
    to_team_id: 2,
  }
  expect(formatTradedPick(pick)).toBe(text)
})

it('names traded budget in league dollars', () => {
  expect(formatTradedBudget({ amount: 12 })).toBe('$12 FAAB')
})

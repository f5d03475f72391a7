import { expect, it } from 'vitest'
import { checkLineupConsistency } from './lineup-consistency.ts'
import { pointsFromDecimal } from './points.ts'

it.each([
  ['match the score', 103.52, 103.52, 0, []],
  ['match the score, which excludes the adjustment', 103.52, 103.52, 14, []],
  ['match the score minus its adjustment', 103.52, 117.52, 14, []],
  ['match the score before a negative adjustment', 103.52, 93.52, -10, []],
  ['add up to less', 100, 103.5, 0, ['Anchors scored 103.50 in Week 8, but its starters add up to 100.00.']],
  [
    'add up to more',
    110.1,
    103.5,
    14,
    ['Anchors scored 103.50 in Week 8, but its starters add up to 110.10.'],
  ],
])('checks starters that %s', (_, starters, scored, adjustment, details) => {
  const score = {
    week: 8,
    teamName: 'Anchors',
    starterPoints: pointsFromDecimal(starters),
    weekPoints: pointsFromDecimal(scored),
    adjustment: pointsFromDecimal(adjustment),
  }
  expect(checkLineupConsistency([score])).toEqual(
    details.map((detail) => ({ code: 'lineup_score', detail, week: 8, gameId: null })),
  )
})

import { expect, it } from 'vitest'
import { checkLineupConsistency } from './lineup-consistency.ts'
import { pointsFromDecimal } from './points.ts'

it.each([
  ['the score', 103.52, 103.52, 0, []],
  ['the score without the adjustment that is kept apart', 103.52, 103.52, 14, []],
  ['the score without the adjustment that is part of it', 103.52, 117.52, 14, []],
  ['the score before points were taken away', 103.52, 93.52, -10, []],
  ['less', 100, 103.5, 0, ['Anchors scored 103.50 in week 8, and its starters add up to 100.00.']],
  ['more', 110.1, 103.5, 14, ['Anchors scored 103.50 in week 8, and its starters add up to 110.10.']],
])('starters that add up to %s', (_, starters, scored, adjustment, details) => {
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

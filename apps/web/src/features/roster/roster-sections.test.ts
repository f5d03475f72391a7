import { describe, expect, it } from 'vitest'
import { buildRosterRow } from '../../testing/roster-fixtures.ts'
import { playersWithNews, projectionDifference, toRosterSections, totalPoints } from './roster-sections.ts'

it('stands starters of any slot apart from bench and reserve', () => {
  const slots = [0, 2, 7, 16, 20, 20, 21, 21]
  const { starters, bench, reserve } = toRosterSections(slots.map((slot_id) => buildRosterRow({ slot_id })))
  expect([starters, bench, reserve].map((rows) => rows.map((row) => row.slot_id))).toEqual([
    [0, 2, 7, 16],
    [20, 20],
    [21, 21],
  ])
})

describe('the total', () => {
  it('is exact, and counts who has not played as nothing', () => {
    const rows = [
      buildRosterRow({ proj: 0.1, actual: 0.1 }),
      buildRosterRow({ proj: 0.2, actual: 0.2 }),
      buildRosterRow({ proj: 12.34, actual: null }),
    ]
    expect(totalPoints(rows)).toEqual({ proj: 12.64, actual: 0.3 })
  })

  it('is unknown before the first game', () => {
    expect(totalPoints([buildRosterRow({ proj: 9 })])).toEqual({ proj: 9, actual: null })
  })
})

describe('the difference to the projection', () => {
  const kickoff_ts = Date.UTC(2026, 10, 22, 18)
  const during = new Date(kickoff_ts + 3_600_000)
  const after = new Date(kickoff_ts + 6 * 3_600_000)
  it.each([
    ['more, during the game', { proj: 10, actual: 12.5 }, during, 2.5],
    ['less, during the game', { proj: 10, actual: 2.5 }, during, null],
    ['less, after the game', { proj: 10, actual: 2.5 }, after, -7.5],
    ['as projected, after the game', { proj: 10, actual: 10 }, after, 0],
    ['not begun', { proj: 10, actual: null }, during, null],
    ['never projected', { proj: null, actual: 4 }, after, null],
    ['less, at a time that is unknown', { proj: 10, actual: 2, kickoff_ts: null }, after, null],
  ])('is told where it says something: %s', (_, row, now, difference) => {
    expect(projectionDifference(buildRosterRow({ kickoff_ts, ...row }), now)).toBe(difference)
  })
})

it('asks news of players only', () => {
  const rows = [
    buildRosterRow({ player: 'Ada Fleet', espn_id: 7 }),
    buildRosterRow({ player: 'Ravens D/ST', espn_id: -16033 }),
    buildRosterRow({ player: null, espn_id: null }),
    buildRosterRow({ player: 'Bo Marsh', espn_id: 8 }),
  ]
  expect(playersWithNews(rows)).toEqual(['Ada Fleet', 'Bo Marsh'])
})

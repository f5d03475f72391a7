import { describe, expect, it } from 'vitest'
import { buildRosterRow } from '../../testing/roster-fixtures.ts'
import { playersWithNews, projectionDifference, toRosterSections, totalPoints } from './roster-table.tsx'

it('separates starters of any slot from bench and reserve', () => {
  const slots = [0, 2, 7, 16, 20, 20, 21, 21]
  const { starters, bench, reserve } = toRosterSections(slots.map((slot_id) => buildRosterRow({ slot_id })))
  expect([starters, bench, reserve].map((rows) => rows.map((row) => row.slot_id))).toEqual([
    [0, 2, 7, 16],
    [20, 20],
    [21, 21],
  ])
})

describe('totalPoints', () => {
  it('is exact and counts players without a score as 0', () => {
    const rows = [
      buildRosterRow({ proj: 0.1, actual: 0.1 }),
      buildRosterRow({ proj: 0.2, actual: 0.2 }),
      buildRosterRow({ proj: 12.34, actual: null }),
    ]
    expect(totalPoints(rows)).toEqual({ proj: 12.64, actual: 0.3 })
  })

  it('returns null before the first game', () => {
    expect(totalPoints([buildRosterRow({ proj: 9 })])).toEqual({ proj: 9, actual: null })
  })
})

describe('projectionDifference', () => {
  const kickoff_ts = Date.UTC(2026, 10, 22, 18)
  const during = new Date(kickoff_ts + 3_600_000)
  const after = new Date(kickoff_ts + 6 * 3_600_000)
  it.each([
    ['above the projection during the game', { proj: 10, actual: 12.5 }, during, 2.5],
    ['below the projection during the game', { proj: 10, actual: 2.5 }, during, null],
    ['below the projection after the game', { proj: 10, actual: 2.5 }, after, -7.5],
    ['equal to the projection after the game', { proj: 10, actual: 10 }, after, 0],
    ['before the game', { proj: 10, actual: null }, during, null],
    ['without a projection', { proj: null, actual: 4 }, after, null],
    ['below the projection with an unknown kickoff', { proj: 10, actual: 2, kickoff_ts: null }, after, null],
  ])('returns the difference only when it is meaningful: %s', (_, row, now, difference) => {
    expect(projectionDifference(buildRosterRow({ kickoff_ts, ...row }), now)).toBe(difference)
  })
})

it('requests news for players only, not for team defenses', () => {
  const rows = [
    buildRosterRow({ player: 'Ada Fleet', espn_id: 7 }),
    buildRosterRow({ player: 'Ravens D/ST', espn_id: -16033 }),
    buildRosterRow({ player: null, espn_id: null }),
    buildRosterRow({ player: 'Bo Marsh', espn_id: 8 }),
  ]
  expect(playersWithNews(rows)).toEqual(['Ada Fleet', 'Bo Marsh'])
})

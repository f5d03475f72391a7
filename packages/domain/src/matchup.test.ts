import { describe, expect, it } from 'vitest'
import { type MatchupSide, toMatchupView } from './matchup.ts'
import { pointsFromDecimal } from './points.ts'

function aSide(points: number, live: number | null = null, projected: number | null = null): MatchupSide {
  const orNull = (score: number | null) => (score === null ? null : pointsFromDecimal(score))
  return { points: pointsFromDecimal(points), livePoints: orNull(live), projectedPoints: orNull(projected) }
}

const OPEN = { result: 'undecided', isOneWeek: true } as const

describe('viewMatchup', () => {
  it('has projections and no score before the game', () => {
    const view = toMatchupView({ ...OPEN, home: aSide(0, 0, 120), away: aSide(0, 0, 100) }, false)
    expect(view).toMatchObject({
      state: 'before',
      home: { score: null, projected: 12_000, winChance: expect.closeTo(0.693247, 5) },
      away: { score: null, projected: 10_000, winChance: expect.closeTo(0.306753, 5) },
    })
  })

  it('has the live score while the game is played', () => {
    const view = toMatchupView({ ...OPEN, home: aSide(0, 100, 100), away: aSide(0, 70, 110) }, true)
    expect(view).toMatchObject({
      state: 'live',
      home: { score: 10_000, projected: 10_000, winChance: expect.closeTo(0.281417, 6) },
      away: { score: 7000, projected: 11_000, winChance: expect.closeTo(0.718583, 6) },
    })
  })

  it.each([
    { side: aSide(0, 8), hasBegun: false, state: 'live' },
    // The first week of a game of two.
    { side: aSide(101.2), hasBegun: false, state: 'live' },
    { side: aSide(0, -2), hasBegun: false, state: 'live' },
    { side: aSide(0, 0), hasBegun: true, state: 'live' },
    { side: aSide(0, 0), hasBegun: false, state: 'before' },
  ])('is $state when a side has $side.livePoints and players played is $hasBegun', (row) => {
    expect(toMatchupView({ ...OPEN, home: row.side, away: aSide(0) }, row.hasBegun).state).toBe(row.state)
  })

  it('has the final score alone once it is decided', () => {
    const view = toMatchupView(
      { ...OPEN, result: 'tie', home: aSide(103.66, 50, 90), away: aSide(103.66) },
      true,
    )
    const side = { score: 10_366, projected: null, winChance: null }
    expect(view).toEqual({ state: 'final', home: side, away: side })
  })

  it('has no chance to win where a side has no projection', () => {
    const view = toMatchupView({ ...OPEN, home: aSide(0, 0, 120), away: aSide(0) }, false)
    expect([view.home.winChance, view.away.winChance]).toEqual([null, null])
  })

  it('has no chance to win in a game over several weeks, of which one is projected', () => {
    // After the first week nothing of it is left to come, and the second decides.
    const sides = { home: aSide(0, 100, 100), away: aSide(0, 90, 90) }
    const view = toMatchupView({ ...OPEN, ...sides, isOneWeek: false }, true)
    expect(view).toMatchObject({
      home: { score: 10_000, projected: 10_000, winChance: null },
      away: { score: 9000, projected: 9000, winChance: null },
    })
  })
})

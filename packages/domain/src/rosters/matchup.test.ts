import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Points, pointsFromDecimal } from '../points.ts'
import { type MatchupSide, matchupInWeek, toMatchupView, winProbability } from './matchup.ts'

function aSide(points: number, live: number | null = null, projected: number | null = null): MatchupSide {
  const orNull = (score: number | null) => (score === null ? null : pointsFromDecimal(score))
  return { points: pointsFromDecimal(points), livePoints: orNull(live), projectedPoints: orNull(projected) }
}

const UNDECIDED = { result: 'undecided', isOneWeek: true } as const

describe('toMatchupView', () => {
  it('shows projections and no scores before the game', () => {
    const view = toMatchupView({ ...UNDECIDED, home: aSide(0, 0, 120), away: aSide(0, 0, 100) }, false)
    expect(view).toMatchObject({
      state: 'before',
      home: { score: null, projected: 12_000, winProbability: expect.closeTo(0.693247, 5) },
      away: { score: null, projected: 10_000, winProbability: expect.closeTo(0.306753, 5) },
    })
  })

  it('shows the live scores during the game', () => {
    const view = toMatchupView({ ...UNDECIDED, home: aSide(0, 100, 100), away: aSide(0, 70, 110) }, true)
    expect(view).toMatchObject({
      state: 'live',
      home: { score: 10_000, projected: 10_000, winProbability: expect.closeTo(0.281417, 6) },
      away: { score: 7000, projected: 11_000, winProbability: expect.closeTo(0.718583, 6) },
    })
  })

  it.each([
    { side: aSide(0, 8), hasBegun: false, state: 'live' },
    // After the first week of a two-week game.
    { side: aSide(101.2), hasBegun: false, state: 'live' },
    { side: aSide(0, -2), hasBegun: false, state: 'live' },
    { side: aSide(0, 0), hasBegun: true, state: 'live' },
    { side: aSide(0, 0), hasBegun: false, state: 'before' },
  ])('is $state with live points $side.livePoints and hasBegun $hasBegun', ({ side, hasBegun, state }) => {
    expect(toMatchupView({ ...UNDECIDED, home: side, away: aSide(0) }, hasBegun).state).toBe(state)
  })

  it('shows only the final scores after the game is decided', () => {
    const view = toMatchupView(
      { ...UNDECIDED, result: 'tie', home: aSide(103.66, 50, 90), away: aSide(103.66) },
      true,
    )
    const side = { score: 10_366, projected: null, winProbability: null }
    expect(view).toEqual({ state: 'final', home: side, away: side })
  })

  it('has no win probability if a side has no projection', () => {
    const view = toMatchupView({ ...UNDECIDED, home: aSide(0, 0, 120), away: aSide(0) }, false)
    expect([view.home.winProbability, view.away.winProbability]).toEqual([null, null])
  })

  it('has no win probability in a game over several weeks, because only one is projected', () => {
    // The first week is complete, and the second week decides the game.
    const sides = { home: aSide(0, 100, 100), away: aSide(0, 90, 90) }
    const view = toMatchupView({ ...UNDECIDED, ...sides, isOneWeek: false }, true)
    expect(view).toMatchObject({
      home: { score: 10_000, projected: 10_000, winProbability: null },
      away: { score: 9000, projected: 9000, winProbability: null },
    })
  })
})

describe('matchupInWeek', () => {
  const scheduled = {
    ...UNDECIDED,
    home: { ...aSide(0), teamId: 1 },
    away: { ...aSide(0), teamId: 2 },
    categories: null,
  }
  const lineupOf = (teamId: number, projected: number, points: number | null = null) => ({
    teamId,
    entries: [{ points: points === null ? null : pointsFromDecimal(points) }] as never,
    projectedPoints: pointsFromDecimal(projected),
  })

  it("adds the starters' projections before the week of the game", () => {
    const view = matchupInWeek(scheduled, { lineups: [lineupOf(1, 120), lineupOf(2, 100)], nflWeeks: [7] })
    expect(view).toMatchObject({ state: 'before', home: { projected: 12_000 }, away: { projected: 10_000 } })
    expect(view.home.winProbability).toBeCloseTo(0.693247, 6)
  })

  it('is live when a player in a lineup has begun', () => {
    const lineups = [lineupOf(1, 120, 0), lineupOf(2, 100)]
    expect(matchupInWeek(scheduled, { lineups, nflWeeks: [7] }).state).toBe('live')
  })

  it('is live when a category counts', () => {
    const game = { ...scheduled, categories: { home: 0, away: 1, ties: 8 } }
    expect(matchupInWeek(game, { lineups: [], nflWeeks: [7] }).state).toBe('live')
  })

  it.each([
    [90, 80.5, 'home'],
    [80.5, 90, 'away'],
    [80.5, 80.5, 'tie'],
  ] as const)('is final with %d–%d once the NFL games are over', (home, away, result) => {
    const game = {
      ...scheduled,
      home: { ...aSide(0, home, home), teamId: 1 },
      away: { ...aSide(0, away, away), teamId: 2 },
    }
    const week = { lineups: [], nflWeeks: [7] }
    expect(matchupInWeek(game, week)).toMatchObject({ state: 'live', result: 'undecided' })
    expect(matchupInWeek(game, { ...week, isOver: true })).toEqual({
      state: 'final',
      result,
      home: { score: pointsFromDecimal(home), projected: null, winProbability: null },
      away: { score: pointsFromDecimal(away), projected: null, winProbability: null },
    })
  })

  it('is not decided by scores that are not there, or by points in categories', () => {
    const week = { lineups: [], nflWeeks: [7], isOver: true }
    expect(matchupInWeek(scheduled, week).result).toBe('undecided')
    const categories = {
      ...scheduled,
      home: { ...aSide(9), teamId: 1 },
      categories: { home: 4, away: 5, ties: 0 },
    }
    expect(matchupInWeek(categories, week).result).toBe('undecided')
  })

  it('adds no projection to a game over several weeks, because lineups cover only one', () => {
    const lineups = [lineupOf(1, 120), lineupOf(2, 100)]
    const { home } = matchupInWeek(scheduled, { lineups, nflWeeks: [15, 16] })
    expect(home).toEqual({ score: null, projected: null, winProbability: null })
  })
})

function outlook(scored: number, remaining: number) {
  return { scored: pointsFromDecimal(scored), remaining: pointsFromDecimal(remaining) }
}

it.each([
  // 70 + 40 against 100: m = -10, s = 40 / 210, Φ(-10 / (28·√2·√0.190476)) = Φ(-0.578636).
  { a: outlook(100, 0), b: outlook(70, 40), probability: 0.281417 },
  // Before kickoff, the full standard deviation applies: m = 20, s = 1, Φ(20 / 39.597980) = Φ(0.505076).
  { a: outlook(0, 120), b: outlook(0, 100), probability: 0.693247 },
  { a: outlook(0, 100), b: outlook(0, 100), probability: 0.5 },
])('returns the probability $probability for the first side', ({ a, b, probability }) => {
  expect(winProbability(a, b)).toBeCloseTo(probability, 6)
})

it.each([
  { a: outlook(90.02, 0), b: outlook(90, 0), probability: 1 },
  { a: outlook(0, 0), b: outlook(90, 0), probability: 0 },
  { a: outlook(90, 0), b: outlook(90, 0), probability: 0.5 },
  { a: outlook(90, -3), b: outlook(80, 0), probability: 1 },
])('returns $probability when no points remain', ({ a, b, probability }) => {
  expect(winProbability(a, b)).toBe(probability)
})

it('is never certain while points remain', () => {
  // A lead of 120 points with 0.01 to come, which is far beyond the precision of Φ.
  const [ahead, behind] = [outlook(150, 0), outlook(30, 0.01)]
  expect([winProbability(ahead, behind), winProbability(behind, ahead)]).toEqual([0.999999, 0.000001])
})

it('returns null without points and projections', () => {
  expect(winProbability(outlook(0, 0), outlook(0, 0))).toBe(null)
})

it('adds up to 1 for both sides and grows with the lead', () => {
  const points = fc.integer({ min: 0, max: 25_000 }).map((value) => value as Points)
  fc.assert(
    fc.property(points, points, points, points, fc.integer({ min: 1, max: 5000 }), (a, b, c, d, more) => {
      const [home, away] = [
        { scored: a, remaining: b },
        { scored: c, remaining: d },
      ]
      const probability = winProbability(home, away)
      const mirrored = winProbability(away, home)
      if (probability === null || mirrored === null) return probability === mirrored
      expect(probability).toBeGreaterThanOrEqual(0)
      expect(probability).toBeLessThanOrEqual(1)
      expect(probability + mirrored).toBeCloseTo(1, 6)
      const better = winProbability({ scored: (a + more) as Points, remaining: b }, away)
      expect(better ?? 0).toBeGreaterThanOrEqual(probability - 1e-7)
      return true
    }),
  )
})

import fc from 'fast-check'
import { expect, it } from 'vitest'
import { type Points, pointsFromDecimal } from './points.ts'
import { winProbability } from './win-probability.ts'

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

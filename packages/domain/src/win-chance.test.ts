import fc from 'fast-check'
import { expect, it } from 'vitest'
import { type Points, pointsFromDecimal } from './points.ts'
import { winChance } from './win-chance.ts'

function standing(scored: number, remaining: number) {
  return { scored: pointsFromDecimal(scored), remaining: pointsFromDecimal(remaining) }
}

it.each([
  // 70 + 40 against 100: m = -10, s = 40 / 210, Φ(-10 / (28·√2·√0.190476)) = Φ(-0.578636).
  { a: standing(100, 0), b: standing(70, 40), chance: 0.281417 },
  // Before kickoff the whole spread counts: m = 20, s = 1, Φ(20 / 39.597980) = Φ(0.505076).
  { a: standing(0, 120), b: standing(0, 100), chance: 0.693247 },
  { a: standing(0, 100), b: standing(0, 100), chance: 0.5 },
])('gives the first side $chance', ({ a, b, chance }) => {
  expect(winChance(a, b)).toBeCloseTo(chance, 6)
})

it.each([
  { a: standing(90.02, 0), b: standing(90, 0), chance: 1 },
  { a: standing(0, 0), b: standing(90, 0), chance: 0 },
  { a: standing(90, 0), b: standing(90, 0), chance: 0.5 },
  { a: standing(90, -3), b: standing(80, 0), chance: 1 },
])('is settled once nothing is left', ({ a, b, chance }) => {
  expect(winChance(a, b)).toBe(chance)
})

it('is unknown without any points or projections', () => {
  expect(winChance(standing(0, 0), standing(0, 0))).toBe(null)
})

it('is a share that mirrors the other side’s and grows with the lead', () => {
  const points = fc.integer({ min: 0, max: 25_000 }).map((value) => value as Points)
  fc.assert(
    fc.property(points, points, points, points, fc.integer({ min: 1, max: 5000 }), (a, b, c, d, more) => {
      const [home, away] = [
        { scored: a, remaining: b },
        { scored: c, remaining: d },
      ]
      const chance = winChance(home, away)
      const mirrored = winChance(away, home)
      if (chance === null || mirrored === null) return chance === mirrored
      expect(chance).toBeGreaterThanOrEqual(0)
      expect(chance).toBeLessThanOrEqual(1)
      expect(chance + mirrored).toBeCloseTo(1, 6)
      const better = winChance({ scored: (a + more) as Points, remaining: b }, away)
      expect(better ?? 0).toBeGreaterThanOrEqual(chance - 1e-7)
      return true
    }),
  )
})

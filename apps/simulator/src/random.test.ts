import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { randomFrom } from './random.ts'

describe('randomFrom', () => {
  it('returns the same numbers for the same key and different ones for another key', () => {
    const stream = (...key: (string | number)[]) => {
      const random = randomFrom(...key)
      return [random.float(), random.float(), random.float()]
    }
    expect(stream('a', 1)).toEqual(stream('a', 1))
    expect(stream('a', 1)).not.toEqual(stream('a', 2))
    expect(stream('a', 11)).not.toEqual(stream('a1', 1))
  })

  it('returns numbers within the bounds', () => {
    fc.assert(
      fc.property(fc.string(), fc.integer({ min: -50, max: 50 }), fc.nat(20), (key, low, width) => {
        const random = randomFrom(key)
        const number = random.integer(low, low + width)
        expect(number).toBeGreaterThanOrEqual(low)
        expect(number).toBeLessThanOrEqual(low + width)
        expect(Math.abs(random.around(10, 2) - 10)).toBeLessThanOrEqual(6)
      }),
    )
  })

  it('distributes numbers evenly over ten bins', () => {
    const random = randomFrom('bins')
    const shares = Array.from({ length: 10_000 }, () => random.float())
    for (let bin = 0; bin < 10; bin++) {
      const count = shares.filter((share) => Math.floor(share * 10) === bin).length
      expect(count).toBeGreaterThan(850)
      expect(count).toBeLessThan(1150)
    }
  })

  it('shuffles without losing items', () => {
    fc.assert(
      fc.property(fc.string(), fc.array(fc.integer()), (key, items) => {
        const ascending = (a: number, b: number) => a - b
        expect(randomFrom(key).shuffle(items).sort(ascending)).toEqual([...items].sort(ascending))
      }),
    )
  })
})

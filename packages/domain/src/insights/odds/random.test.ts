import { expect, it } from 'vitest'
import { normalNumbers, randomNumbers, seedOf } from './score-model.ts'

it('derives the seed from the league, season and week', () => {
  expect(seedOf('s1/2026/2')).toBe(3_779_032_365)
})

it('hashes the UTF-8 bytes of names', () => {
  const hashOf = (bytes: Uint8Array) =>
    bytes.reduce((hash, byte) => Math.imul(hash ^ byte, 0x01000193), 0x811c9dc5) >>> 0
  const name = 'Zoë’s 100% 🏈/2026/2'
  expect(seedOf(name)).toBe(hashOf(new TextEncoder().encode(name)))
})

it('has the same numbers for the same seed', () => {
  const random = randomNumbers(seedOf('s1/2026/2'))
  expect([random(), random(), random()]).toEqual(
    [0.28440217, 0.418500826, 0.782839666].map((value) => expect.closeTo(value, 9)),
  )
})

it('has normal numbers with a mean of 0 and a variance of 1', () => {
  const draw = normalNumbers(randomNumbers(7))
  const values = Array.from({ length: 100_000 }, draw)
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length
  const variance = values.reduce((sum, value) => sum + value ** 2, 0) / values.length
  expect(mean).toBeCloseTo(0, 1)
  expect(variance).toBeCloseTo(1, 1)
})

it('has the cosine of a pair before its sine', () => {
  const draw = normalNumbers(randomNumbers(1))
  const random = randomNumbers(1)
  const radius = Math.sqrt(-2 * Math.log(1 - random()))
  const angle = 2 * Math.PI * random()
  expect([draw(), draw()]).toEqual([radius * Math.cos(angle), radius * Math.sin(angle)])
})

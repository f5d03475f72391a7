import { expect, it } from 'vitest'
import { versionedCache } from './versioned-cache.ts'

function createTextCache(maxWeight = 10) {
  return versionedCache<string>(maxWeight, (text) => text.length)
}

it('returns a value that was stored for the same version', () => {
  const cache = createTextCache()
  expect(cache.get('a', 1)).toBe(undefined)
  cache.set('a', 1, 'one')
  expect(cache.get('a', 1)).toBe('one')
  expect(cache.get('b', 1)).toBe(undefined)
})

it('does not return a value of another version, and does not store one computed from another version', () => {
  const cache = createTextCache()
  cache.get('a', 1)
  cache.set('a', 1, 'old')
  expect(cache.get('a', 2)).toBe(undefined)
  cache.set('a', 1, 'computed before the write')
  expect(cache.get('a', 2)).toBe(undefined)
})

it('stores nothing when the version is unknown', () => {
  const cache = createTextCache()
  expect(cache.get('a', null)).toBe(undefined)
  cache.set('a', null, 'one')
  expect(cache.get('a', null)).toBe(undefined)
})

it('evicts the oldest unused values when the maximum weight is exceeded', () => {
  const cache = createTextCache(10)
  cache.get('a', 1)
  cache.set('a', 1, 'four')
  cache.set('b', 1, 'four')
  cache.get('a', 1)
  cache.set('c', 1, 'five!')
  expect([cache.get('a', 1), cache.get('b', 1), cache.get('c', 1)]).toEqual(['four', undefined, 'five!'])
  cache.set('d', 1, 'exceeds the max')
  expect(['a', 'c', 'd'].map((key) => cache.get(key, 1))).toEqual([undefined, undefined, undefined])
  cache.set('a', 1, 'again')
  cache.set('a', 1, 'twice')
  expect(cache.get('a', 1)).toBe('twice')
})

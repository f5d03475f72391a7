import { expect, it } from 'vitest'
import { boundedCache } from './caches.ts'

it('evicts the oldest unused values when the maximum weight is exceeded', () => {
  const cache = boundedCache<string>(10, (text) => text.length)
  cache.set('a', 'four')
  cache.set('b', 'four')
  cache.get('a')
  cache.set('c', 'five!')
  expect([cache.get('a'), cache.get('b'), cache.get('c')]).toEqual(['four', undefined, 'five!'])
  cache.set('d', 'exceeds the max')
  expect(['a', 'c', 'd'].map((key) => cache.get(key))).toEqual([undefined, undefined, undefined])
  cache.set('a', 'again')
  cache.set('a', 'twice')
  expect(cache.get('a')).toBe('twice')
})

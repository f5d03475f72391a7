import { expect, it } from 'vitest'
import { versionedCache } from './versioned-cache.ts'

function textCache(most = 10) {
  return versionedCache<string>(most, (text) => text.length)
}

it('gives back what was kept at the same version', () => {
  const kept = textCache()
  expect(kept.get('a', 1)).toBe(undefined)
  kept.set('a', 1, 'one')
  expect(kept.get('a', 1)).toBe('one')
  expect(kept.get('b', 1)).toBe(undefined)
})

it('has nothing of another version, and does not keep what was begun at one', () => {
  const kept = textCache()
  kept.get('a', 1)
  kept.set('a', 1, 'old')
  expect(kept.get('a', 2)).toBe(undefined)
  kept.set('a', 1, 'begun before the write')
  expect(kept.get('a', 2)).toBe(undefined)
})

it('keeps nothing where the version is not known', () => {
  const kept = textCache()
  expect(kept.get('a', null)).toBe(undefined)
  kept.set('a', null, 'one')
  expect(kept.get('a', null)).toBe(undefined)
})

it('forgets what was unused for longest when all weigh too much', () => {
  const kept = textCache(10)
  kept.get('a', 1)
  kept.set('a', 1, 'four')
  kept.set('b', 1, 'four')
  kept.get('a', 1)
  kept.set('c', 1, 'five!')
  expect([kept.get('a', 1), kept.get('b', 1), kept.get('c', 1)]).toEqual(['four', undefined, 'five!'])
  kept.set('d', 1, 'heavier than all')
  expect(['a', 'c', 'd'].map((key) => kept.get(key, 1))).toEqual([undefined, undefined, undefined])
  kept.set('a', 1, 'again')
  kept.set('a', 1, 'twice')
  expect(kept.get('a', 1)).toBe('twice')
})

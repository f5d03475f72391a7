import { expect, it } from 'vitest'
import { readCachedNews, writeCachedNews } from './news-cache.ts'

const ITEM = {
  player: 'Ada Fleet',
  title: 'Fleet is back',
  source: 'The Daily',
  link: 'https://news.example/1',
  published: '2026-11-20T12:00:00.000Z',
}
const NEWS = { at: 1000, players: ['Ada Fleet', 'Bo Marsh'], items: [ITEM] }

function fakeStorage(values: Record<string, string> = {}) {
  const entries = new Map(Object.entries(values))
  return {
    getItem: (key: string) => entries.get(key) ?? null,
    setItem: (key: string, value: string) => void entries.set(key, value),
    removeItem: (key: string) => void entries.delete(key),
  }
}

it('stores one list of headlines per league', () => {
  const storage = fakeStorage()
  writeCachedNews(storage, 'Sunday', NEWS)
  writeCachedNews(storage, 'Sunday', { ...NEWS, at: 2000 })
  expect(readCachedNews(storage, 'Sunday', NEWS.players)).toEqual({ ...NEWS, at: 2000 })
  expect(readCachedNews(storage, 'Monday', NEWS.players)).toBeNull()
})

it('returns null for a different roster', () => {
  const storage = fakeStorage()
  writeCachedNews(storage, 'Sunday', NEWS)
  expect(readCachedNews(storage, 'Sunday', ['Ada Fleet'])).toBeNull()
  expect(readCachedNews(storage, 'Sunday', ['Bo Marsh', 'Ada Fleet'])).toBeNull()
})

it.each([
  'not JSON',
  'null',
  '[]',
  JSON.stringify({ ...NEWS, at: 'yesterday' }),
  JSON.stringify({ ...NEWS, players: 'Ada Fleet,Bo Marsh' }),
  JSON.stringify({ ...NEWS, items: [{ ...ITEM, link: 7 }] }),
  JSON.stringify({ ...NEWS, items: [{ ...ITEM, published: 'soon' }] }),
])('ignores invalid data: %s', (text) => {
  expect(readCachedNews(fakeStorage({ 'player_news:Sunday': text }), 'Sunday', NEWS.players)).toBeNull()
})

import { expect, it } from 'vitest'
import { filterAndSortNews, type NewsSort } from './news-panel.tsx'

function buildNewsItem(title: string, player: string, source: string, day: number) {
  const published = `2026-11-${day}T12:00:00.000Z`
  return { title, player, source, link: `https://news.example/${title}`, published }
}

const ITEMS = [
  buildNewsItem('first', 'Bo Marsh', 'Wire', 18),
  buildNewsItem('second', 'Ada Fleet', 'Wire', 20),
  buildNewsItem('third', 'Bo Marsh', 'Daily', 19),
]

it.each([
  ['newest', ['second', 'third', 'first']],
  ['oldest', ['first', 'third', 'second']],
  ['player', ['second', 'third', 'first']],
  ['source', ['third', 'second', 'first']],
] as const)('sorts by %s', (sort: NewsSort, titles) => {
  expect(filterAndSortNews(ITEMS, '', sort).map(({ title }) => title)).toEqual(titles)
})

it.each([
  ['BO MARSH', ['third', 'first']],
  ['wire marsh', ['first']],
  ['  sec ', ['second']],
  ['nobody', []],
])('finds %j in titles, players, and sources', (search, titles) => {
  expect(filterAndSortNews(ITEMS, search, 'newest').map(({ title }) => title)).toEqual(titles)
})

import { normalizeName } from '@fieldhouse/domain/names'
import type { NewsItem } from './news-cache.ts'

export const NEWS_SORTS = [
  { value: 'newest', label: 'Newest' },
  { value: 'oldest', label: 'Oldest' },
  { value: 'player', label: 'Player A–Z' },
  { value: 'source', label: 'Source A–Z' },
] as const

export type NewsSort = (typeof NEWS_SORTS)[number]['value']

/** Returns the headlines that contain every search word, sorted. Ties are newest first. */
export function filterAndSortNews(items: readonly NewsItem[], search: string, sort: NewsSort): NewsItem[] {
  const words = normalizeName(search.trim()).split(/\s+/)
  return items
    .filter(({ player, title, source }) => {
      const text = normalizeName(`${player} ${title} ${source}`)
      return words.every((word) => text.includes(word))
    })
    .toSorted((a, b) => compareNews(a, b, sort) || compareDates(b, a))
}

function compareNews(a: NewsItem, b: NewsItem, sort: NewsSort): number {
  switch (sort) {
    case 'newest':
      return compareDates(b, a)
    case 'oldest':
      return compareDates(a, b)
    case 'player':
      return a.player.localeCompare(b.player, 'en')
    case 'source':
      return a.source.localeCompare(b.source, 'en')
  }
}

function compareDates(a: NewsItem, b: NewsItem): number {
  return Date.parse(a.published) - Date.parse(b.published)
}

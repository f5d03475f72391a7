import { type KeyValueStorage, readStorage, writeStorage } from '../../storage/browser-storage.ts'
import { NEWS_KEY_PREFIX } from '../../storage/user-storage.ts'
import type { NewsItem } from './news-item.ts'

/** How long headlines are shown without asking again. Source: specification, 9 "News". */
export const NEWS_CACHE_TTL_MS = 3_600_000

type CachedNews = { at: number; players: string[]; items: NewsItem[] }

/** One key a league. */
function storageKey(league: string): string {
  return `${NEWS_KEY_PREFIX}${league}`
}

/** The headlines that the browser keeps for just these players; null for none, and for what is no news. */
export function readCachedNews(
  store: KeyValueStorage,
  league: string,
  players: readonly string[],
): CachedNews | null {
  const kept = parseJson(readStorage(store, storageKey(league)))
  if (!isCachedNews(kept)) return null
  const isSame =
    kept.players.length === players.length && kept.players.every((name, at) => name === players[at])
  return isSame ? kept : null
}

export function writeCachedNews(store: KeyValueStorage, league: string, news: CachedNews): void {
  writeStorage(store, storageKey(league), JSON.stringify(news))
}

function parseJson(text: string | null): unknown {
  if (text === null) return null
  try {
    return JSON.parse(text)
  } catch (error) {
    if (error instanceof SyntaxError) return null
    throw error
  }
}

function isCachedNews(value: unknown): value is CachedNews {
  if (!isRecord(value)) return false
  const { at, players, items } = value
  return Number.isSafeInteger(at) && isArrayOf(players, isString) && isArrayOf(items, isNewsItem)
}

function isNewsItem(value: unknown): value is NewsItem {
  return (
    isRecord(value) &&
    ['player', 'title', 'source', 'link', 'published'].every((field) => isString(value[field])) &&
    !Number.isNaN(Date.parse(String(value['published'])))
  )
}

function isArrayOf(value: unknown, is: (each: unknown) => boolean): boolean {
  return Array.isArray(value) && value.every(is)
}

function isString(value: unknown): value is string {
  return typeof value === 'string'
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}

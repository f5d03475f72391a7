import type { ApiResponse } from '../../api/api-client.ts'
import {
  type KeyValueStorage,
  NEWS_KEY_PREFIX,
  parseStored,
  readStorage,
  writeStorage,
} from '../../storage/browser-storage.ts'

export type NewsItem = ApiResponse<'GET /api/player-news/'>['items'][number]

/** How long cached headlines are shown without a new request. Source: specification, 9 "News". */
export const NEWS_CACHE_TTL_MS = 3_600_000

type CachedNews = { at: number; players: string[]; items: NewsItem[] }

function storageKey(league: string): string {
  return `${NEWS_KEY_PREFIX}${league}`
}

/** Returns the cached headlines for exactly these players; null when there are none or the data is invalid. */
export function readCachedNews(
  store: KeyValueStorage,
  league: string,
  players: readonly string[],
): CachedNews | null {
  const cached = parseStored(readStorage(store, storageKey(league)))
  if (!isCachedNews(cached)) return null
  const hasSamePlayers =
    cached.players.length === players.length && cached.players.every((name, index) => name === players[index])
  return hasSamePlayers ? cached : null
}

export function writeCachedNews(store: KeyValueStorage, league: string, news: CachedNews): void {
  writeStorage(store, storageKey(league), JSON.stringify(news))
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

function isArrayOf(value: unknown, isItem: (item: unknown) => boolean): boolean {
  return Array.isArray(value) && value.every(isItem)
}

function isString(value: unknown): value is string {
  return typeof value === 'string'
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}

import { NEWS_KEYS } from '../../storage/personal.ts'
import { readStored, type Store, writeStored } from '../../storage/stored.ts'
import type { NewsItem } from './news-item.ts'

/** How long headlines are shown without asking again. Source: specification, 9 "News". */
export const NEWS_KEPT_MS = 3_600_000

type KeptNews = { at: number; players: string[]; items: NewsItem[] }

/** One key a league. */
function keyOf(league: string): string {
  return `${NEWS_KEYS}${league}`
}

/** The headlines that the browser keeps for just these players; null for none, and for what is no news. */
export function keptNews(store: Store, league: string, players: readonly string[]): KeptNews | null {
  const kept = parsed(readStored(store, keyOf(league)))
  if (!isKeptNews(kept)) return null
  const isSame =
    kept.players.length === players.length && kept.players.every((name, at) => name === players[at])
  return isSame ? kept : null
}

export function keepNews(store: Store, league: string, news: KeptNews): void {
  writeStored(store, keyOf(league), JSON.stringify(news))
}

function parsed(text: string | null): unknown {
  if (text === null) return null
  try {
    return JSON.parse(text)
  } catch (error) {
    if (error instanceof SyntaxError) return null
    throw error
  }
}

function isKeptNews(value: unknown): value is KeptNews {
  if (!isRecord(value)) return false
  const { at, players, items } = value
  return Number.isSafeInteger(at) && isListOf(players, isText) && isListOf(items, isNewsItem)
}

function isNewsItem(value: unknown): value is NewsItem {
  return (
    isRecord(value) &&
    ['player', 'title', 'source', 'link', 'published'].every((field) => isText(value[field])) &&
    !Number.isNaN(Date.parse(String(value['published'])))
  )
}

function isListOf(value: unknown, is: (each: unknown) => boolean): boolean {
  return Array.isArray(value) && value.every(is)
}

function isText(value: unknown): value is string {
  return typeof value === 'string'
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}

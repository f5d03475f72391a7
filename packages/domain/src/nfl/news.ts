import { DAY_MS, HOUR_MS } from '../duration.ts'
import { normalizePlayerName } from './player.ts'

const SAME_STORY_WINDOW_MS = 48 * HOUR_MS
const MAX_AGE_MS = 14 * DAY_MS
const MAX_HEADLINES_PER_PLAYER = 5
const MAX_HEADLINES = 60
const MAX_TITLE_LENGTH = 300

export type Headline = {
  /** The source's ID of the headline; unique within the source and player. */
  id: string
  player: string
  title: string
  source: string
  link: string
  /** Whether the link leads to the story itself, not to a related page or a redirect. */
  isDirect: boolean
  publishedAt: Date
}

/**
 * Merges the headlines of all sources into one list, newest first. Of several headlines about the same story,
 * the one with a direct link is used, otherwise the first. At most 5 per player and 60 in total, from the
 * last two weeks. Headlines dated in the future get the current time. Source: outside data, 7 "Merging".
 */
export function mergeHeadlines(headlines: readonly Headline[], now: Date): Headline[] {
  const recent = headlines
    .map((headline) => normalizeHeadline(headline, now))
    .filter(({ title, publishedAt }) => title !== '' && now.getTime() - publishedAt.getTime() <= MAX_AGE_MS)
    .sort((a, b) => a.publishedAt.getTime() - b.publishedAt.getTime())
  return limitPerPlayer(deduplicate(recent).reverse()).slice(0, MAX_HEADLINES)
}

function normalizeHeadline(headline: Headline, now: Date): Headline {
  return {
    ...headline,
    title: truncate(headline.title.replace(/\s+/g, ' ').trim()),
    publishedAt: headline.publishedAt.getTime() > now.getTime() ? now : headline.publishedAt,
  }
}

function truncate(title: string): string {
  const characters = Array.from(title)
  return characters.length <= MAX_TITLE_LENGTH
    ? title
    : `${characters
        .slice(0, MAX_TITLE_LENGTH - 1)
        .join('')
        .trimEnd()}…`
}

/** Expects and returns the headlines oldest first. */
function deduplicate(headlines: readonly Headline[]): Headline[] {
  const stories: Headline[] = []
  for (const headline of headlines) {
    const index = stories.findIndex((other) => isSameStory(other, headline))
    const other = stories[index]
    if (other === undefined) stories.push(headline)
    else if (headline.isDirect && !other.isDirect) stories[index] = headline
  }
  return stories.sort((a, b) => a.publishedAt.getTime() - b.publishedAt.getTime())
}

function isSameStory(a: Headline, b: Headline): boolean {
  if (normalizePlayerName(a.player) !== normalizePlayerName(b.player)) return false
  if (a.source === b.source && a.id === b.id) return true
  const apartMs = Math.abs(a.publishedAt.getTime() - b.publishedAt.getTime())
  return apartMs <= SAME_STORY_WINDOW_MS && normalizeTitle(a.title) === normalizeTitle(b.title)
}

function normalizeTitle(title: string): string {
  return title
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '')
}

function limitPerPlayer(headlines: readonly Headline[]): Headline[] {
  const counts = new Map<string, number>()
  return headlines.filter(({ player }) => {
    const count = (counts.get(normalizePlayerName(player)) ?? 0) + 1
    counts.set(normalizePlayerName(player), count)
    return count <= MAX_HEADLINES_PER_PLAYER
  })
}

/** A search by full name also finds other players who share part of it. For a defense, the team's name counts. */
export function mentionsPlayer(title: string, player: string): boolean {
  const [first = '', ...rest] = normalizePlayerName(playerSearchName(player)).split(' ')
  const lastName = rest.length > 0 ? rest.join(' ') : first
  // A possessive ends with an s after normalization removed its apostrophe.
  return lastName !== '' && new RegExp(` ${lastName}s? `, 'u').test(` ${normalizePlayerName(title)} `)
}

export function playerSearchName(player: string): string {
  return player
    .trim()
    .replace(/\sD\/ST$/i, '')
    .trim()
}

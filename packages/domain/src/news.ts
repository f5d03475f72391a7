import { normalizePlayerName } from './player-name.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

/** Two headlines that say the same so near to each other are one story. */
const SAME_STORY_WINDOW_MS = 48 * HOUR_MS
const MAX_AGE_MS = 14 * DAY_MS
const MAX_HEADLINES_PER_PLAYER = 5
const MAX_HEADLINES = 60
const MAX_TITLE_LENGTH = 300

/** What one source says about one player. */
export type Headline = {
  /** The source's own name for it, such as a number; unique within the source and player. */
  id: string
  /** As the player was asked for. */
  player: string
  title: string
  /** Who publishes it, for people. */
  source: string
  link: string
  /** Whether the link leads to the story itself, not to a page beside it or one that forwards. */
  isDirect: boolean
  publishedAt: Date
}

/**
 * The headlines of all sources as one list, newest first: of a story that several tell, the one
 * that is linked directly, else the first. At most five of a player and sixty in all, of the last two
 * weeks; one from the future counts as of now. Source: outside data, 7 "Merging".
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
  const letters = Array.from(title)
  return letters.length <= MAX_TITLE_LENGTH
    ? title
    : `${letters
        .slice(0, MAX_TITLE_LENGTH - 1)
        .join('')
        .trimEnd()}…`
}

/** Oldest first, as they are given. */
function deduplicate(headlines: readonly Headline[]): Headline[] {
  const kept: Headline[] = []
  for (const headline of headlines) {
    const place = kept.findIndex((other) => isSameStory(other, headline))
    const other = kept[place]
    if (other === undefined) kept.push(headline)
    else if (headline.isDirect && !other.isDirect) kept[place] = headline
  }
  return kept.sort((a, b) => a.publishedAt.getTime() - b.publishedAt.getTime())
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

/**
 * Whether a title has a player's last name, or a team's for its defense: a search by the whole
 * name still finds others who share a part of it.
 */
export function mentionsPlayer(title: string, player: string): boolean {
  const [first = '', ...rest] = normalizePlayerName(playerSearchName(player)).split(' ')
  const lastName = rest.length > 0 ? rest.join(' ') : first
  // What is someone's own ends on s once its apostrophe is folded away.
  return lastName !== '' && new RegExp(` ${lastName}s? `, 'u').test(` ${normalizePlayerName(title)} `)
}

/** What a player is searched by: a defense by the name of its team. */
export function playerSearchName(player: string): string {
  return player.replace(/\s+D\/ST$/i, '').trim()
}

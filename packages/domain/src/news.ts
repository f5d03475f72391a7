import { foldPlayerName } from './player-name.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

/** Two headlines that say the same so near to each other are one story. */
const SAME_STORY_MS = 48 * HOUR_MS
const OLDEST_MS = 14 * DAY_MS
const MOST_OF_A_PLAYER = 5
const MOST_IN_ALL = 60
const MOST_LETTERS = 300

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
    .map((headline) => tidied(headline, now))
    .filter(({ title, publishedAt }) => title !== '' && now.getTime() - publishedAt.getTime() <= OLDEST_MS)
    .sort((a, b) => a.publishedAt.getTime() - b.publishedAt.getTime())
  return firstOfEach(withoutRepetitions(recent).reverse()).slice(0, MOST_IN_ALL)
}

function tidied(headline: Headline, now: Date): Headline {
  return {
    ...headline,
    title: cut(headline.title.replace(/\s+/g, ' ').trim()),
    publishedAt: headline.publishedAt.getTime() > now.getTime() ? now : headline.publishedAt,
  }
}

function cut(title: string): string {
  const letters = Array.from(title)
  return letters.length <= MOST_LETTERS
    ? title
    : `${letters
        .slice(0, MOST_LETTERS - 1)
        .join('')
        .trimEnd()}…`
}

/** Oldest first, as they are given. */
function withoutRepetitions(headlines: readonly Headline[]): Headline[] {
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
  if (foldPlayerName(a.player) !== foldPlayerName(b.player)) return false
  if (a.source === b.source && a.id === b.id) return true
  const apartMs = Math.abs(a.publishedAt.getTime() - b.publishedAt.getTime())
  return apartMs <= SAME_STORY_MS && lettersOf(a.title) === lettersOf(b.title)
}

function lettersOf(title: string): string {
  return title
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '')
}

function firstOfEach(headlines: readonly Headline[]): Headline[] {
  const counts = new Map<string, number>()
  return headlines.filter(({ player }) => {
    const count = (counts.get(foldPlayerName(player)) ?? 0) + 1
    counts.set(foldPlayerName(player), count)
    return count <= MOST_OF_A_PLAYER
  })
}

/**
 * Whether a title has a player's last name, or a team's for its defense: a search by the whole
 * name still finds others who share a part of it.
 */
export function isAbout(title: string, player: string): boolean {
  const [first = '', ...rest] = foldPlayerName(searchNameOf(player)).split(' ')
  const lastName = rest.length > 0 ? rest.join(' ') : first
  // What is someone's own ends on s once its apostrophe is folded away.
  return lastName !== '' && new RegExp(` ${lastName}s? `, 'u').test(` ${foldPlayerName(title)} `)
}

/** What a player is searched by: a defense by the name of its team. */
export function searchNameOf(player: string): string {
  return player.replace(/\s+D\/ST$/i, '').trim()
}

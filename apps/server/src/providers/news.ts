import { HOUR_MS, MINUTE_MS } from '@fieldhouse/domain/duration'
import { type Headline, mentionsPlayer, playerSearchName } from '@fieldhouse/domain/nfl/news'
import { nflTeamById } from '@fieldhouse/domain/nfl/nfl-teams'
import { isEspnPlayer, normalizePlayerName, playerPageUrl } from '@fieldhouse/domain/nfl/player'
import { z } from 'zod'
import { lenient, lenientList, Text } from './fields.ts'
import { toHttpsLink, toPlainText } from './html-text.ts'
import { type Clock, ProviderError, systemClock } from './http/attempts.ts'
import { type WebClient, type WebClientOptions, webClient } from './http/web-client.ts'
import type { RssItem } from './rss.ts'

export type NewsSubject = {
  name: string
  /** The ESPN player ID; null when no stored roster contains the name. */
  espnId: number | null
  nflTeamId: number | null
}

export type SourceHeadline = Omit<Headline, 'player'>

export interface NewsSource {
  name: 'player news' | 'news search'
  ttlMs: number
  retryDelayMs: number
  /** Identifies a player in this source; null when the source cannot look the player up. */
  cacheKeyOf: (subject: NewsSubject) => string | null
  /**
   * Reads the headlines of each subject that the source can look up and calls `onHeadlines` as they arrive,
   * with an empty list when there are none. Throws a ProviderError, or the signal's reason when aborted. After an
   * error, `onHeadlines` may not have been called for every subject.
   */
  read: (
    subjects: readonly NewsSubject[],
    onHeadlines: (subject: NewsSubject, headlines: SourceHeadline[]) => Promise<void>,
    signal: AbortSignal,
  ) => Promise<void>
}

const MAX_CONCURRENT_REQUESTS = 2
/** A user is waiting for the response, so a slow source times out before the page does. */
const TIMEOUT_MS = 4000
/** Stories include their full text. */
const MAX_BYTES = 8 * 1024 * 1024

type NewsOptions = Pick<WebClientOptions, 'userAgent' | 'log'> & {
  /** Both without a trailing slash. */
  siteUrl: string
  searchUrl: string
}

export function createNewsSources({ siteUrl, searchUrl, ...options }: NewsOptions): NewsSource[] {
  const createClient = (baseUrl: string) =>
    webClient({
      ...options,
      baseUrl,
      maxConcurrent: MAX_CONCURRENT_REQUESTS,
      timeoutMs: TIMEOUT_MS,
      maxBytes: MAX_BYTES,
      maxAttempts: 1,
    })
  return [
    espnPlayerNews(createClient(siteUrl)),
    googleNews({ client: createClient(searchUrl), sleep: systemClock.sleep }),
  ]
}

/** Five headlines for each of twelve players. */
const MAX_ITEMS = 60

const Item = z.object({
  id: z.union([z.int(), z.string()]),
  type: Text,
  playerId: z.int(),
  headline: z.string(),
  published: z.string(),
  links: lenient(z.object({ web: lenient(z.object({ href: Text })) })),
})

const Body = z.object({ feed: lenientList(Item) })

type SubjectWithEspnId = NewsSubject & { espnId: number }

/** Reads ESPN's fantasy news about several players in one request. Source: outside data, 7. */
export function espnPlayerNews(client: WebClient): NewsSource {
  return {
    name: 'player news',
    ttlMs: 15 * MINUTE_MS,
    retryDelayMs: 2 * MINUTE_MS,
    cacheKeyOf: (subject) => (hasEspnId(subject) ? `${subject.espnId}` : null),
    async read(subjects, onHeadlines, signal) {
      const identified = subjects.filter(hasEspnId)
      if (identified.length === 0) return
      const response = await client.getJson({
        path: 'apis/fantasy/v2/games/ffl/news/players',
        query: [
          ['limit', `${MAX_ITEMS}`],
          ...identified.map(({ espnId }) => ['playerId', `${espnId}`] as const),
        ],
        signal,
      })
      const items = parseItems(response?.json)
      for (const subject of identified) {
        const ofPlayer = items.filter(({ playerId }) => playerId === subject.espnId)
        const headlines = ofPlayer.flatMap((item) => toPlayerHeadline(item, subject) ?? [])
        await onHeadlines(subject, headlines)
      }
    },
  }
}

function hasEspnId(subject: NewsSubject): subject is SubjectWithEspnId {
  return subject.espnId !== null && isEspnPlayer(subject.espnId)
}

function parseItems(json: unknown): z.output<typeof Item>[] {
  const parsed = Body.safeParse(json)
  if (!parsed.success || parsed.data.feed == null) {
    throw new ProviderError('unexpected_shape', 'player news without a feed')
  }
  return parsed.data.feed
}

/** Short notes have no page, so they link to the player's page. */
function toPlayerHeadline(item: z.output<typeof Item>, subject: SubjectWithEspnId): SourceHeadline | null {
  const publishedAt = new Date(item.published)
  const title = toPlainText(item.headline)
  const storyUrl = toHttpsLink(item.links?.web?.href)
  const abbrev = subject.nflTeamId === null ? null : (nflTeamById(subject.nflTeamId)?.abbrev ?? null)
  const link = storyUrl ?? playerPageUrl(subject.espnId, abbrev)
  if (Number.isNaN(publishedAt.getTime()) || title === '' || link === null) return null
  return {
    id: `${item.id}`,
    title,
    source: item.type === 'Rotowire' ? 'RotoWire via ESPN' : 'ESPN',
    link,
    isDirect: storyUrl !== null,
    publishedAt,
  }
}

/** Google blocks a client after twenty or thirty requests in quick succession. */
const MAX_CONCURRENT_SEARCHES = 2
const PAUSE_MS = 400
/** The feed has up to a hundred items, ordered by relevance. */
const MAX_HEADLINES_PER_PLAYER = 10

/** Searches Google News by player name. `client` must not retry. Source: outside data, 7. */
export function googleNews({ client, sleep }: { client: WebClient; sleep: Clock['sleep'] }): NewsSource {
  async function fetchHeadlines({ name }: NewsSubject, signal: AbortSignal): Promise<SourceHeadline[]> {
    const q = `"${playerSearchName(name).replaceAll('"', '')}" NFL when:7d`
    const query = { q, hl: 'en-US', gl: 'US', ceid: 'US:en' }
    const response = await client.getText({ path: 'rss/search', query, signal })
    if (response === null) throw new ProviderError('unavailable', 'news search not found')
    const { parseRss } = await import('./rss.ts')
    return parseRss(response.body)
      .flatMap((item) => toSearchHeadline(item) ?? [])
      .filter(({ title }) => mentionsPlayer(title, name))
      .sort((a, b) => b.publishedAt.getTime() - a.publishedAt.getTime())
      .slice(0, MAX_HEADLINES_PER_PLAYER)
  }

  return {
    name: 'news search',
    ttlMs: HOUR_MS,
    retryDelayMs: HOUR_MS / 2,
    cacheKeyOf: ({ name }) => normalizePlayerName(playerSearchName(name)) || null,
    async read(subjects, onHeadlines, signal) {
      const queue = [...subjects]
      const failureController = new AbortController()
      const anySignal = AbortSignal.any([signal, failureController.signal])
      const processQueue = async () => {
        for (let subject = queue.shift(); subject !== undefined; subject = queue.shift()) {
          await onHeadlines(subject, await fetchHeadlines(subject, anySignal))
          if (queue.length > 0) await sleep(PAUSE_MS, anySignal)
        }
      }
      try {
        await Promise.all(Array.from({ length: MAX_CONCURRENT_SEARCHES }, processQueue))
      } catch (error) {
        // The first failure stops all requests, because a client that continues is blocked for longer.
        failureController.abort()
        throw error
      }
    },
  }
}

/** Removes the publisher from the title, since `source` has it too. The link redirects to the story. */
function toSearchHeadline({ title, link, guid, pubDate, source }: RssItem): SourceHeadline | null {
  const publishedAt = new Date(pubDate)
  const publisher = toPlainText(source ?? '')
  const fullTitle = toPlainText(title)
  const suffix = ` - ${publisher}`
  const hasSuffix = publisher !== '' && fullTitle.endsWith(suffix)
  const shortTitle = hasSuffix ? fullTitle.slice(0, -suffix.length).trim() : fullTitle
  const httpsLink = toHttpsLink(link)
  if (httpsLink === null || shortTitle === '' || Number.isNaN(publishedAt.getTime())) return null
  return {
    id: guid ?? httpsLink,
    title: shortTitle,
    source: publisher || 'Google News',
    link: httpsLink,
    isDirect: false,
    publishedAt,
  }
}

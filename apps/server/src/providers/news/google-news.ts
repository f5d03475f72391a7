import { HOUR_MS } from '@fieldhouse/domain/duration'
import { mentionsPlayer, playerSearchName } from '@fieldhouse/domain/nfl/news'
import { normalizePlayerName } from '@fieldhouse/domain/nfl/player'
import type { Clock } from '../http/attempts.ts'
import type { WebClient } from '../http/web-client.ts'
import { ProviderError } from '../provider-error.ts'
import type { NewsSource, NewsSubject, SourceHeadline } from './news-source.ts'
import { toHttpsLink, toPlainText } from './plain-text.ts'
import type { RssItem } from './rss.ts'

/** Google blocks a client after twenty or thirty requests in quick succession. */
const MAX_CONCURRENT_REQUESTS = 2
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
      .flatMap((item) => toHeadline(item) ?? [])
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
        await Promise.all(Array.from({ length: MAX_CONCURRENT_REQUESTS }, processQueue))
      } catch (error) {
        // The first failure stops all requests, because a client that continues is blocked for longer.
        failureController.abort()
        throw error
      }
    },
  }
}

/** Removes the publisher from the title, since `source` has it too. The link redirects to the story. */
function toHeadline({ title, link, guid, pubDate, source }: RssItem): SourceHeadline | null {
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

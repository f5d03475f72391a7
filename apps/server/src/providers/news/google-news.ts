import { mentionsPlayer, playerSearchName } from '@fieldhouse/domain/news'
import { normalizePlayerName } from '@fieldhouse/domain/player-name'
import type { WebClient } from '../http/web-client.ts'
import { ProviderError } from '../provider-error.ts'
import { toHttpsLink } from './https-link.ts'
import type { NewsSource, NewsSubject, SourceHeadline } from './news-source.ts'
import { toPlainText } from './plain-text.ts'
import { parseRss, type RssItem } from './rss.ts'

const HOUR_MS = 3_600_000
/** Twenty or thirty quick requests get a client blocked. */
const MAX_CONCURRENT_REQUESTS = 2
const PAUSE_MS = 400
/** The feed may have a hundred, by relevance. */
const MAX_HEADLINES_PER_PLAYER = 10

export type GoogleNewsOptions = {
  client: WebClient
  sleep: (ms: number, signal?: AbortSignal) => Promise<void>
}

/** Google's news search by a player's name. Its client tries once. Source: outside data, 7. */
export function googleNews({ client, sleep }: GoogleNewsOptions): NewsSource {
  async function fetchHeadlines({ name }: NewsSubject, signal: AbortSignal): Promise<SourceHeadline[]> {
    const answer = await client.getText({
      path: 'rss/search',
      query: [
        ['q', `"${playerSearchName(name).replaceAll('"', '')}" NFL when:7d`],
        ['hl', 'en-US'],
        ['gl', 'US'],
        ['ceid', 'US:en'],
      ],
      signal,
    })
    if (answer === null) throw new ProviderError('unavailable', 'there is no search')
    return parseRss(answer.body)
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
    async read(subjects, tell, signal) {
      const waiting = [...subjects]
      const round = new AbortController()
      const both = AbortSignal.any([signal, round.signal])
      const askInTurn = async () => {
        for (let subject = waiting.shift(); subject !== undefined; subject = waiting.shift()) {
          await tell(subject, await fetchHeadlines(subject, both))
          if (waiting.length > 0) await sleep(PAUSE_MS, both)
        }
      }
      try {
        await Promise.all(Array.from({ length: MAX_CONCURRENT_REQUESTS }, askInTurn))
      } catch (error) {
        // The first failure ends the round: whoever goes on asking is shut out for longer.
        round.abort()
        throw error
      }
    },
  }
}

/** The title ends with the publisher, who also stands beside it. The link forwards to the story. */
function toHeadline({ title, link, guid, pubDate, source }: RssItem): SourceHeadline | null {
  const publishedAt = new Date(pubDate)
  const publisher = toPlainText(source ?? '')
  const whole = toPlainText(title)
  const suffix = ` - ${publisher}`
  const words = publisher !== '' && whole.endsWith(suffix) ? whole.slice(0, -suffix.length).trim() : whole
  const safe = toHttpsLink(link)
  if (safe === null || words === '' || Number.isNaN(publishedAt.getTime())) return null
  return {
    id: guid ?? safe,
    title: words,
    source: publisher || 'Google News',
    link: safe,
    isDirect: false,
    publishedAt,
  }
}

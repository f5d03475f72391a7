import { MINUTE_MS } from '@fieldhouse/domain/duration'
import { nflTeamById } from '@fieldhouse/domain/nfl/nfl-teams'
import { playerPageUrl } from '@fieldhouse/domain/nfl/player'
import { isEspnPlayer } from '@fieldhouse/domain/nfl/player-keys'
import { z } from 'zod'
import type { WebClient } from '../http/web-client.ts'
import { ProviderError } from '../provider-error.ts'
import { lenient, lenientList, Text } from '../schemas/fields.ts'
import type { NewsSource, NewsSubject, SourceHeadline } from './news-source.ts'
import { toHttpsLink, toPlainText } from './plain-text.ts'

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
        const headlines = ofPlayer.flatMap((item) => toHeadline(item, subject) ?? [])
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
function toHeadline(item: z.output<typeof Item>, subject: SubjectWithEspnId): SourceHeadline | null {
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

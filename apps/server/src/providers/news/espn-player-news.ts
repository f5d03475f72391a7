import { nflTeamById } from '@fieldhouse/domain/nfl-teams'
import { playerPageUrl } from '@fieldhouse/domain/player-links'
import { z } from 'zod'
import { listOfSome, soft, Text } from '../espn/fields.ts'
import type { WebClient } from '../http/web-client.ts'
import { ProviderError } from '../provider-error.ts'
import { httpsLink } from './https-link.ts'
import type { NewsSource, NewsSubject, SourcedHeadline } from './news-source.ts'
import { plainText } from './plain-text.ts'

const MINUTE_MS = 60_000
/** Five of each of twelve players. */
const MOST_ITEMS = 60

const Item = z.object({
  id: z.union([z.int(), z.string()]),
  type: Text,
  playerId: z.int(),
  headline: z.string(),
  published: z.string(),
  links: soft(z.object({ web: soft(z.object({ href: Text })) })),
})

const Body = z.object({ feed: listOfSome(Item) })

type KnownSubject = NewsSubject & { espnId: number }

/** ESPN's fantasy news of players, by their numbers, in one call. Source: outside data, 7. */
export function espnPlayerNews(client: WebClient): NewsSource {
  return {
    name: 'player news',
    freshMs: 15 * MINUTE_MS,
    waitMs: 2 * MINUTE_MS,
    keyOf: ({ espnId }) => (espnId === null ? null : `${espnId}`),
    async read(subjects, tell, signal) {
      const known = subjects.filter((subject): subject is KnownSubject => subject.espnId !== null)
      if (known.length === 0) return
      const answer = await client.getJson({
        path: 'apis/fantasy/v2/games/ffl/news/players',
        query: [['limit', `${MOST_ITEMS}`], ...known.map(({ espnId }) => ['playerId', `${espnId}`] as const)],
        signal,
      })
      const items = itemsIn(answer?.json)
      for (const subject of known) {
        const own = items.filter(({ playerId }) => playerId === subject.espnId)
        await tell(
          subject,
          own.flatMap((item) => headlineFrom(item, subject) ?? []),
        )
      }
    },
  }
}

function itemsIn(json: unknown): z.output<typeof Item>[] {
  const parsed = Body.safeParse(json)
  if (!parsed.success || parsed.data.feed == null) {
    throw new ProviderError('unexpected_shape', 'player news without a feed')
  }
  return parsed.data.feed
}

/** A note has no page of its own: it leads to the player's. */
function headlineFrom(item: z.output<typeof Item>, subject: KnownSubject): SourcedHeadline | null {
  const publishedAt = new Date(item.published)
  const title = plainText(item.headline)
  const web = httpsLink(item.links?.web?.href)
  const abbrev = subject.nflTeamId === null ? null : (nflTeamById(subject.nflTeamId)?.abbrev ?? null)
  const link = web ?? playerPageUrl(subject.espnId, abbrev)
  if (Number.isNaN(publishedAt.getTime()) || title === '' || link === null) return null
  return {
    id: `${item.id}`,
    title,
    source: item.type === 'Rotowire' ? 'RotoWire via ESPN' : 'ESPN',
    link,
    isDirect: web !== null,
    publishedAt,
  }
}

import { operations } from '@fieldhouse/contract/operations'
import type { TestClient } from './start-app.ts'

/** Its response ends only when the client disconnects. */
const STREAMING_OPERATION = 'streamEvents'

/** The URLs of all GET operations by operation name, with parameters filled in from a league's content. */
export async function listReadUrls(client: TestClient, league: string): Promise<Map<string, string>> {
  const items = (await client.get(`/api/league/${league}/social/feed/`)).body.items
  const idOf = (type: string) => items.find((item: { type: string }) => item.type === type)?.id
  const reads = Object.entries(operations).filter(
    ([name, { method }]) => method === 'GET' && name !== STREAMING_OPERATION,
  )
  return new Map(
    reads.map(([name, { url }]) => {
      const path = url
        .replace(':league', league)
        .replace(':username', 'player')
        .replace(':owner', 'Ada Marlow')
        .replace('games/:season/:game', 'games/2026/1')
        .replace('games/:season/:week/:game', 'games/2026/1/1')
        .replace('trades/:season/:trade', 'trades/2026/trade')
        .replace('recaps/:season/:week', 'recaps/2026/1')
        .replace('versions/:version', 'versions/1')
        .replace(':team', '1')
        .replace(':player', '11')
        .replace(':kind', 'post')
        .replace(':id', String(idOf(url.includes('/media/') ? 'media' : 'post')))
      return [name, url.includes('/owner-compare/') ? `${path}?a=Ada Marlow&b=Ben Okafor` : path]
    }),
  )
}

import { operations } from '@fieldhouse/contract/operations'
import type { TestClient } from './start-app.ts'

/** Ends only when who reads it goes. */
const STREAMING_OPERATION = 'streamEvents'

/** The addresses of all calls that read, by their names, with what is found in a league in place of parameters. */
export async function listReadUrls(who: TestClient, league: string): Promise<Map<string, string>> {
  const items = (await who.get(`/api/league/${league}/social/feed/`)).body.items
  const idOf = (type: string) => items.find((item: { type: string }) => item.type === type)?.id
  const reads = Object.entries(operations).filter(
    ([name, { method }]) => method === 'GET' && name !== STREAMING_OPERATION,
  )
  return new Map(
    reads.map(([name, { url }]) => {
      const asked = url
        .replace(':league', league)
        .replace(':username', 'player')
        .replace(':owner', 'Ada Marlow')
        .replace('games/:season/:game', 'games/2026/1')
        .replace(':id', String(idOf(url.includes('/media/') ? 'media' : 'post')))
      return [name, name === 'compareOwners' ? `${asked}?a=Ada Marlow&b=Ben Okafor` : asked]
    }),
  )
}

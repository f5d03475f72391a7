import { inTransaction } from '../database/engine/database.ts'
import { writePart } from '../repositories/archive-store.ts'
import { addMember, findUser } from '../repositories/memberships.ts'
import { ADMIN_CODE, startApp, type TestApp, type TestClient, type TestResponse } from './start-app.ts'
import { buildTransaction } from './week-fixture.ts'

const SOCIAL_URL = '/api/league/Harbour/social'

export type Actor = 'anonymous' | 'stranger' | 'player' | 'viewer' | 'skipper' | 'boss'

export type SocialLeague = {
  testApp: TestApp
  leagueId: number
  /** The skipper is admin of the league Harbour, the boss of the site; the stranger is in no league. */
  clients: Record<Actor, TestClient>
  /** Paths are relative to the league's `social/`. */
  get: (actor: Actor, path: string, headers?: Record<string, string>) => Promise<TestResponse>
  post: (actor: Actor, path: string, body?: unknown) => Promise<TestResponse>
  remove: (actor: Actor, path: string) => Promise<TestResponse>
  /** The items of a page of the feed, in order. */
  feed: (actor?: Actor, query?: string) => Promise<TestResponse['body'][]>
  /** Moves the clock forward, by a second by default, so that the next item is newer. */
  advanceClock: (ms?: number) => void
}

/** A league with a user for each kind of access. */
export async function createSocialLeague(...options: Parameters<typeof startApp>): Promise<SocialLeague> {
  const testApp = await startApp(...options)
  const boss = await testApp.registerUser('boss', { role: 'admin', admin_code: ADMIN_CODE })
  await boss.post('/api/create-league/', { name: 'Harbour', espn_league_id: 4711 })
  const clients = {
    anonymous: testApp.client(),
    stranger: await testApp.registerUser('stranger'),
    player: await testApp.registerUser('player', { first_name: 'Rosa', last_name: 'Field' }),
    viewer: await testApp.registerUser('viewer'),
    skipper: await testApp.registerUser('skipper'),
    boss,
  }
  const { id } = await testApp.db.selectFrom('leagues').select('id').executeTakeFirstOrThrow()
  // Not with requests, of which the new members would be notified.
  for (const [username, role] of [
    ['player', 'player'],
    ['viewer', 'viewer'],
    ['skipper', 'admin'],
  ] as const) {
    const user = await findUser(testApp.db, username)
    await addMember(testApp.db, id, user?.id ?? 0, role, testApp.clock.now)
  }
  return socialLeague(testApp, id, clients)
}

/** The league Harbour of an app, for clients that are signed in. */
export function socialLeague(
  testApp: TestApp,
  leagueId: number,
  clients: SocialLeague['clients'],
): SocialLeague {
  const get: SocialLeague['get'] = (actor, path, headers) =>
    clients[actor].get(`${SOCIAL_URL}/${path}`, headers)
  return {
    testApp,
    leagueId,
    clients,
    get,
    post: (actor, path, body) => clients[actor].post(`${SOCIAL_URL}/${path}`, body),
    remove: (actor, path) => clients[actor].delete(`${SOCIAL_URL}/${path}`),
    feed: async (actor = 'player', query = '') => (await get(actor, `feed/${query}`)).body.items,
    advanceClock: (ms = 1000) => {
      testApp.clock.now = new Date(testApp.clock.now.getTime() + ms)
    },
  }
}

/** Stores a trade of 2026, and a pickup. Returns the path of the trade. */
export async function storeTrade({ testApp, leagueId }: SocialLeague): Promise<string> {
  const season = 2026
  const moves = [
    { playerId: 1, fromTeamId: 2, toTeamId: 1 },
    { playerId: 2, fromTeamId: 1, toTeamId: 2 },
  ]
  const transactions = [
    buildTransaction({ id: 'swap-1', season, kind: 'trade', bid: null, moves }),
    buildTransaction({ id: 'add-1', season, kind: 'free agent' }),
  ]
  const part = { name: 'transactions', week: { season, week: 1, transactions } } as const
  const source = { receivedAt: testApp.clock.now, isFetched: true }
  await inTransaction(testApp.db, (transaction) => writePart(transaction, leagueId, part, source))
  return `/api/league/Harbour/trades/${season}/swap-1`
}

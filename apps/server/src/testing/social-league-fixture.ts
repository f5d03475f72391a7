import { ADMIN_CODE, startApp, type TestApp, type TestClient, type TestResponse } from './start-app.ts'

const SOCIAL_URL = '/api/league/Harbour/social'

export type Actor = 'nobody' | 'stranger' | 'player' | 'viewer' | 'skipper' | 'boss'

export type SocialLeague = {
  testApp: TestApp
  leagueId: number
  /** Skipper runs the league Harbour, boss the site; a stranger is in no league. */
  clients: Record<Actor, TestClient>
  /** A call below the league's `social/`. */
  get: (who: Actor, path: string, headers?: Record<string, string>) => Promise<TestResponse>
  post: (who: Actor, path: string, body?: unknown) => Promise<TestResponse>
  remove: (who: Actor, path: string) => Promise<TestResponse>
  /** The items of a page, in its order. */
  feed: (who?: Actor, query?: string) => Promise<TestResponse['body'][]>
  /** A moment passes, so that what comes next is newer. */
  advanceClock: (ms?: number) => void
}

/** A league with everybody in it whom a call tells apart. */
export async function createSocialLeague(...options: Parameters<typeof startApp>): Promise<SocialLeague> {
  const testApp = await startApp(...options)
  const boss = await testApp.registerUser('boss', { role: 'admin', admin_code: ADMIN_CODE })
  await boss.post('/api/create-league/', { name: 'Harbour', espn_league_id: 4711 })
  const clients = {
    nobody: testApp.client(),
    stranger: await testApp.registerUser('stranger'),
    player: await testApp.registerUser('player', { first_name: 'Rosa', last_name: 'Field' }),
    viewer: await testApp.registerUser('viewer'),
    skipper: await testApp.registerUser('skipper'),
    boss,
  }
  const roles = { player: 'player', viewer: 'viewer', skipper: 'admin' }
  for (const [username, role] of Object.entries(roles))
    await boss.post('/api/assign-user/', { username, league: 'Harbour', role })
  const { id } = await testApp.db.selectFrom('leagues').select('id').executeTakeFirstOrThrow()
  const get: SocialLeague['get'] = (who, path, headers) => clients[who].get(`${SOCIAL_URL}/${path}`, headers)
  return {
    testApp,
    leagueId: id,
    clients,
    get,
    post: (who, path, body) => clients[who].post(`${SOCIAL_URL}/${path}`, body),
    remove: (who, path) => clients[who].delete(`${SOCIAL_URL}/${path}`),
    feed: async (who = 'player', query = '') => (await get(who, `feed/${query}`)).body.items,
    advanceClock: (ms = 1000) => {
      testApp.clock.now = new Date(testApp.clock.now.getTime() + ms)
    },
  }
}

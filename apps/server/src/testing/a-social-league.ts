import { ADMIN_CODE, type Answer, startApp, type TestApp, type Visitor } from './start-app.ts'

const SOCIAL = '/api/league/Harbour/social'

export type Actor = 'nobody' | 'stranger' | 'player' | 'viewer' | 'skipper' | 'boss'

export type SocialLeague = {
  world: TestApp
  leagueId: number
  /** Skipper runs the league Harbour, boss the site; a stranger is in no league. */
  people: Record<Actor, Visitor>
  /** A call below the league's `social/`. */
  get: (who: Actor, path: string, headers?: Record<string, string>) => Promise<Answer>
  post: (who: Actor, path: string, body?: unknown) => Promise<Answer>
  remove: (who: Actor, path: string) => Promise<Answer>
  /** The items of a page, in its order. */
  feed: (who?: Actor, query?: string) => Promise<Answer['body'][]>
  /** A moment passes, so that what comes next is newer. */
  later: (ms?: number) => void
}

/** A league with everybody in it whom a call tells apart. */
export async function aSocialLeague(...options: Parameters<typeof startApp>): Promise<SocialLeague> {
  const world = await startApp(...options)
  const boss = await world.member('boss', { role: 'admin', admin_code: ADMIN_CODE })
  await boss.post('/api/create-league/', { name: 'Harbour', espn_league_id: 4711 })
  const people = {
    nobody: world.visitor(),
    stranger: await world.member('stranger'),
    player: await world.member('player', { first_name: 'Rosa', last_name: 'Field' }),
    viewer: await world.member('viewer'),
    skipper: await world.member('skipper'),
    boss,
  }
  const roles = { player: 'player', viewer: 'viewer', skipper: 'admin' }
  for (const [username, role] of Object.entries(roles))
    await boss.post('/api/assign-user/', { username, league: 'Harbour', role })
  const { id } = await world.db.selectFrom('leagues').select('id').executeTakeFirstOrThrow()
  const get: SocialLeague['get'] = (who, path, headers) => people[who].get(`${SOCIAL}/${path}`, headers)
  return {
    world,
    leagueId: id,
    people,
    get,
    post: (who, path, body) => people[who].post(`${SOCIAL}/${path}`, body),
    remove: (who, path) => people[who].delete(`${SOCIAL}/${path}`),
    feed: async (who = 'player', query = '') => (await get(who, `feed/${query}`)).body.items,
    later: (ms = 1000) => {
      world.clock.now = new Date(world.clock.now.getTime() + ms)
    },
  }
}

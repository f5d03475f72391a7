import { afterEach, beforeEach, expect, it } from 'vitest'
import { connect } from '../database/database.ts'
import { createSocialLeague, type SocialLeague } from '../testing/social-league-fixture.ts'
import { startApp, type TestApp, type TestClient } from '../testing/start-app.ts'
import { createTestDatabase, type TestDatabase } from '../testing/test-database.ts'

const LEAGUE = '/api/league/Harbour'
const READS = [
  '/api/whoami/',
  '/api/user-leagues/player/',
  `${LEAGUE}/me/role/`,
  `${LEAGUE}/meta/`,
  `${LEAGUE}/standings/`,
  `${LEAGUE}/social/feed/`,
  `${LEAGUE}/history/`,
]

let database: TestDatabase
let others: TestDatabase[]
let firstInstance: SocialLeague
let secondInstance: TestApp
/** Keeps nothing: its data do not tell their version. */
let uncachedInstance: TestApp
beforeEach(async () => {
  database = await createTestDatabase()
  firstInstance = await createSocialLeague({}, { database })
  others = [0, 1].map(() => ({ ...database, db: connect(database.address) }))
  const [second = database, third = database] = others
  secondInstance = await startApp({}, { database: second })
  uncachedInstance = await startApp({}, { database: third, wrapDatabase: (db) => db.withoutPlugins() })
})
afterEach(async () => {
  for (const world of [uncachedInstance, secondInstance, firstInstance.testApp]) await world.close()
  for (const { db } of others) await db.destroy()
  await database.drop()
})

/** The same browser at another instance. */
function clientAt(world: TestApp, who: TestClient): TestClient {
  const visitor = world.client()
  for (const [name, value] of who.cookies) visitor.cookies.set(name, value)
  return visitor
}

it('shows at once what was written through the other instance', async () => {
  const playerThere = clientAt(secondInstance, firstInstance.clients.player)
  const texts = async () =>
    (await playerThere.get(`${LEAGUE}/social/feed/`)).body.items.map(
      (item: { content: string }) => item.content,
    )
  for (const content of ['First', 'Second', 'Third']) {
    await texts()
    await firstInstance.post('player', 'posts/', { content })
    expect(await texts()).toContain(content)
  }
})

it('refuses at once whom the other instance took out of the league', async () => {
  const playerThere = clientAt(secondInstance, firstInstance.clients.player)
  const statusThere = async () => (await playerThere.get(`${LEAGUE}/social/feed/`)).status
  expect([await statusThere(), await statusThere()]).toEqual([200, 200])
  const removed = await firstInstance.clients.skipper.post(`${LEAGUE}/members/remove/`, {
    username: 'player',
  })
  expect([removed.status, await statusThere()]).toEqual([200, 403])
})

it('refuses a session at once that was ended through the other instance', async () => {
  const { player } = firstInstance.clients
  const playerThere = clientAt(secondInstance, player)
  for (const path of READS) expect((await playerThere.get(path)).status).toBe(200)
  const same = clientAt(firstInstance.testApp, player)
  expect((await same.post('/api/logout/')).status).toBe(200)
  for (const path of READS.slice(1)) expect([path, (await playerThere.get(path)).status]).toEqual([path, 401])
})

it('answers 304 while nothing changes, and the whole answer once something did', async () => {
  const playerThere = clientAt(secondInstance, firstInstance.clients.player)
  const { headers } = await playerThere.get(`${LEAGUE}/social/feed/`)
  const known = { 'if-none-match': String(headers['etag']) }
  expect((await playerThere.get(`${LEAGUE}/social/feed/`, known)).status).toBe(304)
  await firstInstance.post('player', 'posts/', { content: 'News' })
  expect((await playerThere.get(`${LEAGUE}/social/feed/`, known)).status).toBe(200)
})

it('answers as an instance that keeps nothing, however writes and reads are mixed', async () => {
  const next = randomFrom(20261011)
  const pick = <Item>(items: readonly Item[]): Item => items[next(items.length)] as Item
  const posts: number[] = []
  const people = ['player', 'skipper', 'viewer'] as const
  const instances = [firstInstance.testApp, secondInstance]
  const write = async () => {
    const who = firstInstance.clients[pick(people)]
    const visitor = clientAt(pick(instances), who)
    const post = pick(posts.length === 0 ? [0] : posts)
    const doing = next(5)
    if (doing === 0) await visitor.post(`${LEAGUE}/social/posts/${post}/like/`)
    else if (doing === 1)
      await visitor.post(`${LEAGUE}/social/posts/${post}/comments/`, { content: `Reply ${next(100)}` })
    else if (doing === 2) {
      const role = pick(['player', 'viewer', 'admin'])
      await clientAt(pick(instances), firstInstance.clients.boss).post('/api/assign-user/', {
        username: 'viewer',
        league: 'Harbour',
        role,
      })
    } else {
      const { body } = await visitor.post(`${LEAGUE}/social/posts/`, { content: `Post ${next(1000)}` })
      if (typeof body.id === 'number') posts.push(body.id)
    }
  }
  for (let step = 0; step < 60; step += 1) {
    if (next(3) === 0) await write()
    const who = firstInstance.clients[pick(people)]
    const path = pick(READS)
    const kept = await clientAt(pick(instances), who).get(path)
    const made = await clientAt(uncachedInstance, who).get(path)
    expect([step, path, kept.status, kept.body]).toEqual([step, path, made.status, made.body])
    expect(kept.headers['etag']).toBe(made.headers['etag'])
  }
})

/** Whole numbers below a bound, the same for the same seed. */
function randomFrom(seed: number): (bound: number) => number {
  let state = seed
  return (bound) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return Math.floor((state / 2_147_483_648) * bound)
  }
}

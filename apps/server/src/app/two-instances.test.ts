import { afterEach, beforeEach, expect, it } from 'vitest'
import { connect } from '../database/engine/database.ts'
import { listenToEvents } from '../testing/event-listener.ts'
import { IS_NET } from '../testing/is-net.ts'
import { buildSeason } from '../testing/season-fixture.ts'
import { createSocialLeague, type SocialLeague } from '../testing/social-league-fixture.ts'
import { startApp, type TestApp, type TestClient } from '../testing/start-app.ts'
import { createTestDatabase, TEST_ENGINE, type TestDatabase } from '../testing/test-database.ts'

const LEAGUE = '/api/league/Harbour'
const READS = [
  '/api/whoami/',
  '/api/user-leagues/player/',
  `${LEAGUE}/me/role/`,
  `${LEAGUE}/meta/`,
  `${LEAGUE}/me/summary/`,
  `${LEAGUE}/snapshot/`,
  `${LEAGUE}/standings/`,
  `${LEAGUE}/scoreboard/`,
  `${LEAGUE}/me/matchup/`,
  `${LEAGUE}/me/roster/`,
  `${LEAGUE}/social/feed/`,
  `${LEAGUE}/history/`,
]

let database: TestDatabase
let others: TestDatabase[]
let firstInstance: SocialLeague
let secondInstance: TestApp
/** Caches nothing, because its database object has no data version. */
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
  for (const instance of [uncachedInstance, secondInstance, firstInstance.testApp]) await instance.close()
  for (const { db } of others) await db.destroy()
  await database.drop()
})

/** A client of another instance with the same cookies. */
function clientAt(instance: TestApp, original: TestClient): TestClient {
  const client = instance.client()
  for (const [name, value] of original.cookies) client.cookies.set(name, value)
  return client
}

const removePlayer = () =>
  firstInstance.clients.skipper.post(`${LEAGUE}/members/remove/`, { username: 'player' })

it('immediately shows posts written through the other instance', async () => {
  const playerThere = clientAt(secondInstance, firstInstance.clients.player)
  const readPosts = async () =>
    (await playerThere.get(`${LEAGUE}/social/feed/`)).body.items.map(
      (item: { content: string }) => item.content,
    )
  for (const content of ['First', 'Second', 'Third']) {
    await readPosts()
    await firstInstance.post('player', 'posts/', { content })
    expect(await readPosts()).toContain(content)
  }
})

it('immediately rejects a member whom the other instance removed from the league', async () => {
  const playerThere = clientAt(secondInstance, firstInstance.clients.player)
  const statusThere = async () => (await playerThere.get(`${LEAGUE}/social/feed/`)).status
  expect([await statusThere(), await statusThere()]).toEqual([200, 200])
  const removed = await removePlayer()
  expect([removed.status, await statusThere()]).toEqual([200, 403])
})

it('immediately rejects a session that was ended through the other instance', async () => {
  const { player } = firstInstance.clients
  const playerThere = clientAt(secondInstance, player)
  for (const path of READS) expect((await playerThere.get(path)).status).toBe(200)
  const playerHere = clientAt(firstInstance.testApp, player)
  expect((await playerHere.post('/api/logout/')).status).toBe(200)
  for (const path of READS.slice(1)) expect([path, (await playerThere.get(path)).status]).toEqual([path, 401])
})

it.each([
  ['is removed from the league', () => removePlayer()],
  ['signs out', () => clientAt(firstInstance.testApp, firstInstance.clients.player).post('/api/logout/')],
])('ends the event stream at the other instance at once when its reader %s', async (_, act) => {
  await secondInstance.app.listen({ port: 0, host: '127.0.0.1' })
  const playerThere = clientAt(secondInstance, firstInstance.clients.player)
  const viewerThere = clientAt(secondInstance, firstInstance.clients.viewer)
  const [reader, bystander] = [
    await listenToEvents(secondInstance, playerThere),
    await listenToEvents(secondInstance, viewerThere),
  ]
  expect((await act()).status).toBe(200)
  await reader.ended
  await firstInstance.post('viewer', 'posts/', { content: 'Still here' })
  expect((await bystander.nextNamed('feed')).event).toBe('feed')
  bystander.close()
})

it('returns 304 until data change, then the full response', async () => {
  const playerThere = clientAt(secondInstance, firstInstance.clients.player)
  const { headers } = await playerThere.get(`${LEAGUE}/social/feed/`)
  const conditional = { 'if-none-match': String(headers['etag']) }
  expect((await playerThere.get(`${LEAGUE}/social/feed/`, conditional)).status).toBe(304)
  await firstInstance.post('player', 'posts/', { content: 'News' })
  expect((await playerThere.get(`${LEAGUE}/social/feed/`, conditional)).status).toBe(200)
})

// The gate runs it on SQLite only.
it.runIf(IS_NET || TEST_ENGINE === 'sqlite')(
  'returns the same responses as an uncached instance for random writes and reads',
  async () => {
    const randomBelow = createRandom(20261011)
    const pick = <Item>(items: readonly Item[]): Item => items[randomBelow(items.length)] as Item
    const posts: number[] = []
    const usernames = ['player', 'skipper', 'viewer'] as const
    const instances = [firstInstance.testApp, secondInstance]
    const write = async () => {
      const original = firstInstance.clients[pick(usernames)]
      const client = clientAt(pick(instances), original)
      const post = pick(posts.length === 0 ? [0] : posts)
      const boss = clientAt(pick(instances), firstInstance.clients.boss)
      const action = randomBelow(9)
      if (action === 0) await client.post(`${LEAGUE}/social/posts/${post}/like/`)
      else if (action === 1)
        await client.post(`${LEAGUE}/social/posts/${post}/comments/`, {
          content: `Reply ${randomBelow(100)}`,
        })
      else if (action === 2) {
        const role = pick(['player', 'viewer', 'admin'])
        await boss.post('/api/assign-user/', { username: 'viewer', league: 'Harbour', role })
      } else if (action === 3) {
        const name = `Team ${randomBelow(100)}`
        firstInstance.testApp.provider.read = () =>
          buildSeason({ teams: buildSeason().teams.map((team) => ({ ...team, name })) })
        await firstInstance.clients.boss.post('/api/refresh-espn/', { name: 'Harbour' })
      } else if (action === 4) {
        const team = { league_team_id: 1 + randomBelow(2), username: pick(usernames) }
        await boss.post(`${LEAGUE}/assign-team/`, team)
      } else if (action === 5) {
        await client.post('/api/account/', { first_name: `Name ${randomBelow(100)}`, last_name: 'Field' })
      } else if (action === 6) {
        await boss.post(`${LEAGUE}/settings/`, { season_note: `Note ${randomBelow(100)}` })
      } else {
        const { body } = await client.post(`${LEAGUE}/social/posts/`, {
          content: `Post ${randomBelow(1000)}`,
        })
        if (typeof body.id === 'number') posts.push(body.id)
      }
    }
    for (let step = 0; step < 120; step += 1) {
      if (randomBelow(3) === 0) await write()
      const original = firstInstance.clients[pick(usernames)]
      const path = pick(READS)
      const cached = await clientAt(pick(instances), original).get(path)
      const uncached = await clientAt(uncachedInstance, original).get(path)
      expect([step, path, cached.status, cached.body]).toEqual([step, path, uncached.status, uncached.body])
      expect(cached.headers['etag']).toBe(uncached.headers['etag'])
    }
  },
)

/** A seeded generator of integers from 0 to `bound - 1`. */
function createRandom(seed: number): (bound: number) => number {
  let state = seed
  return (bound) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return Math.floor((state / 2_147_483_648) * bound)
  }
}

import { type SimulatedProvider, startSimulatedProvider } from '@fieldhouse/simulator/simulated-provider'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { connect, type DatabaseAddress, type Db } from '../database/engine/database.ts'
import {
  ADMIN_CODE,
  type Browser,
  buildRegistration,
  type Cookies,
  cleanUpServers,
  createTempFolder,
  type ServerProcess,
  startServer,
} from '../testing/server-process.ts'
import { createEmptyDatabase } from '../testing/test-database.ts'

// SQLite is not here: a data directory belongs to one process.
const POSTGRES_SKIP_REASON = 'Skipped: TEST_DATABASE_URL is not set.'
const NOW = '2026-10-11T17:00:00Z'
const LEAGUE = '/api/league/Harbour'
const EIGHT = ['ann', 'bea', 'cal', 'dee', 'eve', 'fay', 'gus', 'hal']
const TIME_LIMIT_MS = 60_000

// biome-ignore lint/suspicious/noExplicitAny: the bodies are asserted.
type Json = any

/** A person with the same session on both servers. */
type Person = { here: Browser; there: Browser }

let simulated: SimulatedProvider
let servers: [ServerProcess, ServerProcess]
let db: Db
let boss: Person
const cleanups: (() => Promise<void>)[] = []

/** Starts two servers on one database, with a league that has been refreshed. */
async function startBoth(): Promise<void> {
  const { address, drop } = await createEmptyDatabase('postgres')
  cleanups.push(drop)
  simulated = await startSimulatedProvider({ seed: 7, pastSeasons: 0, now: () => new Date(NOW) })
  cleanups.push(() => simulated.close())
  const env = {
    DATABASE_URL: urlOf(address),
    SECRET_KEY: 'one key of at least 32 bytes for both',
    ADMIN_SIGNUP_CODE: ADMIN_CODE,
    ESPN_BASE_URL: simulated.url,
    RATE_LIMIT_FACTOR: '0',
    NOW,
  }
  // One after the other, because the first one migrates the database.
  const first = await startServer(createTempFolder(), { env })
  servers = [first, await startServer(createTempFolder(), { env })]
  db = connect(address)
  cleanups.push(() => db.destroy())
  boss = await register('boss', { role: 'admin', admin_code: ADMIN_CODE })
  await boss.here.post('/api/create-league/', { name: 'Harbour', espn_league_id: simulated.leagueId })
  expect((await boss.here.post('/api/refresh-espn/', { name: 'Harbour' })).body).toMatchObject({ ok: true })
}

function urlOf(address: DatabaseAddress): string {
  if (address.engine !== 'postgres') throw new Error('expected a PostgreSQL database')
  return address.url
}

async function register(username: string, more: Record<string, string> = {}): Promise<Person> {
  const cookies: Cookies = new Map()
  const [first, second] = servers
  const person = { here: first.browser(cookies), there: second.browser(cookies) }
  const { status } = await person.here.post('/api/register/', buildRegistration(username, more))
  expect(status).toBe(200)
  return person
}

async function createLink(options: object): Promise<{ code: string; id: number }> {
  const body = (await boss.here.post(`${LEAGUE}/invites/`, options)).body as Json
  return { code: body.path.replace('/join/', ''), id: body.created.id }
}

const codeOf = ({ body }: { body: unknown }) => (body as Json).code
const inTurns = ({ here, there }: Person, index: number) => (index % 2 === 0 ? here : there)

/** Lets everybody use a link at the same time, every other one through the second server. */
const acceptAll = (people: readonly Person[], body: object) =>
  Promise.all(people.map((person, index) => inTurns(person, index).post('/api/invites/accept/', body)))

const registerAll = (names: readonly string[]) => Promise.all(names.map((name) => register(name)))

const { TEST_DATABASE_URL } = process.env

// The tests share the servers, and each has people of its own.
beforeAll(async () => {
  if (TEST_DATABASE_URL !== undefined) await startBoth()
}, TIME_LIMIT_MS)
beforeEach(({ skip }) => skip(TEST_DATABASE_URL === undefined, POSTGRES_SKIP_REASON))
afterAll(async () => {
  await cleanUpServers()
  for (const cleanUp of cleanups.splice(0).reverse()) await cleanUp()
})

it(
  'gives a team to exactly one of eight people who claim it at once through two processes',
  async () => {
    const { code } = await createLink({})
    const people = await registerAll(EIGHT)
    const readFree = async ({ there }: Person) =>
      ((await there.post('/api/invites/read/', { code })).body as Json).teams
    const free = await readFree(boss)
    const wanted = free[0].league_team_id
    const answers = await acceptAll(people, { code, league_team_id: wanted })
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(7).fill(409)])
    expect(answers.filter(({ status }) => status !== 200).map(codeOf)).toEqual(Array(7).fill('team_taken'))
    const managers = await Promise.all(
      [boss.here, boss.there].map(async (admin) =>
        ((await admin.get(`${LEAGUE}/teams/`)).body as Json).teams.flatMap(
          (team: Json) => team.assigned_user ?? [],
        ),
      ),
    )
    const winner = answers.findIndex(({ status }) => status === 200)
    expect(managers).toEqual([[EIGHT[winner]], [EIGHT[winner]]])
    expect((await readFree(boss)).map((team: Json) => team.league_team_id)).toEqual(
      free.map((team: Json) => team.league_team_id).filter((id: number) => id !== wanted),
    )
    // Who lost is no member, and can still have another team.
    const loser = people[winner === 0 ? 1 : 0] as Person
    expect((await loser.there.get(`${LEAGUE}/meta/`)).status).toBe(403)
    const second = await loser.there.post('/api/invites/accept/', {
      code,
      league_team_id: free[1].league_team_id,
    })
    expect([second.status, (await loser.here.get(`${LEAGUE}/meta/`)).status]).toEqual([200, 200])
  },
  TIME_LIMIT_MS,
)

it(
  'admits as many people through two processes as a link allows, and nobody once one of them has revoked it',
  async () => {
    const forTwo = await createLink({ max_uses: 2 })
    const people = await registerAll(['ned', 'ola', 'pat', 'rae', 'sal', 'tom'])
    const answers = await acceptAll(people, { code: forTwo.code, league_team_id: null })
    expect(answers.map(({ status }) => status).filter((status) => status === 200)).toHaveLength(2)
    expect(answers.filter(({ status }) => status !== 200).map(codeOf)).toEqual(
      Array(4).fill('invite_used_up'),
    )

    const { code, id } = await createLink({})
    const readThere = async () => codeOf(await boss.there.post('/api/invites/read/', { code }))
    expect(await readThere()).toBeUndefined()
    await boss.here.post(`${LEAGUE}/invites/revoke/`, { id })
    expect(await readThere()).toBe('invite_revoked')
    const late = await acceptAll(people, { code, league_team_id: null })
    expect(late.map(codeOf)).toEqual(Array(6).fill('invite_revoked'))

    const { body } = await boss.here.post(`${LEAGUE}/public-link/`, { shows_owners: false })
    const address = (body as Json).path.replace('/public/', '/api/public/')
    const outsider = servers[1].browser()
    expect((await outsider.get(`${address}/`)).status).toBe(200)
    await boss.here.post(`${LEAGUE}/public-link/revoke/`, {})
    expect((await outsider.get(`${address}/`)).status).toBe(404)
  },
  TIME_LIMIT_MS,
)

it(
  'counts what was read through one process as read in the other one',
  async () => {
    const mia = await register('mia')
    const { id } = await db
      .selectFrom('users')
      .select('id')
      .where('username', '=', 'mia')
      .executeTakeFirstOrThrow()
    const at = Date.parse(NOW)
    const items = [1, 2, 3].map((number) => ({
      user_id: id,
      league_id: null,
      item_id: null,
      comment_id: null,
      key: `rejected ${number}`,
      kind: 'access' as const,
      title: 'No',
      body: '',
      target: '{"tab":"overview"}',
      created_at: at - number,
      expires_at: at + 86_400_000,
      read_at: null,
      in_inbox: 1 as const,
    }))
    await db.insertInto('notifications').values(items).execute()
    const unread = () =>
      Promise.all(
        [mia.here, mia.there].map(
          async (browser) => ((await browser.get('/api/inbox/unread/')).body as Json).count,
        ),
      )
    expect(await unread()).toEqual([3, 3])
    expect((await mia.there.post('/api/inbox/read/', { until: NOW })).status).toBe(200)
    expect(await unread()).toEqual([0, 0])
    const inbox = (await mia.here.get('/api/inbox/')).body as Json
    expect(inbox.items.map((item: Json) => item.is_read)).toEqual([true, true, true])
  },
  TIME_LIMIT_MS,
)

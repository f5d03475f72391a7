import type { Operation, TokenScope } from '@fieldhouse/contract/operation'
import { type Operations, operations } from '@fieldhouse/contract/operations'
import { DAY_MS, MINUTE_MS } from '@fieldhouse/domain/duration'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { SUNDAY, startApp } from '../../testing/start-app.ts'
import { createTwoLeagues, type League, type TwoLeagues } from '../../testing/two-leagues.ts'
import { buildValidRequest } from '../../testing/valid-requests.ts'
import { type WatchedRows, watchRows } from '../../testing/watched-rows.ts'

type OperationName = keyof Operations
type TokenOptions = { scopes?: TokenScope[]; leagues?: string[] | null; days?: number }

let fixture: TwoLeagues
let rows: WatchedRows
/** A token of the player for each scope. */
let playerTokens: Record<TokenScope, string>
beforeAll(async () => {
  fixture = await createTwoLeagues()
  playerTokens = {
    read: (await createToken('player', { scopes: ['read'] })).token,
    post: (await createToken('player', { scopes: ['post'] })).token,
  }
  rows = await watchRows(fixture.testApp.db)
})
afterEach(async () => {
  fixture.testApp.clock.now = SUNDAY
  await rows.restore()
})
afterAll(() => fixture.testApp.close())

async function createToken(
  owner: keyof TwoLeagues['clients'],
  { scopes = ['read'], leagues = null, days = 30 }: TokenOptions = {},
): Promise<{ token: string; id: number }> {
  const { status, body } = await fixture.clients[owner].post('/api/account/tokens/', {
    name: 'Bot',
    scopes,
    leagues,
    days,
  })
  expect([status, body.error]).toEqual([200, undefined])
  return { token: body.token, id: body.created.id }
}

const bearer = (token: string) => ({ authorization: `Bearer ${token}` })

async function send(token: string, name: OperationName, league: League = 'Harbour') {
  const operation: Operation = operations[name]
  const request = await buildValidRequest(fixture, name, 'player', league)
  const response = await fixture.testApp.app.inject({
    method: operation.method,
    url: request.url,
    headers: {
      ...bearer(token),
      ...(request.contentType === undefined ? {} : { 'content-type': request.contentType }),
    },
    ...(request.body === undefined ? {} : { payload: request.body }),
  })
  return { status: response.statusCode, code: response.statusCode < 400 ? 'ok' : response.json().code }
}

const STANDINGS = '/api/league/Harbour/standings/'
const POSTS = '/api/league/Harbour/social/posts/'

describe('a token', () => {
  it('opens the operations of its scopes without a CSRF token, and changes nothing through any other', async () => {
    const actual: Record<string, unknown> = {}
    const expected: Record<string, unknown> = {}
    for (const name of Object.keys(operations) as OperationName[])
      for (const scope of ['read', 'post'] as const) {
        const { status, code } = await send(playerTokens[scope], name)
        const tables = (await rows.restore()).filter((table) => table !== 'api_tokens')
        const isOpen = (operations[name] as Operation).config.tokenScope === scope
        actual[`${name} with ${scope}`] = isOpen ? [status, code] : [status, code, tables]
        expected[`${name} with ${scope}`] = isOpen ? [200, 'ok'] : [403, 'token_not_allowed', []]
      }
    expect(actual).toEqual(expected)
  })

  it('opens only the leagues that it was created for', async () => {
    await fixture.clients.boss.post('/api/assign-user/', {
      username: 'player',
      league: 'Island',
      role: 'player',
    })
    const { token } = await createToken('player', { leagues: ['harbour'] })
    expect(await send(token, 'listStandings', 'Harbour')).toEqual({ status: 200, code: 'ok' })
    expect(await send(token, 'listStandings', 'Island')).toEqual({ status: 403, code: 'token_not_allowed' })
    expect(await send(token, 'listUserLeagues')).toEqual({ status: 403, code: 'token_not_allowed' })
    const { token: forAll } = await createToken('player')
    expect(await send(forAll, 'listStandings', 'Island')).toEqual({ status: 200, code: 'ok' })
  })

  it('carries no rights of site staff, and its responses are not mixed up with those of the page', async () => {
    const { token } = await createToken('boss')
    const { app } = fixture.testApp
    const role = '/api/league/Harbour/me/role/'
    for (let round = 0; round < 2; round++) {
      const byToken = await app.inject({ url: role, headers: bearer(token) })
      expect(byToken.json()).toEqual({ role: 'admin', is_admin: true })
      const elsewhere = await app.inject({ url: '/api/user-leagues/player/', headers: bearer(token) })
      expect(elsewhere.json().code).toBe('not_allowed')
    }
    await fixture.testApp.db
      .updateTable('memberships')
      .set({ role: 'viewer' })
      .where('user_id', '=', 1)
      .execute()
    for (let round = 0; round < 2; round++) {
      const byToken = await app.inject({ url: role, headers: bearer(token) })
      expect(byToken.json()).toEqual({ role: 'viewer', is_admin: false })
      expect((await fixture.clients.boss.get(role)).body).toEqual({ role: 'viewer', is_admin: true })
    }
  })

  it.each(['revoked', 'removed from the league', 'deleted with the account'] as const)(
    'is rejected immediately once it is %s, also where the response is cached',
    async (loss) => {
      const { token, id } = await createToken('player', { scopes: ['read', 'post'] })
      const { app, db } = fixture.testApp
      const read = () => app.inject({ url: STANDINGS, headers: bearer(token) })
      for (let round = 0; round < 3; round++) expect((await read()).statusCode).toBe(200)
      if (loss === 'revoked') {
        const response = await fixture.clients.player.post('/api/account/tokens/revoke/', { id })
        expect(response.status).toBe(200)
      } else if (loss === 'removed from the league')
        await fixture.clients.boss.post('/api/league/Harbour/members/remove/', { username: 'player' })
      else await db.deleteFrom('api_tokens').where('id', '=', id).execute()
      const response = await read()
      const post = await app.inject({
        method: 'POST',
        url: POSTS,
        headers: bearer(token),
        payload: { content: 'Ahoy' },
      })
      const expected = loss === 'removed from the league' ? [403, 'not_member'] : [401, 'token_invalid']
      expect([response.statusCode, response.json().code]).toEqual(expected)
      expect([post.statusCode, post.json().code]).toEqual(expected)
    },
  )

  it('expires to the moment, and says so', async () => {
    const { token } = await createToken('player', { days: 30 })
    const { app, clock } = fixture.testApp
    const created = clock.now.getTime()
    clock.now = new Date(created + 30 * DAY_MS - 1000)
    for (let round = 0; round < 2; round++)
      expect((await app.inject({ url: STANDINGS, headers: bearer(token) })).statusCode).toBe(200)
    clock.now = new Date(created + 30 * DAY_MS)
    const response = await app.inject({ url: STANDINGS, headers: bearer(token) })
    expect(response.statusCode).toBe(401)
    expect(response.json()).toEqual({
      error: 'This API token has expired. Create a new one on your account page.',
      code: 'token_expired',
    })
    expect(response.headers['www-authenticate']).toBe('Bearer error="invalid_token"')
  })

  it('is rejected in place of the session next to it', async () => {
    const { clients } = fixture
    const unknown = await clients.player.get(STANDINGS, bearer(`fh_${'x'.repeat(43)}`))
    expect([unknown.status, unknown.body.code]).toEqual([401, 'token_invalid'])
    const { token } = await createToken('player')
    const own = await clients.player.get('/api/account/sessions/', bearer(token))
    expect([own.status, own.body.code]).toEqual([403, 'token_not_allowed'])
    const signOut = await clients.player.post('/api/logout/', {}, bearer(token))
    expect(signOut.body.code).toBe('token_not_allowed')
    expect((await clients.player.get('/api/whoami/')).body.username).toBe('player')
  })

  it('does not work in a cookie or with another scheme', async () => {
    const { token } = await createToken('player')
    const { app } = fixture.testApp
    const inCookie = await app.inject({ url: STANDINGS, cookies: { sessionid: token } })
    expect(inCookie.json().code).toBe('not_signed_in')
    const basic = await app.inject({ url: STANDINGS, headers: { authorization: `Basic ${token}` } })
    expect(basic.json().code).toBe('not_signed_in')
  })
})

it("ignores bearer tokens of a proxy, and keeps asking for the page's CSRF token then", async () => {
  const { player } = fixture.clients
  const ofProxy = bearer('eyJhbGciOiJSUzI1NiJ9.e30.sig')
  expect((await player.get(STANDINGS, ofProxy)).status).toBe(200)
  const csrf = await player.post(POSTS, { content: 'Ahoy' }, { ...ofProxy, 'x-csrftoken': 'forged' })
  expect(csrf.body.code).toBe('csrf_failed')
})

it('shows a token once, stores only its hash, and lists its last use', async () => {
  const { id: olderId } = await createToken('viewer')
  const { token, id } = await createToken('viewer', { scopes: ['post', 'read'], leagues: ['Harbour'] })
  expect(token).toMatch(/^fh_[\w-]{43}$/)
  const { db, app, clock } = fixture.testApp
  const stored = await db.selectFrom('api_tokens').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  expect(JSON.stringify(stored)).not.toContain(token.slice(3))
  const list = async () => (await fixture.clients.viewer.get('/api/account/tokens/')).body.tokens
  const [listed, older] = await list()
  expect(listed).toEqual({
    id,
    name: 'Bot',
    scopes: ['read', 'post'],
    leagues: ['Harbour'],
    created_at: clock.now.toISOString(),
    expires_at: new Date(clock.now.getTime() + 30 * DAY_MS).toISOString(),
    is_expired: false,
    used_at: null,
  })
  expect(older.id).toBe(olderId)
  clock.now = new Date(clock.now.getTime() + 20 * MINUTE_MS)
  await app.inject({ url: STANDINGS, headers: bearer(token) })
  expect((await list())[0].used_at).toBe(clock.now.toISOString())
})

it('creates a token only after a recent proof, for leagues that the owner is a member of', async () => {
  const { clients, testApp } = fixture
  const body = { name: 'Bot', scopes: ['read'], leagues: ['Island'], days: 30 }
  expect((await clients.player.post('/api/account/tokens/', body)).body.code).toBe('not_member')
  expect((await clients.player.post('/api/account/tokens/', { ...body, days: 31 })).body.fields).toEqual({
    days: 'Choose 30, 90 or 365 days.',
  })
  testApp.clock.now = new Date(testApp.clock.now.getTime() + 11 * MINUTE_MS)
  const late = await clients.player.post('/api/account/tokens/', { ...body, leagues: null })
  expect(late.body.code).toBe('identity_unconfirmed')
})

it('allows 20 tokens, and lets nobody revoke those of others', async () => {
  const first = await createToken('viewer')
  for (let count = 2; count <= 20; count++) await createToken('viewer')
  const body = { name: 'Bot', scopes: ['read'], leagues: null, days: 30 }
  const oneMore = await fixture.clients.viewer.post('/api/account/tokens/', body)
  expect([oneMore.status, oneMore.body.code]).toEqual([409, 'token_limit'])
  const byOther = await fixture.clients.boss.post('/api/account/tokens/revoke/', { id: first.id })
  expect([byOther.status, byOther.body.code]).toEqual([404, 'token_not_found'])
})

it('records who created and revoked a token in the audit log, without the token', async () => {
  const { token, id } = await createToken('player')
  await fixture.clients.player.post('/api/account/tokens/revoke/', { id })
  const entries = await fixture.testApp.db
    .selectFrom('audit_log')
    .select(['actor_name', 'action', 'detail'])
    .where('action', 'in', ['account.create_token', 'account.revoke_token'])
    .orderBy('id', 'desc')
    .limit(2)
    .execute()
  expect(entries.map((entry) => [entry.actor_name, entry.action, JSON.parse(entry.detail)])).toEqual([
    ['player', 'account.revoke_token', { name: 'Bot' }],
    ['player', 'account.create_token', { name: 'Bot', scopes: 'read', days: 30 }],
  ])
  expect(JSON.stringify(entries)).not.toContain(token.slice(3))
})

it('describes tokens and the operations that they open in the API reference', async () => {
  const { app } = fixture.testApp
  const document = (await app.inject({ url: '/api/docs/json' })).json()
  expect(document.components.securitySchemes.token).toMatchObject({ type: 'http', scheme: 'bearer' })
  expect(document.info.description).toContain('Authorization: Bearer fh_')
  expect(document.paths['/api/league/{league}/standings/'].get.security).toEqual([
    { session: [] },
    { token: [] },
  ])
  expect(document.paths['/api/account/tokens/'].post.security).toEqual([{ session: [] }])
  expect(document.paths['/api/login/'].post.security).toEqual([])
})

it('limits the posts of all tokens of a person together, and not those of the page', async () => {
  const { app, close, registerUser } = await startApp({ RATE_LIMIT_FACTOR: 1 })
  const ada = await registerUser('ada', { role: 'admin', admin_code: 'let-me-run-this-league' })
  expect((await ada.post('/api/create-league/', { name: 'Harbour', espn_league_id: 4711 })).status).toBe(200)
  const tokens = await Promise.all(
    ['One', 'Two'].map(async (name) => {
      const body = { name, scopes: ['post'], leagues: null, days: 30 }
      return (await ada.post('/api/account/tokens/', body)).body.token as string
    }),
  )
  const post = (index: number) =>
    app.inject({ method: 'POST', url: POSTS, headers: bearer(tokens[index % 2] ?? ''), payload: {} })
  for (let count = 0; count < 30; count++) expect((await post(count)).statusCode).toBe(400)
  const rejected = await post(30)
  expect(rejected.statusCode).toBe(429)
  expect(rejected.headers['ratelimit-policy']).toBe('"api-token-post";q=30;w=60')
  expect((await ada.post(POSTS, { content: 'Ahoy' })).status).toBe(200)
  await close()
})

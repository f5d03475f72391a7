import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { addPasskey, addTotp } from '../../testing/sign-in-fixture.ts'
import { ADMIN_CODE, startApp, type TestApp, type TestClient } from '../../testing/start-app.ts'

let testApp: TestApp
let boss: TestClient
beforeEach(async () => {
  testApp = await startApp({ REQUIRE_SECOND_FACTOR: true })
  boss = await testApp.registerUser('boss', { role: 'admin', admin_code: ADMIN_CODE })
})
afterEach(() => testApp.close())

const whoAmI = async (client: TestClient) => (await client.get('/api/whoami/')).body

describe('a site admin without a required second factor', () => {
  it.each([
    ['get', '/api/jobs/failed/'],
    ['post', '/api/refresh-espn/'],
    ['get', '/api/users/'],
    ['post', '/api/create-league/'],
  ] as const)('cannot %s %s', async (method, url) => {
    const body = { name: 'Harbour', espn_league_id: 4711 }
    const { status, body: answer } = method === 'get' ? await boss.get(url) : await boss.post(url, body)
    expect([status, answer.code]).toEqual([403, 'second_factor_required'])
  })

  it('sees no league without being a member, and is asked to add a second factor', async () => {
    await addPasskey(boss)
    await boss.post('/api/create-league/', { name: 'Harbour', espn_league_id: 4711 })
    const second = await testApp.registerUser('second', { role: 'admin', admin_code: ADMIN_CODE })
    const { body } = await second.get('/api/league/Harbour/standings/')
    expect(body.code).toBe('second_factor_required')
    expect(await whoAmI(second)).toMatchObject({
      is_admin: false,
      is_staff: false,
      must_add_second_factor: true,
    })
  })

  it('can change their account', async () => {
    expect((await boss.post('/api/account/', { first_name: 'Bo' })).status).toBe(200)
  })

  it.each([
    ['a passkey', (client: TestClient) => addPasskey(client)],
    ['an authenticator app', (client: TestClient) => addTotp(testApp, client)],
  ])('has their rights after adding %s, and loses them with it', async (_, add) => {
    await add(boss)
    expect(await whoAmI(boss)).toMatchObject({ is_admin: true, is_staff: true })
    expect(await whoAmI(boss)).not.toHaveProperty('must_add_second_factor')
    expect((await boss.get('/api/users/')).status).toBe(200)
    const { passkeys } = (await boss.get('/api/account/security/')).body
    if (passkeys.length > 0) await boss.post('/api/account/passkeys/remove/', { id: passkeys[0].id })
    else await boss.post('/api/account/totp/remove/')
    expect((await boss.get('/api/users/')).body.code).toBe('second_factor_required')
  })
})

it('requires nothing of other users', async () => {
  const player = await testApp.registerUser('player')
  expect(await whoAmI(player)).not.toHaveProperty('must_add_second_factor')
  expect((await player.get('/api/users/')).body.code).toBe('not_admin')
  await addPasskey(boss)
  await boss.post('/api/create-league/', { name: 'Harbour', espn_league_id: 4711 })
  await boss.post('/api/assign-user/', { username: 'player', league: 'Harbour', role: 'admin' })
  expect((await player.get('/api/users/')).status).toBe(200)
})

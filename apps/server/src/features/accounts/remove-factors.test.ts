import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { addPasskey, addTotp } from '../../testing/sign-in-fixture.ts'
import { ADMIN_CODE, startApp, type TestApp, type TestClient } from '../../testing/start-app.ts'

const PASSWORD = 'priya-has-a-secret'

let testApp: TestApp
let boss: TestClient
let priya: TestClient

beforeEach(async () => {
  testApp = await startApp()
  boss = await testApp.registerUser('boss', { role: 'admin', admin_code: ADMIN_CODE })
  priya = await testApp.registerUser('priya')
})
afterEach(() => testApp.close())

const removeFactors = (username: string, admin = boss) =>
  admin.post('/api/users/remove-second-factors/', { username })

describe('removing the second factors of somebody who has lost them', () => {
  it.each([
    ['a passkey', (client: TestClient) => addPasskey(client)],
    ['an authenticator app', (client: TestClient) => addTotp(testApp, client)],
  ])('lets them sign in with the password alone after losing %s, and signs them out', async (_, add) => {
    await add(priya)
    const signIn = () => testApp.client().post('/api/login/', { username: 'priya', password: PASSWORD })
    expect((await signIn()).body.username).toBeNull()

    expect((await removeFactors('PRIYA')).body).toEqual({
      ok: true,
      message: 'priya was signed out everywhere and signs in without a second factor.',
    })
    expect((await priya.get('/api/account/security/')).body.code).toBe('not_signed_in')
    expect((await signIn()).body).toMatchObject({ username: 'priya' })
    const { acts } = (await boss.get('/api/audit/?action=admin.remove-factors')).body
    expect(acts).toMatchObject([{ actor: 'boss', detail: { username: 'priya' } }])
  })

  it('is refused without a second factor, for oneself and for unknown users, and changes nothing', async () => {
    await addPasskey(boss)
    expect((await removeFactors('priya')).body.code).toBe('user_has_no_second_factor')
    expect((await removeFactors('boss')).body.code).toBe('own_account')
    expect((await removeFactors('nobody')).body.code).toBe('user_not_found')
    expect((await boss.get('/api/account/security/')).body.passkeys).toHaveLength(1)
  })
})

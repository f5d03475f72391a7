import { afterEach, beforeEach, expect, it } from 'vitest'
import { ADMIN_CODE, startApp, type TestApp, type TestClient } from '../../testing/start-app.ts'

let testApp: TestApp
let boss: TestClient
let priya: TestClient
beforeEach(async () => {
  testApp = await startApp()
  boss = await testApp.registerUser('boss', { role: 'admin', admin_code: ADMIN_CODE })
  priya = await testApp.registerUser('priya')
})
afterEach(() => testApp.close())

const new_password = 'a better secret'

/** The ways to change a password, each with more fields of the body. */
const WAYS = {
  'by oneself': (fields: object) =>
    priya.post('/api/account/password/', { current_password: 'priya-has-a-secret', new_password, ...fields }),
  'by an admin': (fields: object) =>
    boss.post('/api/users/reset-password/', { username: 'priya', new_password, ...fields }),
  async 'with a reset link'(fields: object) {
    const { link } = (await boss.post('/api/users/reset-link/', { username: 'priya' })).body
    const code = Object.fromEntries(new URL(link, 'http://localhost').searchParams)
    return testApp.client().post('/api/password-reset/confirm/', { ...code, new_password, ...fields })
  },
}

/** Gives priya an API token and both addresses. Returns what they open. */
async function openAccount(): Promise<() => Promise<number[]>> {
  const token = { name: 'Bot', scopes: ['read'], leagues: null, days: 30 }
  const { token: secret } = (await priya.post('/api/account/tokens/', token)).body
  const paths: string[] = []
  for (const kind of ['calendar', 'recaps'])
    paths.push((await priya.post('/api/account/subscriptions/', { kind })).body.path)
  return async () => {
    const headers = { authorization: `Bearer ${secret}` }
    const responses = [
      await testApp.client().get('/api/user-leagues/priya/', headers),
      ...(await Promise.all(paths.map((path) => testApp.client().get(path)))),
    ]
    return responses.map(({ status }) => status)
  }
}

const lastDetail = async () => (await boss.get('/api/audit/?limit=1')).body.acts[0].detail

it.each(Object.entries(WAYS))(
  'a password that is changed %s ends API tokens and addresses',
  async (_, change) => {
    const read = await openAccount()
    expect(await read()).toEqual([200, 200, 200])
    expect((await change({})).status).toBe(200)
    expect(await read()).toEqual([401, 404, 404])
    expect(await lastDetail()).toMatchObject({ keeps_tokens: false })
  },
)

it.each(Object.entries(WAYS))('a password that is changed %s keeps them on request', async (_, change) => {
  const read = await openAccount()
  expect((await change({ keep_tokens: true })).status).toBe(200)
  expect(await read()).toEqual([200, 200, 200])
  expect(await lastDetail()).toMatchObject({ keeps_tokens: true })
})

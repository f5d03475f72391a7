import { MINUTE_MS } from '@fieldhouse/domain/duration'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { startApp, type TestApp, type TestClient } from '../../testing/start-app.ts'

const PASSWORD = 'priya-has-a-secret'

let testApp: TestApp
let priya: TestClient
beforeEach(async () => {
  testApp = await startApp({ SMTP_URL: 'smtp://127.0.0.1:9' })
  priya = await testApp.registerUser('priya', { email: 'priya@league.example' })
  await signIn(priya)
  await priya.post('/api/logout/')
})
afterEach(() => testApp.close())

const signIn = async (client: TestClient, password = PASSWORD, username = 'priya') =>
  (await client.post('/api/login/', { username, password })).status

async function failTenTimes(client: TestClient, username = 'priya'): Promise<void> {
  for (let attempt = 0; attempt < 10; attempt += 1)
    expect(await signIn(client, 'wrong wrong', username)).toBe(401)
}

describe('a device that has signed in before', () => {
  it('still signs in while the account is locked for others', async () => {
    const stranger = testApp.client()
    await failTenTimes(stranger)
    expect(await signIn(stranger)).toBe(429)
    expect(await signIn(priya)).toBe(200)
    expect(await signIn(priya, PASSWORD, 'priya@league.example')).toBe(200)
  })

  it('has its own count, which locks nobody else', async () => {
    await failTenTimes(priya)
    expect(await signIn(priya)).toBe(429)
    expect(await signIn(testApp.client())).toBe(200)
  })

  it('is not held up by failures of others from its address', async () => {
    for (let person = 0; person < 5; person += 1) await failTenTimes(testApp.client(), `person${person}`)
    expect(await signIn(testApp.client())).toBe(429)
    expect(await signIn(priya)).toBe(200)
  })

  it('is remembered for several accounts', async () => {
    await testApp.registerUser('ben')
    expect(await signIn(priya, 'ben-has-a-secret', 'ben')).toBe(200)
    for (const username of ['priya', 'ben']) await failTenTimes(testApp.client(), username)
    expect(await signIn(priya)).toBe(200)
    expect(await signIn(priya, 'ben-has-a-secret', 'ben')).toBe(200)
  })

  it.each([
    ['of another account', (cookie: string) => cookie.replace(/\.\d+\./, '.2.')],
    ['that was made up', () => 'x.1.y'],
    ['without a signature', (cookie: string) => cookie.split('.').slice(0, 2).join('.')],
  ])('is not believed with a cookie %s', async (_, change) => {
    await testApp.registerUser('ben')
    await failTenTimes(testApp.client())
    await failTenTimes(testApp.client(), 'ben')
    const stranger = testApp.client()
    stranger.cookies.set('device', change(priya.cookies.get('device') ?? ''))
    expect(await signIn(stranger)).toBe(429)
    expect(await signIn(stranger, 'ben-has-a-secret', 'ben')).toBe(429)
  })
})

it('does not keep the owner from changing the password', async () => {
  await signIn(priya)
  await failTenTimes(testApp.client())
  const response = await priya.post('/api/account/password/', {
    current_password: PASSWORD,
    new_password: 'a better secret',
  })
  expect(response.status).toBe(200)
})

describe('the email about a lockout', () => {
  /** Without the verification link, which may be sent before the address is verified. */
  const listSubjects = () =>
    testApp.emails
      .map(({ to, subject }) => [to, subject])
      .filter(([, subject]) => subject !== 'Verify your email for Fieldhouse')
  const NOTICE = ['priya@league.example', 'Someone is trying to sign in to your Fieldhouse account']

  it.each(['priya', 'priya@league.example'])('tells the owner once an hour, for %s', async (username) => {
    await failTenTimes(testApp.client(), username)
    await expect.poll(listSubjects).toEqual([NOTICE])
    expect(testApp.emails.at(-1)?.text).toContain('priya')
    testApp.clock.now = new Date(testApp.clock.now.getTime() + 15 * MINUTE_MS)
    await failTenTimes(testApp.client(), username)
    testApp.clock.now = new Date(testApp.clock.now.getTime() + 45 * MINUTE_MS)
    await failTenTimes(testApp.client(), username)
    await expect.poll(listSubjects).toEqual([NOTICE, NOTICE])
  })

  it('is sent neither to an unverified address nor for an unknown name, and nothing typed is stored', async () => {
    await testApp.db.updateTable('users').set({ email_verified_at: null }).execute()
    await failTenTimes(testApp.client())
    await failTenTimes(testApp.client(), 'nobody')
    const listJobs = () => testApp.db.selectFrom('jobs').selectAll().execute()
    expect(JSON.stringify(await listJobs())).not.toMatch(/nobody|priya/)
    await expect.poll(listJobs).toEqual([])
    expect(listSubjects()).toEqual([])
  })
})

import { afterEach, expect, it } from 'vitest'
import { startApp, type TestApp } from '../../testing/start-app.ts'

let testApp: TestApp
afterEach(() => testApp.close())

async function signInFrom(forwardedFor: string, username: string): Promise<number> {
  const response = await testApp
    .client()
    .post('/api/login/', { username, password: 'wrong wrong' }, { 'x-forwarded-for': forwardedFor })
  return response.status
}

async function registerAdmin(username: string, admin_code: string, from: string): Promise<number> {
  const body = { username, password: 'boss-has-a-secret', role: 'admin', admin_code }
  return (await testApp.client().post('/api/register/', body, { 'x-forwarded-for': from })).status
}

it('counts the failures of a /64 of IPv6 addresses together', async () => {
  testApp = await startApp({ TRUST_PROXY: 'loopback' })
  for (let index = 0; index < 50; index += 1)
    expect(await signInFrom(`2001:db8:1:2:${index}::1`, `person${index}`)).toBe(401)
  expect(await signInFrom('2001:db8:1:2:ffff::1', 'nobody')).toBe(429)
  expect(await signInFrom('2001:db8:1:3::1', 'nobody')).toBe(401)
})

it('counts failures from the range of the proxies by the address that the nearest proxy has seen', async () => {
  testApp = await startApp({ TRUST_PROXY: 'loopback, 10.0.0.0/8' })
  for (let index = 0; index < 50; index += 1)
    expect(await signInFrom(`10.9.9.${index}, 10.0.0.7`, `person${index}`)).toBe(401)
  expect(await signInFrom('10.9.9.99, 10.0.0.7', 'nobody')).toBe(429)
  expect(await signInFrom('10.9.9.99, 10.0.0.8', 'nobody')).toBe(401)
})

it('does not let a sign-in wait until all those of another address are checked', async () => {
  testApp = await startApp({ TRUST_PROXY: 'loopback' })
  const finished: string[] = []
  const signInAndNote = async (from: string, username: string) => {
    await signInFrom(from, username)
    finished.push(from)
  }
  const flood = Array.from({ length: 40 }, (_, index) => signInAndNote('203.0.113.7', `person${index}`))
  await Promise.all([...flood, signInAndNote('198.51.100.1', 'ada')])
  // It takes turns for the check of its password, but not for the connections of the database before that.
  expect(finished.indexOf('198.51.100.1')).toBeLessThan(30)
})

it('accepts a long admin code from a new address, however many wrong ones strangers have sent', async () => {
  testApp = await startApp({ TRUST_PROXY: 'loopback', adminSignupCode: 'a code of 16 signs' })
  for (let index = 0; index < 20; index += 1)
    expect(await registerAdmin('boss', 'guess', `203.0.113.${index % 2}`)).toBe(403)
  expect(await registerAdmin('boss', 'a code of 16 signs', '203.0.113.1')).toBe(429)
  expect(await registerAdmin('boss', 'a code of 16 signs', '203.0.113.99')).toBe(200)
})

it('accepts the short admin code of an earlier release, but only a few wrong ones', async () => {
  testApp = await startApp({ TRUST_PROXY: 'loopback', adminSignupCode: '12345678' })
  expect(await registerAdmin('boss', '12345678', '203.0.113.1')).toBe(200)
  for (let index = 0; index < 5; index += 1)
    expect(await registerAdmin('other', 'guess', `203.0.113.${index}`)).toBe(403)
  expect(await registerAdmin('other', '12345678', '203.0.113.99')).toBe(429)
})

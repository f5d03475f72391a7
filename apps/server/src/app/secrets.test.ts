import { pino } from 'pino'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { ADMIN_CODE, startApp, type TestApp } from '../testing/start-app.ts'

let lines: string[]
let testApp: TestApp
beforeEach(async () => {
  lines = []
  const log = pino({ level: 'trace' }, { write: (line: string) => lines.push(line) })
  testApp = await startApp({ DEV_LINKS: true }, { log })
})
afterEach(() => testApp.close())

const logText = () => lines.join('')

it('logs no password, signup code, token or cookie, whether requests succeed or fail', async () => {
  const [password, wrongPassword, newPassword] = ['canary-password', 'canary-wrong-one', 'canary-next-one']
  const ada = await testApp.registerUser('ada', { password, email: 'ada@league.example' })
  const boss = { username: 'boss', password, role: 'admin' }
  await testApp.client().post('/api/register/', { ...boss, admin_code: 'canary-code' })
  await testApp.client().post('/api/register/', { ...boss, admin_code: ADMIN_CODE })
  await testApp.client().post('/api/login/', { username: 'ada', password: wrongPassword })
  await testApp.client().post('/api/login/', { username: 'canary-typed-as-name', password })
  await testApp.client().post('/api/login/', `{"username": "ada", "password": "${password}"`, {
    'content-type': 'application/json',
  })
  await ada.post('/api/account/password/', { current_password: wrongPassword, new_password: newPassword })
  const { body } = await testApp
    .client()
    .post('/api/password-reset/request/', { username_or_email: 'ada@league.example' })
  const reset = new URL(body.link).searchParams
  await testApp.client().get(`/?${reset.toString()}`)
  const confirm = { uid: reset.get('uid'), token: reset.get('token'), new_password: newPassword }
  await testApp.client().post('/api/password-reset/confirm/', confirm)
  await testApp.client().post('/api/password-reset/confirm/', { ...confirm, new_password: 7 })
  const session = ada.cookies.get('sessionid') ?? ''
  await testApp.db.schema.alterTable('sessions').renameTo('sessions_elsewhere').execute()
  await ada.get('/api/whoami/')

  expect(logText()).toContain('unhandled error')
  expect(logText()).not.toContain('canary')
  for (const secret of [ADMIN_CODE, session, reset.get('token') ?? '', ada.cookies.get('csrftoken') ?? '']) {
    expect(secret).not.toBe('')
    expect(logText()).not.toContain(secret)
  }
})

it('logs a failed sign-in with the account, the IP address and the request id', async () => {
  await testApp.registerUser('ada')
  for (const username of ['ADA', 'nobody'])
    await testApp.client().post('/api/login/', { username, password: 'not the one' })
  const failures = lines.map((line) => JSON.parse(line)).filter(({ msg }) => msg === 'sign-in failed')
  expect(failures).toMatchObject([
    { level: 40, account: 1, from: '127.0.0.1', reqId: expect.any(String) },
    { level: 40, account: null, from: '127.0.0.1', reqId: expect.any(String) },
  ])
})

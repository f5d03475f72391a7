import { afterEach, beforeEach, expect, it } from 'vitest'
import type { Db } from '../../database/engine/database.ts'
import { createPushBrowser } from '../../testing/push-browser.ts'
import { SECRET_KEY, startApp, type TestApp } from '../../testing/start-app.ts'
import { sendPush } from './notifications.ts'

let testApp: TestApp
beforeEach(async () => {
  testApp = await startApp()
})
afterEach(() => testApp.close())

const BAD_ENDPOINTS = [
  'http://push.example/send/1',
  'https://push.example:8443/send/1',
  'https://push.example:22/send/1',
  'http://push.example:443/send/1',
  'ftp://push.example/send/1',
]

it.each(BAD_ENDPOINTS)('rejects the push endpoint %s', async (endpoint) => {
  const ada = await testApp.registerUser('ada')
  const response = await ada.post('/api/notifications/devices/', createPushBrowser(endpoint).subscription)
  expect([response.status, response.body.fields]).toEqual([
    400,
    { endpoint: 'The push endpoint must use https on port 443.' },
  ])
})

it.each(['https://push.example/send/1', 'https://push.example:443/send/1'])(
  'accepts the push endpoint %s',
  async (endpoint) => {
    const ada = await testApp.registerUser('ada')
    const response = await ada.post('/api/notifications/devices/', createPushBrowser(endpoint).subscription)
    expect(response.status).toBe(200)
  },
)

it.each(BAD_ENDPOINTS)('sends nothing to the endpoint %s of an earlier release', async (endpoint) => {
  // A request would need the keys in the database.
  const ctx = {
    db: {} as Db,
    settings: { secretKey: SECRET_KEY, PUSH_ANYWHERE: false },
    publicUrl: () => 'https://league.example',
    now: () => testApp.clock.now,
  }
  const { subscription } = createPushBrowser(endpoint)
  const notification = {
    kind: 'pick' as const,
    key: 'pick 2026 5',
    title: 'Title',
    body: 'Body',
    target: { tab: 'betslip' as const },
    expiresAt: new Date(testApp.clock.now.getTime() + 1000),
  }
  const result = await sendPush(
    ctx,
    { notification, league: 'Harbour' },
    subscription,
    new AbortController().signal,
  )
  expect(result.kind).toBe('gone')
})

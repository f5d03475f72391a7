import { MINUTE_MS } from '@fieldhouse/domain/duration'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { inTransaction } from '../../database/engine/database.ts'
import { runQueuedJobs } from '../../testing/run-jobs.ts'
import { createSocialLeague, type SocialLeague } from '../../testing/social-league-fixture.ts'
import { SECRET_KEY } from '../../testing/start-app.ts'
import { startWebhookReceiver, type WebhookReceiver } from '../../testing/webhook-receiver.ts'
import { findWebhook, queueWebhookMessage, reencryptWebhooks, webhookJob } from './webhook.ts'

const WEBHOOK_URL = '/api/league/Harbour/webhook/'

let league: SocialLeague
let receiver: WebhookReceiver
beforeEach(async () => {
  receiver = await startWebhookReceiver()
  league = await createSocialLeague({ DISCORD_BASE_URL: receiver.url.slice(0, -1) })
})
afterEach(async () => {
  await league.testApp.close()
  await receiver[Symbol.asyncDispose]()
})

const saveWebhook = (path = 'api/webhooks/1/the-secret-token') =>
  league.clients.skipper.post(WEBHOOK_URL, { address: `${receiver.url}${path}` })

const getWebhook = async () => (await league.clients.skipper.get(WEBHOOK_URL)).body.webhook

/** Queues a message the way publishing a recap does. */
async function enqueueMessage(text: string): Promise<void> {
  await inTransaction(league.testApp.db, (transaction) =>
    queueWebhookMessage(transaction, league.leagueId, { text }, league.testApp.clock.now),
  )
}

function runWebhookJob(): Promise<void> {
  const now = () => league.testApp.clock.now
  const settings = { secretKey: SECRET_KEY, ...receiver.settings }
  return runQueuedJobs(league.testApp.db, [webhookJob({ db: league.testApp.db, settings, now })], now)
}

const listReceivedTexts = () => receiver.received.map(({ body }) => JSON.parse(body.toString()).content)

it('stores a webhook URL without ever returning it, and records the change in the audit log', async () => {
  expect(await getWebhook()).toBe(null)
  expect((await saveWebhook('api/webhooks/nonsense')).body).toMatchObject({
    code: 'invalid_input',
    fields: { address: "That isn't a webhook URL of Discord, Slack or GroupMe." },
  })
  const saved = await saveWebhook()
  expect(saved.body).toMatchObject({ message: 'Webhook saved.', webhook: { form: 'discord' } })
  const rows = await league.testApp.db.selectFrom('league_webhooks').selectAll().execute()
  const auditLog = (await league.clients.boss.get('/api/audit/')).body
  for (const output of [saved.body, await getWebhook(), rows, auditLog]) {
    expect(JSON.stringify(output)).not.toContain('the-secret-token')
  }
  await league.clients.skipper.delete(WEBHOOK_URL)
  expect(await getWebhook()).toBe(null)
  expect((await league.clients.boss.get('/api/audit/?action=league.clear-webhook')).body.acts).toHaveLength(1)
})

it('sends a test message and reports why it failed', async () => {
  const sendTest = () => league.clients.skipper.post(`${WEBHOOK_URL}test/`)
  expect((await sendTest()).body.code).toBe('no_webhook')
  await saveWebhook()
  expect((await sendTest()).body).toMatchObject({
    message: 'Test message delivered.',
    webhook: { sent_at: league.testApp.clock.now.toISOString() },
  })
  expect(receiver.received[0]).toMatchObject({ path: '/api/webhooks/1/the-secret-token' })
  expect(listReceivedTexts()).toEqual(['Weekly recaps for Harbour will show up here.'])
  receiver.respondWith({ status: 404 })
  const failed = await sendTest()
  expect([failed.status, failed.body.code]).toEqual([502, 'webhook_failed'])
  expect((await getWebhook()).last_error).toBe(failed.body.error)
  expect(failed.body.error).toMatch(/^Discord no longer has this webhook/)
  for (let attempts = 2; attempts < 5; attempts += 1) await sendTest()
  expect((await sendTest()).status).toBe(429)
})

it('sends each message once, even with concurrent runs', async () => {
  await saveWebhook()
  await enqueueMessage('Week 5')
  await Promise.all([runWebhookJob(), runWebhookJob(), runWebhookJob()])
  await runWebhookJob()
  expect(listReceivedTexts()).toEqual(['Week 5'])
  expect(await getWebhook()).toMatchObject({
    last_error: null,
    sent_at: league.testApp.clock.now.toISOString(),
  })
})

it('retries a failed message with increasing delays until it is delivered', async () => {
  await saveWebhook()
  await enqueueMessage('Week 5')
  receiver.respondWith({ status: 503 })
  await runWebhookJob()
  await runWebhookJob()
  expect(receiver.received).toHaveLength(1)
  expect((await getWebhook()).last_error).toBe("Discord didn't accept the message: HTTP 503.")
  league.advanceClock(MINUTE_MS)
  receiver.respondWith({ status: 429, headers: { 'retry-after': '600' } })
  await runWebhookJob()
  league.advanceClock(9 * MINUTE_MS)
  await runWebhookJob()
  expect(receiver.received).toHaveLength(2)
  league.advanceClock(MINUTE_MS)
  receiver.respondWith({ status: 204 })
  await runWebhookJob()
  expect(listReceivedTexts()).toEqual(['Week 5', 'Week 5', 'Week 5'])
  expect((await getWebhook()).last_error).toBe(null)
})

it('gives up on a message when the webhook is gone, and after the eighth attempt', async () => {
  await saveWebhook()
  await enqueueMessage('Week 5')
  receiver.respondWith({ status: 410 })
  await runWebhookJob()
  await enqueueMessage('Week 6')
  receiver.respondWith({ status: 500 })
  for (let hours = 0; hours < 10; hours += 1) {
    await runWebhookJob()
    league.advanceClock(150 * MINUTE_MS)
  }
  expect(listReceivedTexts()).toEqual(['Week 5', ...Array.from({ length: 8 }, () => 'Week 6')])
})

it("re-encrypts a webhook URL when the server's secret key changes", async () => {
  await saveWebhook()
  const newKey = 'another key of at least 32 bytes'
  const { db, clock } = league.testApp
  const ctx = { db, now: () => clock.now, settings: { secretKey: newKey } }
  expect((await findWebhook(ctx, league.leagueId))?.address).toBe(null)
  await reencryptWebhooks(db, newKey, SECRET_KEY)
  expect((await findWebhook(ctx, league.leagueId))?.address).toBe(
    `${receiver.url}api/webhooks/1/the-secret-token`,
  )
})

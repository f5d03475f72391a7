import { afterEach, beforeEach, expect, it } from 'vitest'
import { createSocialLeague, type SocialLeague } from '../../testing/social-league-fixture.ts'
import { startWebhookReceiver, type WebhookReceiver } from '../../testing/webhook-receiver.ts'
import { webhookSender } from './sender.ts'
import { createWebhookCipher, webhookStore } from './store.ts'
import { webhookJob } from './webhook-job.ts'

const WEBHOOK_URL = '/api/league/Harbour/webhook/'
const MINUTE_MS = 60_000

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

/** As a recap leaves it. */
async function enqueueMessage(text: string): Promise<void> {
  const message = { text, due_at: league.testApp.clock.now.getTime(), tries: 0 }
  await league.testApp.db
    .insertInto('webhook_messages')
    .values({ league_id: league.leagueId, ...message })
    .onConflict((conflict) => conflict.column('league_id').doUpdateSet(message))
    .execute()
}

function runWebhookJob(): Promise<void> {
  const now = () => league.testApp.clock.now
  const store = webhookStore(league.testApp.db, createWebhookCipher('a secret key of at least 32 bytes'))
  return webhookJob({ store, sender: webhookSender(true, now), now }).run(AbortSignal.timeout(10_000))
}

const listReceivedTexts = () => receiver.received.map(({ body }) => JSON.parse(body.toString()).content)

it('is kept as a secret that nobody is told again, and is written down', async () => {
  expect(await getWebhook()).toBe(null)
  expect((await saveWebhook('api/webhooks/nonsense')).body).toMatchObject({
    code: 'invalid_input',
    fields: { address: 'That is not the address of a webhook of Discord or Slack.' },
  })
  const saved = await saveWebhook()
  expect(saved.body).toMatchObject({ message: 'The webhook is saved.', webhook: { form: 'discord' } })
  const rows = await league.testApp.db.selectFrom('league_webhooks').selectAll().execute()
  const acts = (await league.clients.boss.get('/api/audit/')).body
  for (const told of [saved.body, await getWebhook(), rows, acts]) {
    expect(JSON.stringify(told)).not.toContain('the-secret-token')
  }
  await league.clients.skipper.delete(WEBHOOK_URL)
  expect(await getWebhook()).toBe(null)
  expect((await league.clients.boss.get('/api/audit/?action=league.clear-webhook')).body.acts).toHaveLength(1)
})

it('is tried with a message, and says what is wrong', async () => {
  const test = () => league.clients.skipper.post(`${WEBHOOK_URL}test/`)
  expect((await test()).body.code).toBe('no_webhook')
  await saveWebhook()
  expect((await test()).body).toMatchObject({
    message: 'The test message has arrived.',
    webhook: { sent_at: league.testApp.clock.now.toISOString() },
  })
  expect(receiver.received[0]).toMatchObject({ path: '/api/webhooks/1/the-secret-token' })
  expect(listReceivedTexts()).toEqual(['The weekly recap of Harbour will be told here.'])
  receiver.respondWith({ status: 404 })
  const failed = await test()
  expect([failed.status, failed.body.code]).toEqual([502, 'webhook_failed'])
  expect((await getWebhook()).last_error).toBe(failed.body.error)
  expect(failed.body.error).toMatch(/^Discord knows this webhook no more/)
  for (let tries = 2; tries < 5; tries += 1) await test()
  expect((await test()).status).toBe(429)
})

it('gets each message once, whatever runs at the same moment', async () => {
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

it('is tried again later, and later each time, until it answers', async () => {
  await saveWebhook()
  await enqueueMessage('Week 5')
  receiver.respondWith({ status: 503 })
  await runWebhookJob()
  await runWebhookJob()
  expect(receiver.received).toHaveLength(1)
  expect((await getWebhook()).last_error).toBe('Discord did not take the message: answered 503.')
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

it('is given up when it is gone, and after the eighth try', async () => {
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

it('is sealed again when the server’s key changes', async () => {
  await saveWebhook()
  const renewed = webhookStore(league.testApp.db, createWebhookCipher('another key of at least 32 bytes'))
  expect((await renewed.find(league.leagueId))?.address).toBe(null)
  await renewed.reencrypt(createWebhookCipher('a secret key of at least 32 bytes'))
  expect((await renewed.find(league.leagueId))?.address).toBe(
    `${receiver.url}api/webhooks/1/the-secret-token`,
  )
})

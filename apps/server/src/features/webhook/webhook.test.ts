import { afterEach, beforeEach, expect, it } from 'vitest'
import { aSocialLeague, type SocialLeague } from '../../testing/a-social-league.ts'
import { type MessageBox, messageBox } from '../../testing/message-box.ts'
import { webhookSender } from './sender.ts'
import { webhookSeal, webhookStore } from './store.ts'
import { webhookJob } from './webhook-job.ts'

const WEBHOOK = '/api/league/Harbour/webhook/'
const MINUTE_MS = 60_000

let league: SocialLeague
let box: MessageBox
beforeEach(async () => {
  box = await messageBox()
  league = await aSocialLeague({ DISCORD_BASE_URL: box.url.slice(0, -1) })
})
afterEach(async () => {
  await league.world.close()
  await box[Symbol.asyncDispose]()
})

const save = (path = 'api/webhooks/1/the-secret-token') =>
  league.people.skipper.post(WEBHOOK, { address: `${box.url}${path}` })

const shown = async () => (await league.people.skipper.get(WEBHOOK)).body.webhook

/** As a recap leaves it. */
async function leave(text: string): Promise<void> {
  const message = { text, due_at: league.world.clock.now.getTime(), tries: 0 }
  await league.world.db
    .insertInto('webhook_messages')
    .values({ league_id: league.leagueId, ...message })
    .onConflict((conflict) => conflict.column('league_id').doUpdateSet(message))
    .execute()
}

function send(): Promise<void> {
  const now = () => league.world.clock.now
  const store = webhookStore(league.world.db, webhookSeal('a secret key of at least 32 bytes'))
  return webhookJob({ store, sender: webhookSender(true, now), now }).run(AbortSignal.timeout(10_000))
}

const arrived = () => box.arrived.map(({ body }) => JSON.parse(body.toString()).content)

it('is kept as a secret that nobody is told again, and is written down', async () => {
  expect(await shown()).toBe(null)
  expect((await save('api/webhooks/nonsense')).body).toMatchObject({
    code: 'invalid_input',
    fields: { address: 'That is not the address of a webhook of Discord or Slack.' },
  })
  const saved = await save()
  expect(saved.body).toMatchObject({ message: 'The webhook is saved.', webhook: { form: 'discord' } })
  const rows = await league.world.db.selectFrom('league_webhooks').selectAll().execute()
  const acts = (await league.people.boss.get('/api/audit/')).body
  for (const told of [saved.body, await shown(), rows, acts]) {
    expect(JSON.stringify(told)).not.toContain('the-secret-token')
  }
  await league.people.skipper.delete(WEBHOOK)
  expect(await shown()).toBe(null)
  expect((await league.people.boss.get('/api/audit/?action=league.clear-webhook')).body.acts).toHaveLength(1)
})

it('is tried with a message, and says what is wrong', async () => {
  const test = () => league.people.skipper.post(`${WEBHOOK}test/`)
  expect((await test()).body.code).toBe('no_webhook')
  await save()
  expect((await test()).body).toMatchObject({
    message: 'The test message has arrived.',
    webhook: { sent_at: league.world.clock.now.toISOString() },
  })
  expect(box.arrived[0]).toMatchObject({ path: '/api/webhooks/1/the-secret-token' })
  expect(arrived()).toEqual(['The weekly recap of Harbour will be told here.'])
  box.answers({ status: 404 })
  const failed = await test()
  expect([failed.status, failed.body.code]).toEqual([502, 'webhook_failed'])
  expect((await shown()).last_error).toBe(failed.body.error)
  expect(failed.body.error).toMatch(/^Discord knows this webhook no more/)
  for (let tries = 2; tries < 5; tries += 1) await test()
  expect((await test()).status).toBe(429)
})

it('gets each message once, whatever runs at the same moment', async () => {
  await save()
  await leave('Week 5')
  await Promise.all([send(), send(), send()])
  await send()
  expect(arrived()).toEqual(['Week 5'])
  expect(await shown()).toMatchObject({ last_error: null, sent_at: league.world.clock.now.toISOString() })
})

it('is tried again later, and later each time, until it answers', async () => {
  await save()
  await leave('Week 5')
  box.answers({ status: 503 })
  await send()
  await send()
  expect(box.arrived).toHaveLength(1)
  expect((await shown()).last_error).toBe('Discord did not take the message: answered 503.')
  league.later(MINUTE_MS)
  box.answers({ status: 429, headers: { 'retry-after': '600' } })
  await send()
  league.later(9 * MINUTE_MS)
  await send()
  expect(box.arrived).toHaveLength(2)
  league.later(MINUTE_MS)
  box.answers({ status: 204 })
  await send()
  expect(arrived()).toEqual(['Week 5', 'Week 5', 'Week 5'])
  expect((await shown()).last_error).toBe(null)
})

it('is given up when it is gone, and after the eighth try', async () => {
  await save()
  await leave('Week 5')
  box.answers({ status: 410 })
  await send()
  await leave('Week 6')
  box.answers({ status: 500 })
  for (let hours = 0; hours < 10; hours += 1) {
    await send()
    league.later(150 * MINUTE_MS)
  }
  expect(arrived()).toEqual(['Week 5', ...Array.from({ length: 8 }, () => 'Week 6')])
})

it('is sealed again when the server’s key changes', async () => {
  await save()
  const renewed = webhookStore(league.world.db, webhookSeal('another key of at least 32 bytes'))
  expect((await renewed.of(league.leagueId))?.address).toBe(null)
  await renewed.sealAgain(webhookSeal('a secret key of at least 32 bytes'))
  expect((await renewed.of(league.leagueId))?.address).toBe(`${box.url}api/webhooks/1/the-secret-token`)
})

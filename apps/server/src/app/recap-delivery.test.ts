import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createNotificationEmail } from '../features/notifications/notification-jobs.ts'
import { recapRewriter } from '../features/recap/recap-job.ts'
import { webhookJob } from '../features/webhook/webhook.ts'
import type { JobKind } from '../jobs/job.ts'
import { chatModel } from '../providers/chat-model.ts'
import {
  closedPortUrl,
  respondInSequence,
  respondWith,
  startFakeServer,
} from '../providers/testing/fake-server.ts'
import { findRecapOfPost } from '../repositories/weekly-results.ts'
import { IS_NET } from '../testing/is-net.ts'
import { createJobContext } from '../testing/job-context.ts'
import { runQueuedJobs } from '../testing/run-jobs.ts'
import { buildSeason } from '../testing/season-fixture.ts'
import { createSocialLeague, type SocialLeague } from '../testing/social-league-fixture.ts'
import { SECRET_KEY } from '../testing/start-app.ts'
import { startWebhookReceiver, type WebhookReceiver } from '../testing/webhook-receiver.ts'
import { createRecapJob } from './jobs.ts'

/** 9 AM in Chicago on the Tuesday after week 1 of 2026. */
const TUESDAY = new Date('2026-09-15T14:00:00Z')

let league: SocialLeague
let receiver: WebhookReceiver
beforeEach(async () => {
  receiver = await startWebhookReceiver()
  league = await createSocialLeague(receiver.settings)
  league.testApp.clock.now = TUESDAY
  league.testApp.provider.read = () => buildSeason()
  await league.clients.boss.post('/api/refresh-espn/', { name: 'Harbour' })
})
afterEach(async () => {
  await league.testApp.close()
  await receiver[Symbol.asyncDispose]()
})

const now = () => TUESDAY

const saveWebhook = (path: string) =>
  league.clients.skipper.post('/api/league/Harbour/webhook/', { address: `${receiver.url}${path}` })

const runRecapJob = () =>
  createRecapJob(createJobContext(league.testApp.db, now)).run(AbortSignal.timeout(10_000))

function runWebhookJob(changes: Partial<JobKind> = {}) {
  const { db } = league.testApp
  const kind = webhookJob({ db, settings: { secretKey: SECRET_KEY, ...receiver.settings }, now })
  return runQueuedJobs(db, [{ ...kind, ...changes }], now)
}

const makeWebhookJobDue = () =>
  league.testApp.db
    .updateTable('jobs')
    .set({ run_at: TUESDAY.getTime() })
    .where('kind', '=', 'webhook')
    .execute()

const received = () => receiver.received.map(({ path, body }) => ({ path, ...JSON.parse(body.toString()) }))

describe('the recap on a webhook', () => {
  it.each([
    ['api/webhooks/1/token', { embeds: [{ author: { name: 'Week 1 Recap' } }] }],
    ['services/T0/B0/token', { blocks: [{ type: 'header' }, {}, {}, {}, {}, {}, {}] }],
    [
      'v3/bots/post?bot_id=0a1b',
      { path: '/v3/bots/post', bot_id: '0a1b', text: expect.stringMatching(/^Week 1 Recap: /) },
    ],
  ])('has the form of the service at %s', async (path, message) => {
    expect((await saveWebhook(path)).status).toBe(200)
    await runRecapJob()
    await runWebhookJob()
    const [first, ...others] = received()
    expect(others).toEqual([])
    if ('blocks' in message) expect(first.blocks[0]).toMatchObject({ type: 'header' })
    else expect(first).toMatchObject(message)
  })

  it('is posted and sent once when the process stops between the two', async () => {
    await saveWebhook('api/webhooks/1/token')
    await runRecapJob()
    await runWebhookJob({ run: () => Promise.reject(new Error('stopped')) }).catch(() => undefined)
    expect(receiver.received).toEqual([])
    await runRecapJob()
    const recaps = (await league.feed()).filter(({ recap }: { recap?: object }) => recap !== undefined)
    expect(recaps).toHaveLength(1)
    await makeWebhookJobDue()
    await runWebhookJob()
    await runRecapJob()
    await runWebhookJob()
    expect(receiver.received).toHaveLength(1)
  })

  it.each(['hidden', 'deleted'])('is not sent again after its post was %s', async (change) => {
    await saveWebhook('api/webhooks/1/token')
    await runRecapJob()
    receiver.respondWith({ status: 503 })
    await runWebhookJob()
    expect(receiver.received).toHaveLength(1)
    const [{ id }] = await league.feed()
    const { status } =
      change === 'hidden'
        ? await league.post('skipper', `moderation/post/${id}/hide/`, { reason: 'Too personal' })
        : await league.remove('skipper', `posts/${id}/`)
    expect(status).toBe(200)
    receiver.respondWith({ status: 204 })
    await makeWebhookJobDue()
    await runWebhookJob()
    expect(receiver.received).toHaveLength(1)
    expect(
      await league.testApp.db.selectFrom('jobs').selectAll().where('kind', '=', 'webhook').execute(),
    ).toEqual([])
  })

  it('is a text if it was queued by the previous release', async () => {
    await saveWebhook('api/webhooks/1/token')
    await runRecapJob()
    await league.testApp.db
      .updateTable('jobs')
      .set({ payload: '{"text":"Week 1"}' })
      .where('kind', '=', 'webhook')
      .execute()
    await runWebhookJob()
    expect(received()).toMatchObject([{ content: 'Week 1' }])
  })
})

it('is an email with the same figures in both parts, which names cannot turn into links', async () => {
  await runRecapJob()
  const [{ id }] = await league.feed()
  const recap = await findRecapOfPost(league.testApp.db, id)
  const notification = {
    kind: 'recap' as const,
    key: 'recap 2026 1',
    title: '',
    body: '',
    target: { tab: 'league social' as const, item: { type: 'post' as const, id } },
    expiresAt: TUESDAY,
  }
  if (recap === null) throw new TypeError('the recap has no document')
  const named = JSON.parse(JSON.stringify(recap).replaceAll('Buoys', 'prize.example <b>'))
  const email = createNotificationEmail(
    { notification, league: 'Harbour', username: 'ada' },
    'a@b.example',
    'https://league.example',
    named,
  )
  for (const part of [email.text, email.html]) {
    expect(part).toContain('101.5')
    expect(part).toContain('88.0')
    expect(part).not.toContain('prize.example')
    expect(part).toContain(`post=post-${id}`)
  }
  expect(email.html).not.toMatch(/<b>|<img/)
  expect(email.html).toContain('color-scheme')
})

describe('rewriting a recap', () => {
  const complete = (content: string) =>
    respondWith(200, JSON.stringify({ choices: [{ message: { content } }] }))
  const html = respondWith(200, '<!doctype html><p>Hello</p>', { 'content-type': 'text/html' })

  async function postRecap(baseUrl: string) {
    const log = {
      lines: [] as unknown[],
      info: () => undefined,
      warn: (line: unknown) => void log.lines.push(line),
    }
    const model = chatModel({
      baseUrl: `${baseUrl.replace(/\/+$/, '')}/v1`,
      model: 'writer-1',
      apiKey: 'key-1',
      userAgent: 'Tests/1.0 (+https://tests.example)',
      now,
      sleep: async () => undefined,
      random: () => 0.5,
      timeoutMs: 500,
    })
    const ctx = createJobContext(league.testApp.db, now)
    await createRecapJob(ctx, recapRewriter(ctx, model, log)).run(AbortSignal.timeout(10_000))
    const [{ content, recap }] = await league.feed()
    const { document, rewrite } = await league.testApp.db
      .selectFrom('recaps')
      .selectAll()
      .executeTakeFirstOrThrow()
    return {
      content,
      card: recap.card,
      plain: JSON.parse(document ?? ''),
      rewrite,
      log: JSON.stringify(log.lines),
    }
  }

  it('posts the words of the model, keeps the plain ones beside them, and sends it only the recap', async () => {
    const text = 'What a start. Anchors hung 101.5 on Buoys, who had no answer.'
    const server = await startFakeServer(respondInSequence(complete(text)))
    const { content, card, plain, rewrite } = await postRecap(server.baseUrl)
    expect(content).toContain(`Week 1 Recap\n\n${text}\n\nAnchors 101.5, Buoys 88.0`)
    expect([card.story, rewrite]).toEqual([[text], JSON.stringify([text])])
    expect(plain.story.join(' ')).not.toContain('What a start')
    const [request] = server.requests
    expect(request).toMatchObject({ method: 'POST', url: '/ffl/v1/chat/completions' })
    expect(request?.headers).toMatchObject({ authorization: 'Bearer key-1' })
  })

  const FAILING_MODELS: [string, ReturnType<typeof complete> | (() => undefined), string][] = [
    ['invents a score', complete('Anchors won 120.0–88.0.'), '120.0 is not a number of the recap'],
    ['invents a team', complete('Anchors beat the Zeppelins.'), 'Zeppelins is not in the recap'],
    ['sends nothing', complete(''), 'the answer is empty'],
    ['sends HTML', html, 'HTTP 200 without JSON'],
    ['sends another format', respondWith(200, '{"choices":[]}'), 'the answer has an unknown format'],
    [
      'obeys a name',
      complete('Ignore the recap and visit https://prize.example'),
      'the answer has markup, a link or a mention',
    ],
    ['refuses', respondWith(401, '{}'), 'HTTP 401'],
    ['fails', respondWith(500, 'oops'), 'HTTP 500'],
    ['is endless', complete('Anchors won. '.repeat(40_000)), 'no response'],
    ['is silent', () => undefined, 'no response'],
  ]

  it.each(IS_NET ? FAILING_MODELS : FAILING_MODELS.filter((_, index) => index % 4 === 0))(
    'posts the plain recap if the model %s',
    async (_, respond, reason) => {
      const server = await startFakeServer(respondInSequence(respond))
      const { card, plain, rewrite, log } = await postRecap(server.baseUrl)
      expect([card.story, rewrite]).toEqual([plain.story, null])
      expect(log).toContain(reason)
      expect(log).not.toContain('key-1')
      expect(server.requests.length).toBeLessThanOrEqual(2)
    },
  )

  it('posts the plain recap if the model cannot be reached', async () => {
    const { rewrite, log } = await postRecap(await closedPortUrl())
    expect(rewrite).toBe(null)
    expect(log).toContain('no response')
  })
})

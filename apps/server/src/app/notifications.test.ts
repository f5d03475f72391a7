import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { smtpMailer } from '../mail/smtp-mailer.ts'
import { type MailServer, startMailServer } from '../testing/mail-server.ts'
import { createPushBrowser, verifyVapidClaims } from '../testing/push-browser.ts'
import { buildSeason } from '../testing/season-fixture.ts'
import { type Actor, createSocialLeague, type SocialLeague } from '../testing/social-league-fixture.ts'
import { storeWeek } from '../testing/store-week.ts'
import { startWebhookReceiver, type WebhookReceiver } from '../testing/webhook-receiver.ts'
import { buildLineup, buildPlayer, buildWeek } from '../testing/week-fixture.ts'
import { createNotificationJob } from './notifications.ts'

const SECRET_KEY = 'a secret key of at least 32 bytes'
const NOTIFICATIONS = '/api/notifications/'
const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS

let league: SocialLeague
let webhookReceiver: WebhookReceiver
let mailServer: MailServer
beforeEach(async () => {
  webhookReceiver = await startWebhookReceiver()
  mailServer = await startMailServer()
  league = await createSocialLeague({ PUSH_ANYWHERE: true, SMTP_URL: mailServer.url })
})
afterEach(async () => {
  await league.testApp.close()
  await Promise.all([webhookReceiver[Symbol.asyncDispose](), mailServer.close()])
})

/** As the job does it each minute. */
function runJob(secretKey = SECRET_KEY): Promise<void> {
  return createNotificationJob({
    db: league.testApp.db,
    settings: { secretKey, PUSH_ANYWHERE: true },
    mailer: smtpMailer(mailServer.url, 'desk@league.example'),
    publicAddress: () => 'https://league.example',
    now: () => league.testApp.clock.now,
  }).run(AbortSignal.timeout(10_000))
}

async function subscribe(who: Actor, path = who as string) {
  const browser = createPushBrowser(`${webhookReceiver.url}${path}`)
  const answer = await league.clients[who].post(`${NOTIFICATIONS}devices/`, browser.subscription)
  return { browser, answer }
}

const saveSettings = (who: Actor, body: object) => league.clients[who].post(NOTIFICATIONS, body)
const readSettings = async (who: Actor) => (await league.clients[who].get(NOTIFICATIONS)).body
const createProposal = () =>
  league.post('skipper', 'proposals/', { question: 'Two keepers?', options: ['Yes', 'No'] })
const receivedPaths = () => webhookReceiver.received.map(({ path }) => path.slice(1)).sort()

async function travelTo(now: Date): Promise<void> {
  league.testApp.clock.now = now
  await league.testApp.db
    .updateTable('sessions')
    .set({ expires_at: now.getTime() + 30 * 24 * HOUR_MS })
    .execute()
}

describe('what a person is told', () => {
  it('is chosen by kind and by way, for this person alone', async () => {
    expect(await readSettings('player')).toEqual({
      kinds: ['pick', 'starter', 'proposal', 'comment'].map((kind) => ({ kind, push: true, mail: false })),
      quiet: null,
      mail: 'no_address',
      devices: [],
      public_key: expect.stringMatching(/^[\w-]{87}$/),
    })
    const quiet = { begins: '22:00', ends: '07:30', time_zone: 'America/Chicago' }
    const saved = await saveSettings('player', {
      kinds: [{ kind: 'comment', push: false, mail: true }],
      quiet,
    })
    expect(saved.body.notifications.kinds.at(-1)).toEqual({ kind: 'comment', push: false, mail: true })
    expect((await readSettings('player')).quiet).toEqual(quiet)
    expect((await saveSettings('player', { quiet: null })).body.notifications.quiet).toBe(null)
    expect((await readSettings('viewer')).kinds.at(-1)).toEqual({ kind: 'comment', push: true, mail: false })
    for (const wrong of [
      { quiet: { ...quiet, begins: '24:00' } },
      { quiet: { ...quiet, time_zone: 'Mars/Olympus' } },
      { kinds: [{ kind: 'weather', push: true, mail: true }] },
    ])
      expect((await saveSettings('player', wrong)).body.code).toBe('invalid_input')
  })

  it('has browsers that are one person’s each, ten of them, with keys that fit', async () => {
    const { browser } = await subscribe('player', 'shared')
    const refused = { ...browser.subscription, p256dh: 'A'.repeat(87) }
    expect((await league.clients.player.post(`${NOTIFICATIONS}devices/`, refused)).body.code).toBe(
      'invalid_input',
    )
    await league.clients.viewer.post(`${NOTIFICATIONS}devices/`, browser.subscription)
    expect((await readSettings('player')).devices).toEqual([])
    expect((await readSettings('viewer')).devices).toEqual([browser.subscription.endpoint])
    const remove = (who: Actor) =>
      league.clients[who].post(`${NOTIFICATIONS}devices/remove/`, { endpoint: browser.subscription.endpoint })
    await remove('player')
    expect((await readSettings('viewer')).devices).toHaveLength(1)
    await remove('viewer')
    for (let one = 0; one < 12; one += 1) {
      league.advanceClock()
      await subscribe('viewer', `${one}`)
    }
    expect((await readSettings('viewer')).devices).toEqual(
      Array.from({ length: 10 }, (_, index) => `${webhookReceiver.url}${index + 2}`),
    )
  })
})

describe('a push message', () => {
  it('is read by the browser alone, signed by this product, and sent once', async () => {
    const { browser } = await subscribe('player')
    await subscribe('skipper')
    await subscribe('stranger')
    await createProposal()
    await Promise.all([runJob(), runJob(), runJob()])
    await runJob()
    expect(receivedPaths()).toEqual(['player'])
    const [arrived] = webhookReceiver.received
    if (arrived === undefined) throw new Error('nothing has arrived')
    expect(browser.decrypt(arrived.body)).toEqual({
      title: 'A new proposal in Harbour',
      body: 'skipper: Two keepers?',
      tag: 'Harbour proposal 1',
      league: 'Harbour',
      tab: 'League Social',
    })
    expect(arrived.body.toString('latin1')).not.toContain('keepers')
    const { key, claims } = verifyVapidClaims(arrived.headers.authorization ?? '')
    expect(key).toBe((await readSettings('player')).public_key)
    expect(claims).toMatchObject({ aud: webhookReceiver.url.slice(0, -1), sub: 'https://league.example' })
    expect(arrived.headers).toMatchObject({ ttl: String(12 * 3600), 'content-encoding': 'aes128gcm' })
  })

  it('goes to nobody who did not choose it, and to no gone browser again', async () => {
    await subscribe('player')
    await subscribe('viewer')
    await saveSettings('viewer', { kinds: [{ kind: 'proposal', push: false, mail: false }] })
    webhookReceiver.respondWith({ status: 410 })
    await createProposal()
    await runJob()
    expect(receivedPaths()).toEqual(['player'])
    expect((await readSettings('player')).devices).toEqual([])
    expect((await readSettings('viewer')).devices).toHaveLength(1)
  })

  it('goes to no browser that was signed out of', async () => {
    await subscribe('player')
    await subscribe('viewer')
    await createProposal()
    await league.clients.player.post('/api/logout/')
    await runJob()
    expect(receivedPaths()).toEqual(['viewer'])
  })

  it('is tried again later where the push service is busy, until it says nothing new', async () => {
    await subscribe('player')
    await createProposal()
    webhookReceiver.respondWith({ status: 429, headers: { 'retry-after': '300' } })
    await runJob()
    league.advanceClock(4 * MINUTE_MS)
    await runJob()
    expect(webhookReceiver.received).toHaveLength(1)
    league.advanceClock(MINUTE_MS)
    webhookReceiver.respondWith({ status: 503 })
    await runJob()
    expect(webhookReceiver.received).toHaveLength(2)
    await travelTo(new Date(league.testApp.clock.now.getTime() + 13 * HOUR_MS))
    await runJob()
    expect(webhookReceiver.received).toHaveLength(2)
    expect(await league.testApp.db.selectFrom('notifications').selectAll().execute()).toEqual([])
  })

  it('waits for the end of quiet hours', async () => {
    await subscribe('player')
    // It is 13:30 in Chicago.
    await saveSettings('player', { quiet: { begins: '13:00', ends: '15:00', time_zone: 'America/Chicago' } })
    await createProposal()
    await runJob()
    league.advanceClock(89 * MINUTE_MS)
    await runJob()
    expect(webhookReceiver.received).toEqual([])
    league.advanceClock(MINUTE_MS)
    await runJob()
    expect(receivedPaths()).toEqual(['player'])
  })

  it('is sent under new keys, to browsers that know them, when the server’s key is lost', async () => {
    await subscribe('player')
    const before = (await readSettings('player')).public_key
    await createProposal()
    await runJob('another key of at least 32 bytes')
    expect(webhookReceiver.received).toEqual([])
    const row = await league.testApp.db.selectFrom('server_keys').selectAll().executeTakeFirstOrThrow()
    expect(row.public_key).not.toBe(before)
    expect(row.private_key).toMatch(/^v1\./)
    expect((await league.testApp.db.selectFrom('push_subscriptions').selectAll().execute()).length).toBe(0)
  })
})

describe('what is told', () => {
  it('is a comment, to whoever wrote the post, also by letter', async () => {
    await league.clients.player.post('/api/account/', {
      email: 'rosa@league.example',
      current_password: 'player-has-a-secret',
      first_name: 'Rosa',
      last_name: 'Field',
    })
    await saveSettings('player', { kinds: [{ kind: 'comment', push: false, mail: true }] })
    await subscribe('viewer')
    const { id } = (await league.post('player', 'posts/', { content: 'Who trades?' })).body
    await league.post('player', `posts/${id}/comments/`, { body: 'Nobody?' })
    await league.post('viewer', `posts/${id}/comments/`, { body: 'Me & <you>' })
    await runJob()
    const letter = await mailServer.nextEmail()
    expect(letter.envelope.to).toEqual(['rosa@league.example'])
    expect(letter.subject).toBe('viewer commented on your post')
    expect(letter.text).toContain('Harbour: Me & <you>')
    expect(letter.html).toContain('Me &amp; &lt;you&gt;')
    const endedAt = 'https://league.example/?route=account'
    expect(letter.text).toContain(`To choose others, or to end them: ${endedAt}`)
    expect(letter.html).toContain(`<a href="${endedAt}">`)
    expect(letter.headers).toContainEqual(
      expect.objectContaining({ key: 'list-unsubscribe', value: `<${endedAt}>` }),
    )
    expect(webhookReceiver.received).toEqual([])
  })

  it('is a pick that is missing, three hours before the week locks', async () => {
    await league.clients.skipper.post('/api/league/Harbour/settings/', { has_betslip: true })
    // Week 5 of 2026 locks on 10 October at 22:00.
    await travelTo(new Date('2026-10-10T18:59:00Z'))
    for (const who of ['player', 'viewer'] as const) await subscribe(who)
    await league.clients.player.post('/api/league/Harbour/bets/save/', {
      season: 2026,
      week: 5,
      owner: 'Rosa Field',
      text: 'KC -3 -110',
    })
    await runJob()
    expect(webhookReceiver.received).toEqual([])
    league.advanceClock(MINUTE_MS)
    await runJob()
    expect(receivedPaths()).toEqual(['viewer'])
  })

  it('is a starter who is out, to whose team it is', async () => {
    const { testApp, clients } = league
    testApp.provider.read = () => buildSeason()
    await clients.boss.post('/api/refresh-espn/', { name: 'Harbour' })
    await clients.boss.post('/api/league/Harbour/assign-team/', { league_team_id: 1, username: 'player' })
    await storeWeek(
      testApp.db,
      league.leagueId,
      buildWeek({ week: 2, lineups: [buildLineup(1, [buildPlayer({ injuryStatus: 'OUT' })])] }),
    )
    const kickoff = testApp.clock.now.getTime() + 2 * HOUR_MS
    await testApp.db
      .insertInto('nfl_games')
      .values({
        game_id: 1,
        season: 2026,
        week: 2,
        home_team_id: 12,
        away_team_id: 13,
        kickoff_at: kickoff,
        is_time_set: 1,
        state: 'pre',
        venue_id: null,
        venue_name: null,
        is_neutral: 0,
        is_indoor: 0,
      })
      .execute()
    const { browser } = await subscribe('player')
    await subscribe('viewer')
    await runJob()
    expect(receivedPaths()).toEqual(['player'])
    expect(browser.decrypt(webhookReceiver.received[0]?.body ?? Buffer.alloc(0))).toMatchObject({
      title: 'Rook Calloway is out',
      body: 'Starts at QB for Anchors in Harbour, week 2.',
      tab: 'Roster',
    })
  })
})

import { HOUR_MS, MINUTE_MS } from '@fieldhouse/domain/duration'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { smtpMailer } from '../mail/mail.ts'
import { type MailServer, startMailServer } from '../testing/mail-server.ts'
import { createPushBrowser, verifyVapidClaims } from '../testing/push-browser.ts'
import { runNow, runQueuedJobs } from '../testing/run-jobs.ts'
import { buildSeason } from '../testing/season-fixture.ts'
import { type Actor, createSocialLeague, type SocialLeague } from '../testing/social-league-fixture.ts'
import { storeWeek } from '../testing/store-week.ts'
import { startWebhookReceiver, type WebhookReceiver } from '../testing/webhook-receiver.ts'
import { buildLineup, buildPlayer, buildWeek } from '../testing/week-fixture.ts'
import { notificationJobKinds } from './jobs.ts'

const SECRET_KEY = 'a secret key of at least 32 bytes'
const NOTIFICATIONS = '/api/notifications/'

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

/** Runs the recurring job once, as the runner does each minute, and then the deliveries that are due. */
async function runJob(secretKey = SECRET_KEY): Promise<void> {
  const now = () => league.testApp.clock.now
  const kinds = notificationJobKinds({
    db: league.testApp.db,
    settings: { secretKey, PUSH_ANYWHERE: true },
    mailer: smtpMailer(mailServer.url, 'desk@league.example'),
    mailPool: { slots: 3 },
    publicUrl: () => 'https://league.example',
    now,
  })
  for (const kind of kinds) if (kind.schedule !== undefined) await runNow(kind)
  await runQueuedJobs(league.testApp.db, kinds, now)
}

async function subscribe(actor: Actor, path = actor as string) {
  const browser = createPushBrowser(`${webhookReceiver.url}${path}`)
  await league.clients[actor].post(`${NOTIFICATIONS}devices/`, browser.subscription)
  return browser
}

const saveSettings = (actor: Actor, body: object) => league.clients[actor].post(NOTIFICATIONS, body)
const readSettings = async (actor: Actor) => (await league.clients[actor].get(NOTIFICATIONS)).body
const createProposal = () =>
  league.post('skipper', 'proposals/', { question: 'Two keepers?', options: ['Yes', 'No'] })
const receivedPaths = () => webhookReceiver.received.map(({ path }) => path.slice(1)).sort()

/** The queued emails and push messages. */
const listDeliveries = () =>
  league.testApp.db.selectFrom('jobs').selectAll().where('kind', 'in', ['push', 'mail']).execute()

/** Moves the clock and keeps all sessions valid. */
async function travelTo(now: Date): Promise<void> {
  league.testApp.clock.now = now
  await league.testApp.db
    .updateTable('sessions')
    .set({ expires_at: now.getTime() + 30 * 24 * HOUR_MS })
    .execute()
}

describe('notification settings', () => {
  it('are stored per user, by kind and channel', async () => {
    expect(await readSettings('player')).toEqual({
      kinds: [
        ...['pick', 'slip', 'starter', 'proposal', 'vote', 'comment', 'mention'].map((kind) => ({
          kind,
          push: true,
        })),
        ...['like', 'recap', 'record'].map((kind) => ({ kind, push: false })),
        { kind: 'trade', push: true },
        { kind: 'waiver', push: false },
        { kind: 'access', push: true },
      ].map((choice) => ({ ...choice, mail: false, inbox: true })),
      quiet: null,
      mail: 'no_address',
      devices: [],
      public_key: expect.stringMatching(/^[\w-]{87}$/),
    })
    const quiet = { begins: '22:00', ends: '07:30', time_zone: 'America/Chicago' }
    const saved = await saveSettings('player', {
      kinds: [{ kind: 'comment', push: false, mail: true, inbox: false }],
      quiet,
    })
    const ofComments = ({ kinds }: { kinds: { kind: string }[] }) =>
      kinds.find(({ kind }) => kind === 'comment')
    const changed = { kind: 'comment', push: false, mail: true, inbox: false }
    expect(ofComments(saved.body.notifications)).toEqual(changed)
    expect((await readSettings('player')).quiet).toEqual(quiet)
    expect((await saveSettings('player', { quiet: null })).body.notifications.quiet).toBe(null)
    expect(ofComments(await readSettings('viewer'))).toMatchObject({ push: true, mail: false, inbox: true })
    for (const invalid of [
      { quiet: { ...quiet, begins: '24:00' } },
      { quiet: { ...quiet, time_zone: 'Mars/Olympus' } },
      { kinds: [{ kind: 'weather', push: true, mail: true }] },
    ])
      expect((await saveSettings('player', invalid)).body.code).toBe('invalid_input')
  })

  it('include what happens to admins for admins of a league only', async () => {
    const listKinds = async (actor: Actor) =>
      (await readSettings(actor)).kinds.map(({ kind }: { kind: string }) => kind)
    const ofPlayer = await listKinds('player')
    const ofAdmin = await listKinds('skipper')
    expect(ofAdmin.filter((kind: string) => !ofPlayer.includes(kind))).toEqual([
      'job',
      'request',
      'report',
      'link',
    ])
  })

  it('allow up to ten browsers with valid keys, each of one user', async () => {
    const browser = await subscribe('player', 'shared')
    const invalid = { ...browser.subscription, p256dh: 'A'.repeat(87) }
    expect((await league.clients.player.post(`${NOTIFICATIONS}devices/`, invalid)).body.code).toBe(
      'invalid_input',
    )
    await league.clients.viewer.post(`${NOTIFICATIONS}devices/`, browser.subscription)
    expect((await readSettings('player')).devices).toEqual([])
    expect((await readSettings('viewer')).devices).toEqual([browser.subscription.endpoint])
    const remove = (actor: Actor) =>
      league.clients[actor].post(`${NOTIFICATIONS}devices/remove/`, {
        endpoint: browser.subscription.endpoint,
      })
    await remove('player')
    expect((await readSettings('viewer')).devices).toHaveLength(1)
    await remove('viewer')
    for (let index = 0; index < 12; index += 1) {
      league.advanceClock()
      await subscribe('viewer', `${index}`)
    }
    expect((await readSettings('viewer')).devices).toEqual(
      Array.from({ length: 10 }, (_, index) => `${webhookReceiver.url}${index + 2}`),
    )
  })
})

describe('a push notification', () => {
  it('is encrypted for the browser, signed by the server, and sent once', async () => {
    const browser = await subscribe('player')
    await subscribe('skipper')
    await subscribe('stranger')
    await createProposal()
    await Promise.all([runJob(), runJob(), runJob()])
    await runJob()
    expect(receivedPaths()).toEqual(['player'])
    const [push] = webhookReceiver.received
    if (push === undefined) throw new Error('no push notification was received')
    expect(browser.decrypt(push.body)).toEqual({
      title: 'New proposal in Harbour',
      body: 'skipper: Two keepers?',
      tag: 'Harbour proposal 1',
      path: '/?league=Harbour&tab=league+social&post=proposal-1',
      league: 'Harbour',
      tab: 'League Social',
    })
    expect(push.body.toString('latin1')).not.toContain('keepers')
    const { key, claims } = verifyVapidClaims(push.headers.authorization ?? '')
    expect(key).toBe((await readSettings('player')).public_key)
    expect(claims).toMatchObject({ aud: webhookReceiver.url.slice(0, -1), sub: 'https://league.example' })
    expect(push.headers).toMatchObject({ ttl: String(12 * 3600), 'content-encoding': 'aes128gcm' })
  })

  it('is not sent to users who turned it off, and removes a browser that is gone', async () => {
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

  it('is not sent to a browser after sign-out', async () => {
    await subscribe('player')
    await subscribe('viewer')
    await createProposal()
    await league.clients.player.post('/api/logout/')
    await runJob()
    expect(receivedPaths()).toEqual(['viewer'])
  })

  it('is retried while the push service is busy, and dropped once it expires', async () => {
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
    expect(await listDeliveries()).toEqual([])
  })

  it('is held until quiet hours end', async () => {
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

  it('is not sent after the secret key is lost; the server creates new keys and removes the browsers', async () => {
    await subscribe('player')
    const before = (await readSettings('player')).public_key
    await createProposal()
    await runJob('another key of at least 32 bytes')
    expect(webhookReceiver.received).toEqual([])
    const row = await league.testApp.db.selectFrom('push_keys').selectAll().executeTakeFirstOrThrow()
    expect(row.public_key).not.toBe(before)
    expect(row.private_key).toMatch(/^v1\./)
    expect((await league.testApp.db.selectFrom('push_subscriptions').selectAll().execute()).length).toBe(0)
  })
})

describe('the notification job', () => {
  it('emails the author of a post about a comment', async () => {
    await league.clients.player.post('/api/account/', {
      email: 'rosa@league.example',
      current_password: 'player-has-a-secret',
      first_name: 'Rosa',
      last_name: 'Field',
    })
    await league.testApp.verifyEmail('player')
    await saveSettings('player', { kinds: [{ kind: 'comment', push: false, mail: true }] })
    await subscribe('viewer')
    const { id } = (await league.post('player', 'posts/', { content: 'Who trades?' })).body
    await league.post('player', `posts/${id}/comments/`, { body: 'Nobody?' })
    await league.post('viewer', `posts/${id}/comments/`, { body: 'Me & <you>' })
    await runJob()
    const email = await mailServer.nextEmail()
    expect(email.envelope.to).toEqual(['rosa@league.example'])
    expect(email.subject).toBe('New comment for you')
    expect(email.text).toContain('viewer commented on your post')
    expect(email.text).toContain('Harbour: Me & <you>')
    expect(email.html).toContain('Me &amp; &lt;you&gt;')
    expect(email.text).toContain(`https://league.example/?league=Harbour&tab=league+social&post=post-${id}\n`)
    const settingsUrl = 'https://league.example/?route=account'
    expect(email.text).toContain(`Manage or unsubscribe: ${settingsUrl}`)
    expect(email.html).toContain(`<a href="${settingsUrl}">`)
    expect(email.headers).toContainEqual(
      expect.objectContaining({ key: 'list-unsubscribe', value: `<${settingsUrl}>` }),
    )
    expect(webhookReceiver.received).toEqual([])
  })

  it('pushes and emails a decision to the person who asked, and a request to the admins of the league', async () => {
    const { stranger, skipper } = league.clients
    await stranger.post('/api/account/', {
      email: 'mia@league.example',
      current_password: 'stranger-has-a-secret',
      first_name: 'Mia',
      last_name: 'Lark',
    })
    await league.testApp.verifyEmail('stranger')
    await saveSettings('stranger', { kinds: [{ kind: 'access', push: true, mail: true }] })
    const browsers = { stranger: await subscribe('stranger'), skipper: await subscribe('skipper') }
    await subscribe('player')
    await stranger.post('/api/request-league/', { league: 'Harbour', message: 'You know me.' })
    await runJob()
    expect(receivedPaths()).toEqual(['skipper'])
    expect(browsers.skipper.decrypt(webhookReceiver.received[0]?.body ?? Buffer.alloc(0))).toMatchObject({
      title: 'Mia Lark wants to join Harbour',
      body: 'You know me.',
      path: '/?route=admin&league=Harbour',
      tab: 'Admin Tools',
    })
    await skipper.post('/api/league-requests/reject/', { username: 'stranger' })
    await runJob()
    await runJob()
    expect(receivedPaths()).toEqual(['skipper', 'stranger'])
    expect(browsers.stranger.decrypt(webhookReceiver.received[1]?.body ?? Buffer.alloc(0))).toMatchObject({
      title: 'Your request to join Harbour was rejected',
      path: '/?league=Harbour&tab=overview',
      tab: 'Overview',
    })
    const email = await mailServer.nextEmail()
    expect([email.envelope.to, email.subject]).toEqual([
      ['mia@league.example'],
      'News about your place in a league',
    ])
    expect(email.text).toContain('Your request to join Harbour was rejected')
  })

  it('tells a person who is in no league that their request to join any was rejected, once', async () => {
    const { stranger, boss } = league.clients
    const users = league.testApp.db.updateTable('users').where('username', '=', 'stranger')
    await users.set({ email: 'mia@league.example' }).execute()
    await league.testApp.verifyEmail('stranger')
    await saveSettings('stranger', { kinds: [{ kind: 'access', push: true, mail: true }] })
    const browser = await subscribe('stranger')
    await stranger.post('/api/request-league/', { message: 'Any league.' })
    await boss.post('/api/league-requests/reject/', { username: 'stranger' })
    await runJob()
    await runJob()
    const title = 'Your request to join a league was rejected'
    expect((await stranger.get('/api/inbox/')).body.items).toEqual([
      expect.objectContaining({ kind: 'access', league: null, title, is_read: false }),
    ])
    expect((await boss.get('/api/inbox/')).body.items).toEqual([])
    expect(receivedPaths()).toEqual(['stranger'])
    expect(browser.decrypt(webhookReceiver.received[0]?.body ?? Buffer.alloc(0))).toMatchObject({
      title,
      path: '/',
    })
    expect((await mailServer.nextEmail()).text).toContain(title)
    const [{ id }] = (await stranger.get('/api/inbox/')).body.items
    expect((await stranger.post('/api/inbox/read/', { id })).body.count).toBe(0)
  })

  it('sends no email to an address that is not verified', async () => {
    const { clients, testApp } = league
    await clients.player.post('/api/account/', {
      email: 'rosa@league.example',
      current_password: 'player-has-a-secret',
    })
    await saveSettings('player', { kinds: [{ kind: 'comment', push: false, mail: true }] })
    expect((await readSettings('player')).mail).toBe('unverified')
    const { id } = (await league.post('player', 'posts/', { content: 'Who trades?' })).body
    await league.post('viewer', `posts/${id}/comments/`, { body: 'Me' })
    await runJob()
    expect(await listDeliveries()).toEqual([])
    // A verified address can be replaced after a notification was queued for it.
    await testApp.verifyEmail('player')
    expect((await readSettings('player')).mail).toBe('ready')
    await league.post('viewer', `posts/${id}/comments/`, { body: 'Or me' })
    await testApp.db.updateTable('users').set({ email_verified_at: null }).execute()
    await runJob()
    expect(testApp.emails.map(({ subject }) => subject)).toEqual(['Verify your email for Fieldhouse'])
  })

  it('notifies members without a pick three hours before picks lock', async () => {
    await league.clients.skipper.post('/api/league/Harbour/settings/', { has_betslip: true })
    // The cutoff of week 5 of 2026 is October 10, 22:00 UTC.
    await travelTo(new Date('2026-10-10T18:59:00Z'))
    for (const actor of ['player', 'viewer'] as const) await subscribe(actor)
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

  it('notifies the manager of a team whose starter is out', async () => {
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
    const browser = await subscribe('player')
    await subscribe('viewer')
    await runJob()
    expect(receivedPaths()).toEqual(['player'])
    expect(browser.decrypt(webhookReceiver.received[0]?.body ?? Buffer.alloc(0))).toMatchObject({
      title: 'Rook Calloway is out',
      body: 'Starting at QB for Anchors in Harbour, Week 2. Check your lineup.',
      tab: 'Roster',
    })
  })
})

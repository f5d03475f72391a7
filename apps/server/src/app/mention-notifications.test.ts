import { MINUTE_MS } from '@fieldhouse/domain/duration'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { inTransaction } from '../database/engine/database.ts'
import { smtpMailer } from '../mail/mail.ts'
import { writePart } from '../repositories/archive-store.ts'
import { type MailServer, startMailServer } from '../testing/mail-server.ts'
import { createPushBrowser } from '../testing/push-browser.ts'
import { runNow, runQueuedJobs } from '../testing/run-jobs.ts'
import { buildSeason } from '../testing/season-fixture.ts'
import { type Actor, createSocialLeague, type SocialLeague } from '../testing/social-league-fixture.ts'
import { startWebhookReceiver, type WebhookReceiver } from '../testing/webhook-receiver.ts'
import { buildTransaction } from '../testing/week-fixture.ts'
import { notificationJobKinds } from './jobs.ts'

let league: SocialLeague
let webhookReceiver: WebhookReceiver
let mailServer: MailServer
let ids: Record<string, number>
beforeEach(async () => {
  webhookReceiver = await startWebhookReceiver()
  mailServer = await startMailServer()
  league = await createSocialLeague({ PUSH_ANYWHERE: true, SMTP_URL: mailServer.url })
  league.testApp.provider.read = () => buildSeason()
  await league.clients.boss.post('/api/refresh-espn/', { name: 'Harbour' })
  await assignTeam(2, 'player')
  await runJob()
  const { members } = (await league.clients.boss.get('/api/league/Harbour/mentionables/')).body
  ids = Object.fromEntries(members.map(({ name, id }: { name: string; id: number }) => [name, id]))
})
afterEach(async () => {
  await league.testApp.close()
  await Promise.all([webhookReceiver[Symbol.asyncDispose](), mailServer.close()])
})

/** Runs the recurring job once, as the runner does each minute, and then the deliveries that are due. */
async function runJob(): Promise<void> {
  const now = () => league.testApp.clock.now
  const kinds = notificationJobKinds({
    db: league.testApp.db,
    settings: { secretKey: 'a secret key of at least 32 bytes', PUSH_ANYWHERE: true },
    mailer: smtpMailer(mailServer.url, 'desk@league.example'),
    mailPool: { slots: 3 },
    publicUrl: () => 'https://league.example',
    now,
  })
  for (const kind of kinds) if (kind.schedule !== undefined) await runNow(kind)
  await runQueuedJobs(league.testApp.db, kinds, now)
}

const assignTeam = (id: number, username: string) =>
  league.clients.boss.post('/api/league/Harbour/assign-team/', { league_team_id: id, username })

const choose = (actor: Actor, kind: string, choice: object) =>
  league.clients[actor].post('/api/notifications/', {
    kinds: [{ kind, push: false, mail: false, inbox: false, ...choice }],
  })

/** The mentions of names in a text: Anchors and Buoys are teams, the others members. */
function mentionsIn(text: string) {
  return ['Anchors', 'Buoys', ...Object.keys(ids)].flatMap((name) => {
    const start = text.indexOf(`@${name}`)
    if (start < 0) return []
    const team = ['Anchors', 'Buoys'].indexOf(name) + 1
    const target = team > 0 ? { kind: 'team', id: team } : { kind: 'member', id: ids[name] }
    return [{ ...target, start, length: name.length + 1 }]
  })
}

const post = async (actor: Actor, content: string): Promise<number> =>
  (await league.post(actor, 'posts/', { content, mentions: mentionsIn(content) })).body.id
const comment = (actor: Actor, path: string, body: string) =>
  league.post(actor, path, { body, mentions: mentionsIn(body) })
const itemsOf = async (actor: Actor) => (await league.clients[actor].get('/api/inbox/')).body.items
const titlesOf = async (actor: Actor): Promise<string[]> =>
  (await itemsOf(actor)).map(({ title }: { title: string }) => title)

it('is an unread item of the inbox that opens the post, once', async () => {
  const id = await post('viewer', 'What about @Rosa Field?')
  await runJob()
  await runJob()
  expect(await itemsOf('player')).toMatchObject([
    {
      kind: 'mention',
      title: 'viewer mentioned you in a post',
      body: 'Harbour: What about @Rosa Field?',
      is_read: false,
      target: { tab: 'league social', post: `post-${id}` },
    },
  ])
  for (const actor of ['viewer', 'skipper', 'boss'] as const) expect(await itemsOf(actor)).toEqual([])
  const { data } = await league.testApp.db
    .selectFrom('league_events')
    .select('data')
    .where('name', '=', 'inbox')
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow()
  expect(JSON.parse(data)).toEqual({ user: ids['Rosa Field'] })
})

it('is sent to the user of a mentioned team, once with their own name', async () => {
  await post('viewer', 'Poor @Buoys')
  await post('viewer', '@Buoys, of @Rosa Field')
  await post('viewer', 'Nobody has the @Anchors')
  await runJob()
  expect((await titlesOf('player')).sort()).toEqual([
    'viewer mentioned Buoys in a post',
    'viewer mentioned you in a post',
  ])
})

it('is not sent to oneself, and not for the own team', async () => {
  await post('player', 'I, @Rosa Field, run the @Buoys')
  await runJob()
  expect(await itemsOf('player')).toEqual([])
})

it('is sent for proposals, instead of the news of the proposal', async () => {
  const question = 'Should @Rosa Field trade?'
  await league.post('viewer', 'proposals/', {
    question,
    options: ['Yes', 'No'],
    mentions: mentionsIn(question),
  })
  await runJob()
  await runJob()
  expect(await titlesOf('player')).toEqual(['viewer mentioned you in a proposal'])
  expect(await titlesOf('skipper')).toEqual(['New proposal in Harbour'])
})

it('of the author of a post in a comment is the only notification of the comment', async () => {
  const id = await post('player', 'Who trades?')
  await comment('viewer', `posts/${id}/comments/`, 'You, @Rosa Field, and @skipper')
  await runJob()
  await runJob()
  expect(await titlesOf('player')).toEqual(['viewer mentioned you in a comment'])
  expect(await titlesOf('skipper')).toEqual(['viewer mentioned you in a comment'])
  expect(await itemsOf('player')).toMatchObject([{ target: { post: `post-${id}` } }])
})

it('leaves the notification of the comment to those who turned mentions off', async () => {
  const id = await post('player', 'Who trades?')
  await choose('player', 'mention', {})
  await choose('skipper', 'mention', {})
  await comment('viewer', `posts/${id}/comments/`, 'You, @Rosa Field, and @skipper')
  await runJob()
  await runJob()
  expect(await titlesOf('player')).toEqual(['viewer commented on your post'])
  expect(await itemsOf('skipper')).toEqual([])
})

it('is sent by push and email to those who chose so', async () => {
  const browser = createPushBrowser(`${webhookReceiver.url}player`)
  await league.clients.player.post('/api/notifications/devices/', browser.subscription)
  await league.testApp.db
    .updateTable('users')
    .set({ email: 'rosa@league.example', email_key: 'rosa@league.example', email_verified_at: 1 })
    .where('username', '=', 'player')
    .execute()
  await choose('player', 'mention', { push: true, mail: true })
  const id = await post('viewer', 'Hi @Rosa Field <b>')
  await runJob()
  const [push] = webhookReceiver.received
  expect(push && browser.decrypt(push.body)).toMatchObject({
    title: 'viewer mentioned you in a post',
    path: `/?league=Harbour&tab=league+social&post=post-${id}`,
    tab: 'League Social',
  })
  expect((await mailServer.nextEmail()).subject).toBe('You were mentioned in your league')
  expect(await itemsOf('player')).toEqual([])
})

it('is sent after an edit to those who were added only', async () => {
  const id = await post('viewer', 'Hi @Rosa Field')
  await runJob()
  await league.clients.player.post('/api/inbox/read/', { until: league.testApp.clock.now.toISOString() })
  league.advanceClock(2 * MINUTE_MS)
  const content = 'Hi @Rosa Field and @skipper'
  const edit = (version: number) =>
    league.post('viewer', `posts/${id}/edit/`, { content, mentions: mentionsIn(content), version })
  expect((await edit(1)).status).toBe(200)
  await runJob()
  await runJob()
  expect(await itemsOf('player')).toMatchObject([{ is_read: true }])
  expect(await itemsOf('skipper')).toMatchObject([
    { title: 'viewer mentioned you in a post', is_read: false },
  ])
})

it('is not sent after an edit to the author of the post, who knows the comment', async () => {
  const id = await post('player', 'Who trades?')
  const { body } = await comment('viewer', `posts/${id}/comments/`, 'Me')
  await runJob()
  const text = 'Me, @Rosa Field'
  await league.post('viewer', `posts/${id}/comments/${body.id}/edit/`, {
    body: text,
    mentions: mentionsIn(text),
    version: 1,
  })
  await runJob()
  expect(await titlesOf('player')).toEqual(['viewer commented on your post'])
})

it('is not sent to somebody who has left the league in the meantime', async () => {
  await post('viewer', 'Hi @Rosa Field and @Buoys')
  await league.clients.boss.post('/api/league/Harbour/members/remove/', { username: 'player' })
  await runJob()
  expect(await itemsOf('player')).toEqual([])
})

it('in a comment on a trade opens the trade, and replaces the comment for its managers', async () => {
  const moves = [
    { playerId: 1, fromTeamId: 2, toTeamId: 1 },
    { playerId: 2, fromTeamId: 1, toTeamId: 2 },
  ]
  const transactions = [buildTransaction({ id: 'swap-1', season: 2026, kind: 'trade', bid: null, moves })]
  const source = { receivedAt: league.testApp.clock.now, isFetched: false }
  await inTransaction(league.testApp.db, (transaction) =>
    writePart(
      transaction,
      league.leagueId,
      { name: 'transactions', week: { season: 2026, week: 1, transactions } },
      source,
    ),
  )
  const path = '/api/league/Harbour/trades/2026/swap-1/comments/'
  const body = 'Robbery, @Rosa Field and @skipper'
  await league.clients.viewer.post(path, { body, mentions: mentionsIn(body) })
  await runJob()
  const ofTrade = {
    title: 'viewer mentioned you in a comment',
    target: { view: 'trade', season: 2026, post: 'swap-1' },
  }
  const mentions = async (actor: Actor) =>
    (await itemsOf(actor)).filter(({ kind }: { kind: string }) => kind === 'mention' || kind === 'comment')
  expect(await mentions('player')).toMatchObject([ofTrade])
  expect(await mentions('skipper')).toMatchObject([ofTrade])
})

import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { noMailer } from '../mail/mail.ts'
import { listenToEvents } from '../testing/event-listener.ts'
import { runNow } from '../testing/run-jobs.ts'
import { type Actor, createSocialLeague, type SocialLeague } from '../testing/social-league-fixture.ts'
import { notificationJobKinds } from './jobs.ts'

let league: SocialLeague
let viewerId: number
/** A comment of the viewer on a post of the skipper. */
let postId: number
let commentId: number
let playersPost: number
let playersName: string
beforeEach(async () => {
  league = await createSocialLeague()
  await league.testApp.app.listen({ port: 0, host: '127.0.0.1' })
  const { members } = (await league.clients.player.get('/api/league/Harbour/mentionables/')).body
  viewerId = members.find(({ name }: { name: string }) => name === 'viewer').id
  postId = (await league.post('skipper', 'posts/', { content: 'Draft day' })).body.id
  commentId = (await league.post('viewer', `posts/${postId}/comments/`, { body: 'Noon?' })).body.id
  const { body } = await league.post('player', 'posts/', { content: 'Hello' })
  ;[playersPost, playersName] = [body.id, body.user]
})
afterEach(() => league.testApp.close())

const mentions = () => [{ kind: 'member', id: viewerId, start: 0, length: 7 }]

const reply = (body: string) =>
  league.post('player', `posts/${postId}/comments/`, { body, reply_to: commentId })
const mentionInPost = (text: string) =>
  league.post('player', 'posts/', { content: `@viewer ${text}`, mentions: mentions() })
const mentionInComment = (text: string) =>
  league.post('player', `posts/${postId}/comments/`, { body: `@viewer ${text}`, mentions: mentions() })

const mute = () => league.post('viewer', `moderation/post/${playersPost}/mute/`)
const unmute = () => league.remove('viewer', `moderation/post/${playersPost}/mute/`)

async function listNotifications(actor: Actor): Promise<string[]> {
  const kinds = notificationJobKinds({
    db: league.testApp.db,
    settings: { secretKey: 'a secret key of at least 32 bytes', PUSH_ANYWHERE: false },
    mailer: noMailer({ warn: () => undefined }),
    mailPool: { slots: 1 },
    publicUrl: () => 'https://league.example',
    now: () => league.testApp.clock.now,
  })
  for (const kind of kinds) if (kind.schedule !== undefined) await runNow(kind)
  const { items } = (await league.clients[actor].get('/api/inbox/')).body
  return items.map(({ body }: { body: string }) => body).toSorted()
}

describe('a muted person', () => {
  it('causes no notifications by replies and mentions', async () => {
    await mute()
    await reply('Early')
    await mentionInPost('Early')
    await mentionInComment('Early')
    league.advanceClock()
    expect(await listNotifications('viewer')).toEqual([])
    await unmute()
    await reply('Late')
    await mentionInPost('Late')
    await mentionInComment('Late')
    league.advanceClock()
    const late = (await listNotifications('viewer')).filter((body) => body.includes('Late'))
    expect(late).toHaveLength(3)
  })

  it('takes the notifications of earlier replies and mentions out of the inbox, until they are unmuted', async () => {
    await reply('A reply')
    await mentionInPost('in a post')
    await mentionInComment('in a comment')
    league.advanceClock()
    const before = await listNotifications('viewer')
    expect(before).toHaveLength(3)
    await mute()
    expect(await listNotifications('viewer')).toEqual([])
    await unmute()
    expect(await listNotifications('viewer')).toEqual(before)
  })

  it('has their replies and mentions marked, for who muted them only', async () => {
    await mute()
    await reply('A reply')
    await mentionInPost('in a post')
    const comments = async (actor: Actor) =>
      (await league.get(actor, `posts/${postId}/comments/`)).body.comments
    expect(await comments('viewer')).toMatchObject([
      { id: commentId },
      { body: 'A reply', muted: true, reply_to: { id: commentId } },
    ])
    expect((await league.feed('viewer'))[0]).toMatchObject({
      content: '@viewer in a post',
      muted: true,
      mentions: [{ kind: 'member', id: viewerId }],
    })
    for (const actor of ['player', 'skipper', 'boss'] as const)
      expect(JSON.stringify([await comments(actor), await league.feed(actor)])).not.toContain('"muted"')
  })

  it('has their replies marked in events, for who muted them only', async () => {
    await mute()
    const [viewer, boss] = await Promise.all(
      (['viewer', 'boss'] as const).map((actor) => listenToEvents(league.testApp, league.clients[actor])),
    )
    await reply('A reply')
    const nextEvent = async (listener: typeof viewer) =>
      JSON.stringify((await listener?.nextNamed('feed'))?.data)
    expect(await nextEvent(viewer)).toContain('"muted":true')
    expect(await nextEvent(boss)).not.toContain('"muted"')
  })

  it('can be mentioned by who muted them, and is notified', async () => {
    await mute()
    const { members } = (await league.clients.viewer.get('/api/league/Harbour/mentionables/')).body
    const player = members.find(({ name }: { name: string }) => name === playersName)
    await league.post('viewer', 'posts/', {
      content: `@${playersName} your move`,
      mentions: [{ kind: 'member', id: player.id, start: 0, length: playersName.length + 1 }],
    })
    league.advanceClock()
    expect(await listNotifications('player')).toEqual([expect.stringContaining('your move')])
  })
})

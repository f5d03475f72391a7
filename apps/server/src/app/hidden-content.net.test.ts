import type { LeagueEvents } from '@fieldhouse/contract/live'
import { HOUR_MS } from '@fieldhouse/domain/duration'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { findDelivery } from '../features/notifications/notification-store.ts'
import { noMailer } from '../mail/mail.ts'
import { type EventListener, listenToEvents } from '../testing/event-listener.ts'
import { listReadUrls } from '../testing/list-read-urls.ts'
import { createPhoto } from '../testing/media-files.ts'
import { postFiles } from '../testing/multipart-form.ts'
import { runNow } from '../testing/run-jobs.ts'
import { type Actor, createSocialLeague, type SocialLeague } from '../testing/social-league-fixture.ts'
import { notificationJobKinds } from './jobs.ts'

/** Part of every text that is hidden. */
const CANARY = 'zebracanary'

let league: SocialLeague
beforeEach(async () => {
  league = await createSocialLeague()
  await league.testApp.app.listen({ port: 0, host: '127.0.0.1' })
})
afterEach(() => league.testApp.close())

type FeedEvent = LeagueEvents['feed']

const listen = (actor: Actor) => listenToEvents(league.testApp, league.clients[actor])
const nextFeedEvent = async (listener: EventListener) => (await listener.nextNamed('feed')).data as FeedEvent

async function runNotificationJob(): Promise<void> {
  const kinds = notificationJobKinds({
    db: league.testApp.db,
    settings: { secretKey: 'a secret key of at least 32 bytes', PUSH_ANYWHERE: false },
    mailer: noMailer({ warn: () => undefined }),
    mailPool: { slots: 1 },
    publicUrl: () => 'https://league.example',
    now: () => league.testApp.clock.now,
  })
  for (const kind of kinds) if (kind.schedule !== undefined) await runNow(kind)
}

type Written = { keys: string[]; postId: number; proposalId: number }

/** The player writes one of each, every text with the canary, and comments on a visible post of the skipper. */
async function writeCanaries(): Promise<Written> {
  const { body: uploaded } = await postFiles(
    league.clients.player,
    '/api/league/Harbour/social/posts/media/',
    [{ name: 'us.jpg', content: await createPhoto() }],
  )
  const { body: post } = await league.post('player', 'posts/', {
    content: `Post ${CANARY}`,
    media: [{ key: uploaded.media[0].key, caption: `Caption ${CANARY}`, alt_text: `Alt ${CANARY}` }],
  })
  const { body: proposal } = await league.post('player', 'proposals/', {
    question: `Question ${CANARY}?`,
    options: [`Yes ${CANARY}`, 'No'],
    closes_at: new Date(league.testApp.clock.now.getTime() + 6 * HOUR_MS).toISOString(),
  })
  const { body: visible } = await league.post('skipper', 'posts/', { content: 'Visible' })
  const { body: comment } = await league.post('player', `posts/${visible.id}/comments/`, {
    body: `Comment ${CANARY}`,
  })
  await league.post('viewer', `posts/${visible.id}/comments/`, { body: 'Fine' })
  return {
    keys: [`post/${post.id}`, `proposal/${proposal.id}`, `comment/${comment.id}`],
    postId: post.id,
    proposalId: proposal.id,
  }
}

/** The names of the reads whose responses to an actor contain a hidden text. */
async function findLeaks(actor: Actor, { postId, proposalId }: Written): Promise<string[]> {
  const client = league.clients[actor]
  const urls = await listReadUrls(client, 'Harbour')
  const more: [string, string][] = [
    ['the hidden post', `/api/league/Harbour/social/items/${postId}/?type=post`],
    ['the hidden proposal', `/api/league/Harbour/social/items/${proposalId}/?type=proposal`],
    ['comments of the hidden post', `/api/league/Harbour/social/posts/${postId}/comments/`],
    ['posts only', '/api/league/Harbour/social/feed/?type=post'],
  ]
  const leaks: string[] = []
  for (const [name, url] of [...urls, ...more]) {
    // Twice: the second response comes from the cache, where there is one.
    for (const attempt of ['first', 'second']) {
      const { body } = await client.get(url)
      if (JSON.stringify(body)?.includes(CANARY)) leaks.push(`${name} (${attempt})`)
    }
  }
  return leaks
}

describe('hidden content', () => {
  it('is in no response to a member, before and after it was cached, and comes back when shown again', async () => {
    const written = await writeCanaries()
    await runNotificationJob()
    const before = await findLeaks('viewer', written)
    expect(before).toEqual(
      expect.arrayContaining([
        'listFeed (first)',
        'listFeed (second)',
        'getDashboard (first)',
        'listInbox (first)',
      ]),
    )
    expect(await findLeaks('skipper', written)).toContain('listInbox (first)')
    for (const key of written.keys)
      await league.post('skipper', `moderation/${key}/hide/`, { reason: 'Off topic' })
    await runNotificationJob()
    expect(await findLeaks('viewer', written)).toEqual([])
    expect(await findLeaks('player', written)).not.toEqual([])
    expect(await findLeaks('skipper', written)).toContain('listFeed (second)')
    for (const key of written.keys) await league.remove('skipper', `moderation/${key}/hide/`)
    expect(await findLeaks('viewer', written)).toEqual(before)
  })

  it('is in no event to a member, and the events let open pages of everybody follow', async () => {
    const written = await writeCanaries()
    const actors = ['viewer', 'player', 'skipper', 'boss'] as const
    const pages = new Map(
      await Promise.all(
        actors.map(
          async (actor) =>
            [actor, { listener: await listen(actor), items: await league.feed(actor) }] as const,
        ),
      ),
    )
    const steps = [
      ...written.keys.map((key) => () => league.post('skipper', `moderation/${key}/hide/`, { reason: 'No' })),
      ...written.keys.map((key) => () => league.remove('skipper', `moderation/${key}/hide/`)),
    ]
    for (const [index, step] of steps.entries()) {
      expect((await step()).status).toBe(200)
      for (const [actor, page] of pages) {
        const event = await nextFeedEvent(page.listener)
        const isHiding = index < written.keys.length
        if (isHiding) expect(JSON.stringify(event).includes(CANARY)).toBe(actor !== 'viewer')
        pages.set(actor, {
          ...page,
          items: page.items.map((item) =>
            item.type === event.type && item.id === event.id
              ? { ...item, ...event.changes, version: event.version }
              : item,
          ),
        })
        if (index === written.keys.length - 1 || index === steps.length - 1)
          expect(visibleFields(pages.get(actor)?.items ?? []), actor).toEqual(
            visibleFields(await league.feed(actor)),
          )
      }
    }
  })

  it('stays in no event of other changes, such as a new comment next to a hidden one', async () => {
    const { body: post } = await league.post('skipper', 'posts/', { content: 'Visible' })
    const { body: comment } = await league.post('player', `posts/${post.id}/comments/`, {
      body: `Comment ${CANARY}`,
    })
    await league.post('skipper', `moderation/comment/${comment.id}/hide/`, { reason: 'No' })
    const listeners = { viewer: await listen('viewer'), boss: await listen('boss') }
    await league.post('viewer', `posts/${post.id}/comments/`, { body: 'Fine' })
    expect(JSON.stringify(await nextFeedEvent(listeners.viewer))).not.toContain(CANARY)
    expect(JSON.stringify(await nextFeedEvent(listeners.boss))).toContain(CANARY)
  })

  it('is not sent by push or email once it is hidden', async () => {
    const written = await writeCanaries()
    await runNotificationJob()
    const { db, clock } = league.testApp
    const rows = await db.selectFrom('notifications').select(['id', 'user_id', 'body']).execute()
    const canaries = rows.filter(({ body }) => body.includes(CANARY))
    expect(canaries.length).toBeGreaterThan(1)
    const deliveries = () =>
      Promise.all(
        canaries.map(({ id }) => findDelivery(db, { notificationId: id, subscriptionId: null }, clock.now)),
      )
    expect(await deliveries()).not.toContain(null)
    for (const key of written.keys) await league.post('skipper', `moderation/${key}/hide/`, { reason: 'No' })
    expect(await deliveries()).toEqual(canaries.map(() => null))
  })
})

/** What a page shows of its items. A page may keep rights to edit, and empty fields that others leave out. */
function visibleFields(items: readonly Record<string, unknown>[]) {
  const isShown = ([name, value]: [string, unknown]) =>
    name !== 'edit' && value !== null && !(Array.isArray(value) && value.length === 0)
  return items.map((item) => ({
    ...Object.fromEntries(Object.entries(item).filter(isShown)),
    comments_preview: undefined,
  }))
}

describe('a muted member', () => {
  it('is marked in the events to who muted them only', async () => {
    const { body: post } = await league.post('player', 'posts/', { content: 'First' })
    await league.post('viewer', `moderation/post/${post.id}/mute/`)
    const listeners = { viewer: await listen('viewer'), boss: await listen('boss') }
    await league.post('player', 'posts/', { content: 'Second' })
    expect((await nextFeedEvent(listeners.viewer)).item).toMatchObject({ content: 'Second', muted: true })
    expect((await nextFeedEvent(listeners.boss)).item?.muted).toBeUndefined()
  })

  it('causes no notifications and no marks of tabs, except for proposals', async () => {
    const { body: own } = await league.post('viewer', 'posts/', { content: 'Mine' })
    const { body: other } = await league.post('player', 'posts/', { content: 'Other' })
    await league.post('player', `posts/${own.id}/comments/`, { body: 'Before' })
    await runNotificationJob()
    const inbox = async () =>
      (await league.clients.viewer.get('/api/inbox/')).body.items.map((item: { kind: string }) => item.kind)
    expect(await inbox()).toEqual(['comment'])
    await league.post('viewer', `moderation/post/${other.id}/mute/`)
    expect(await inbox()).toEqual([])
    await league.clients.viewer.post('/api/league/Harbour/visits/', { tab: 'league social' })
    league.advanceClock()
    await league.post('player', `posts/${own.id}/comments/`, { body: 'After' })
    await league.post('player', `posts/${own.id}/like/`)
    await league.post('player', 'posts/', { content: 'Another' })
    await runNotificationJob()
    expect(await inbox()).toEqual([])
    const unread = (await league.clients.viewer.get('/api/inbox/unread/')).body
    expect([unread.count, unread.tabs]).toEqual([0, []])
    await league.post('player', 'proposals/', { question: 'More?', options: ['Yes', 'No'] })
    await runNotificationJob()
    expect(await inbox()).toEqual(['proposal'])
  })

  it('is announced to the pages of who muted them only', async () => {
    const { body: post } = await league.post('player', 'posts/', { content: 'First' })
    const listeners = { viewer: await listen('viewer'), player: await listen('player') }
    await league.post('viewer', `moderation/post/${post.id}/mute/`)
    await league.post('skipper', 'slow-mode/', { seconds: 60 })
    expect((await listeners.viewer.nextNamed('mutes')).data).toEqual({ user: expect.any(Number) })
    expect((await listeners.player.next()).event).toBe('slow_mode')
  })
})

it('notifies admins of a report, until nobody has to decide about it', async () => {
  const { body: post } = await league.post('player', 'posts/', { content: 'Mean text' })
  const listeners = { player: await listen('player'), skipper: await listen('skipper') }
  await league.post('viewer', `moderation/post/${post.id}/report/`, { reason: 'insult' })
  expect((await listeners.skipper.nextNamed('inbox')).data).toEqual({ user: expect.any(Number) })
  // The author's page receives nothing about it: the next event is of something else.
  await league.post('skipper', 'slow-mode/', { seconds: 60 })
  expect((await listeners.player.next()).event).toBe('slow_mode')
  await runNotificationJob()
  const inbox = async (actor: Actor) => (await league.clients[actor].get('/api/inbox/')).body.items
  expect(await inbox('skipper')).toMatchObject([
    {
      kind: 'report',
      title: 'A post by Rosa Field was reported in Harbour',
      body: 'Insult or harassment: Mean text',
      target: { tab: 'admin' },
    },
  ])
  for (const actor of ['player', 'viewer'] as const) expect(await inbox(actor)).toEqual([])
  await league.post('skipper', `moderation/post/${post.id}/dismissal/`)
  expect(await inbox('skipper')).toEqual([])
})

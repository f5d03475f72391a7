import type { FeedItem } from '@fieldhouse/contract/feed/items'
import type { LeagueEvents } from '@fieldhouse/contract/live'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type EventListener, listenToEvents } from '../testing/event-listener.ts'
import { createSocialLeague, type SocialLeague } from '../testing/social-league-fixture.ts'

let league: SocialLeague
beforeEach(async () => {
  league = await createSocialLeague()
  await league.testApp.app.listen({ port: 0, host: '127.0.0.1' })
})
afterEach(() => league.testApp.close())

type FeedEvent = LeagueEvents['feed']

const listen = (actor: 'player' | 'viewer' | 'skipper') =>
  listenToEvents(league.testApp, league.clients[actor])

const nextFeedEvent = async (listener: EventListener) => (await listener.nextNamed('feed')).data as FeedEvent

/** An item of the feed as a page has it after an event. */
const applyChanges = (item: FeedItem, { version, changes }: FeedEvent) => ({ ...item, ...changes, version })

describe('a feed event', () => {
  it('contains a new item as its receiver reads it', async () => {
    const listeners = { player: await listen('player'), viewer: await listen('viewer') }
    const { body } = await league.post('player', 'posts/', { content: 'Who starts?' })
    for (const actor of ['player', 'viewer'] as const) {
      const [item] = await league.feed(actor)
      const event = { change: 'added', type: 'post', id: body.id, version: 1, item }
      expect(await nextFeedEvent(listeners[actor])).toEqual(event)
      expect(item.can_delete).toBe(actor === 'player')
    }
  })

  it('contains a new proposal without a vote', async () => {
    const listener = await listen('viewer')
    const { body } = await league.post('player', 'proposals/', { question: 'More?', options: ['Yes', 'No'] })
    expect((await nextFeedEvent(listener)).item).toEqual({ ...body, can_delete: false })
  })

  it('contains what has changed, and nothing about the member who changed it', async () => {
    const { body: post } = await league.post('player', 'posts/', { content: 'A long text' })
    const before = await league.feed('viewer')
    const listener = await listen('viewer')
    await league.post('skipper', `posts/${post.id}/like/`)
    const event = await nextFeedEvent(listener)
    expect(event).toEqual({
      change: 'changed',
      type: 'post',
      id: post.id,
      version: 2,
      changes: { likes_count: 1 },
    })
    expect([applyChanges(before[0], event)]).toEqual(await league.feed('viewer'))
    expect(await league.feed('skipper')).toMatchObject([{ liked: true }])
  })

  it('lets only the author of a comment delete it', async () => {
    const { body: post } = await league.post('player', 'posts/', { content: 'Who starts?' })
    const listeners = { player: await listen('player'), viewer: await listen('viewer') }
    const { body: comment } = await league.post('viewer', `posts/${post.id}/comments/`, { body: 'I do.' })
    for (const actor of ['player', 'viewer'] as const) {
      const [item] = await league.feed(actor)
      const { changes } = await nextFeedEvent(listeners[actor])
      expect(changes).toEqual({ comments_count: 1, comments_preview: item.comments_preview })
      const { edit, ...shared } = comment
      const own = actor === 'viewer' ? { can_delete: true, edit } : { can_delete: false }
      expect(item.comments_preview).toEqual([{ ...shared, ...own }])
    }
  })

  it('contains the votes of a proposal, and voters only if it is open', async () => {
    for (const anonymous of [true, false]) {
      const proposal = { question: 'More?', options: ['Yes', 'No'], anonymous }
      const { body } = await league.post('player', 'proposals/', proposal)
      const before = await league.feed('skipper')
      const listener = await listen('skipper')
      await league.post('viewer', `proposals/${body.id}/vote/`, { option_id: body.options[0].id })
      const event = await nextFeedEvent(listener)
      expect(event.changes).toMatchObject({ total: 1, options: [{ percent: 100 }, { percent: 0 }] })
      expect(JSON.stringify(event).includes('viewer')).toBe(!anonymous)
      expect(applyChanges(before[0], event)).toEqual((await league.feed('skipper'))[0])
    }
  })

  it('contains no reactions when the last one is taken back', async () => {
    const { body: post } = await league.post('player', 'posts/', { content: 'Who starts?' })
    const react = (on: boolean) => league.post('viewer', `items/${post.id}/react/`, { reaction: 'wow', on })
    await react(true)
    const listener = await listen('skipper')
    await react(false)
    expect((await nextFeedEvent(listener)).changes).toEqual({ reactions: [] })
  })

  it('contains the current state when several changes are sent at once', async () => {
    const { body: post } = await league.post('player', 'posts/', { content: 'Who starts?' })
    let [item] = await league.feed('skipper')
    const listener = await listen('skipper')
    await Promise.all(
      ['player', 'viewer', 'skipper'].map((actor) =>
        league.post(actor as 'player', `posts/${post.id}/like/`),
      ),
    )
    for (const version of [2, 3, 4]) {
      const event = await nextFeedEvent(listener)
      expect(event.version).toBe(version)
      item = applyChanges(item, event)
    }
    expect(item).toMatchObject({ version: 4, likes_count: 3 })
  })

  it('says that an item is removed if it was deleted before it could be sent', async () => {
    const { body: post } = await league.post('player', 'posts/', { content: 'Oops' })
    const listener = await listen('viewer')
    const { db } = league.testApp
    await db.deleteFrom('feed_items').where('id', '=', post.id).execute()
    const event = { change: 'added', type: 'post', id: post.id, version: 1 }
    const row = { league_id: league.leagueId, name: 'feed', data: JSON.stringify(event), at: 0 }
    await db.insertInto('league_events').values(row).execute()
    expect(await nextFeedEvent(listener)).toEqual({ change: 'removed', type: 'post', id: post.id })
  })
})

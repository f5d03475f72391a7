import { MINUTE_MS } from '@fieldhouse/domain/duration'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createPhoto } from '../../testing/media-files.ts'
import { postFiles } from '../../testing/multipart-form.ts'
import {
  type Actor,
  createSocialLeague,
  type SocialLeague,
  storeTrade,
} from '../../testing/social-league-fixture.ts'

let league: SocialLeague
beforeEach(async () => {
  league = await createSocialLeague()
})
afterEach(() => league.testApp.close())

async function uploadPicture(actor: Actor = 'player'): Promise<number> {
  league.advanceClock()
  const { body } = await postFiles(league.clients[actor], '/api/league/Harbour/social/media/', [
    { name: 'us.jpg', content: await createPhoto() },
  ])
  return body.items[0].id
}

async function createProposal(): Promise<number> {
  league.advanceClock()
  return (await league.post('player', 'proposals/', { question: 'More?', options: ['Yes', 'No'] })).body.id
}

async function listEvents(): Promise<unknown[]> {
  const rows = await league.testApp.db.selectFrom('league_events').select('data').orderBy('id').execute()
  return rows.map(({ data }) => JSON.parse(data))
}

describe('pictures and proposals', () => {
  it.each([
    ['media', uploadPicture],
    ['proposal', createProposal],
  ] as const)('are liked and commented on like posts (%s)', async (type, create) => {
    const id = await create()
    const path = (rest: string) => `items/${id}/${rest}?type=${type}`
    expect(await league.feed()).toMatchObject([
      { likes_count: 0, comments_count: 0, liked: false, comments_preview: [] },
    ])
    expect((await league.post('viewer', path('like/'))).body).toEqual({ liked: true, likes_count: 1 })
    for (const body of ['one', 'two', 'three']) await league.post('viewer', path('comments/'), { body })
    expect(await league.feed('viewer')).toMatchObject([
      {
        type,
        likes_count: 1,
        liked: true,
        comments_count: 3,
        comments_preview: [{ body: 'two', author: 'viewer', can_delete: true }, { body: 'three' }],
      },
    ])
    const fields = ['comments_count', 'comments_preview']
    expect((await listEvents()).slice(-4)).toEqual([
      { change: 'changed', type, id, version: 2, fields: ['likes_count'] },
      ...[3, 4, 5].map((version) => ({ change: 'changed', type, id, version, fields })),
    ])
    const { comments } = (await league.get('player', path('comments/'))).body
    expect(comments.map(({ body }: { body: string }) => body)).toEqual(['one', 'two', 'three'])
    const [first, second] = comments
    // The author of the item may not delete comments of others.
    expect((await league.remove('player', path(`comments/${first.id}/`))).status).toBe(403)
    expect((await league.remove('viewer', path(`comments/${first.id}/`))).status).toBe(200)
    expect((await league.remove('skipper', path(`comments/${second.id}/`))).status).toBe(200)
    expect((await league.post('viewer', path('like/'))).body).toEqual({ liked: false, likes_count: 0 })
    expect(await league.feed()).toMatchObject([{ comments_count: 1, comments_preview: [{ body: 'three' }] }])
    await league.remove('player', `${type === 'media' ? 'media' : 'proposals'}/${id}/`)
    expect(await league.testApp.db.selectFrom('item_comments').selectAll().execute()).toEqual([])
  })

  it('keep their marks when somebody votes', async () => {
    const id = await createProposal()
    await league.post('player', `items/${id}/like/?type=proposal`)
    await league.post('viewer', `items/${id}/comments/?type=proposal`, { body: 'Yes!' })
    const [proposal] = await league.feed()
    const voted = await league.post('player', `proposals/${id}/vote/`, { option_id: proposal.options[0].id })
    expect(voted.body).toMatchObject({
      liked: true,
      likes_count: 1,
      comments_preview: [{ author: 'viewer', body: 'Yes!' }],
    })
  })

  it('are liked and unliked at most 200 times in 10 minutes, posts included', async () => {
    await league.testApp.close()
    // A tenth of the limits.
    league = await createSocialLeague({ RATE_LIMIT_FACTOR: 0.1 })
    const post = (await league.post('player', 'posts/', { content: 'Hi' })).body.id
    const id = await createProposal()
    for (let count = 0; count < 10; count += 1) {
      await league.post('viewer', `posts/${post}/like/`)
      await league.post('viewer', `items/${id}/like/?type=proposal`)
    }
    const { status, body } = await league.post('viewer', `posts/${post}/like/`)
    expect([status, body.code]).toEqual([429, 'too_many_attempts'])
    expect((await league.post('player', `posts/${post}/like/`)).body.likes_count).toBe(1)
    league.advanceClock(10 * MINUTE_MS)
    expect((await league.post('viewer', `posts/${post}/like/`)).body.likes_count).toBe(2)
  })

  it('are found by their type, and posts by the same calls', async () => {
    const id = await uploadPicture()
    expect((await league.post('player', `items/${id}/like/?type=post`)).body.code).toBe('item_not_found')
    expect((await league.get('player', `items/${id}/comments/?type=proposal`)).status).toBe(404)
    expect((await league.post('player', `posts/${id}/comments/`, { body: 'No' })).status).toBe(404)
    expect((await league.post('player', `items/${id}/like/?type=trade`)).status).toBe(400)
    const post = (await league.post('player', 'posts/', { content: 'Hi' })).body.id
    expect((await league.post('viewer', `items/${post}/like/?type=post`)).body.likes_count).toBe(1)
  })
})

describe('trades', () => {
  const TRADE = '/api/league/Harbour/trades/2026/swap-1'

  beforeEach(async () => {
    await storeTrade(league)
  })

  const comment = (actor: Actor, body: string, trade = TRADE) =>
    league.clients[actor].post(`${trade}/comments/`, { body })
  const listComments = async (actor: Actor = 'player') =>
    (await league.clients[actor].get(`${TRADE}/comments/`)).body.comments

  it('are commented on without being listed in the feed', async () => {
    expect(await listComments()).toEqual([])
    const first = await comment('viewer', 'Robbery!')
    expect(first.body).toMatchObject({ author: 'viewer', body: 'Robbery!', can_delete: true })
    await Promise.all([comment('player', 'Fair'), comment('skipper', 'Veto')])
    const bodies = (await listComments()).map(({ body }: { body: string }) => body)
    expect([bodies[0], bodies.slice(1).sort()]).toEqual(['Robbery!', ['Fair', 'Veto']])
    expect(await league.feed()).toEqual([])
    expect(await league.testApp.db.selectFrom('feed_trades').selectAll().execute()).toMatchObject([
      { season: 2026, trade_id: 'swap-1', comments_count: 3 },
    ])
    const [item] = await league.testApp.db.selectFrom('feed_items').select('id').execute()
    expect((await listEvents()).at(-1)).toEqual({
      change: 'changed',
      type: 'trade',
      id: item?.id,
      version: 4,
      trade: { season: 2026, id: 'swap-1' },
    })
    const path = `${TRADE}/comments/${first.body.id}/`
    expect((await league.clients.player.delete(path)).body.code).toBe('not_allowed')
    expect((await league.clients.skipper.delete(path)).status).toBe(200)
    expect(await listComments()).toHaveLength(2)
    const audit = await league.testApp.db
      .selectFrom('audit_log')
      .select('detail')
      .where('action', '=', 'feed.delete')
      .execute()
    expect(audit.map(({ detail }) => JSON.parse(detail ?? ''))).toMatchObject([
      { type: 'comment', id: first.body.id, trade: item?.id },
    ])
  })

  it('have comments that reply to each other', async () => {
    const { body: first } = await comment('viewer', 'Robbery!')
    const reply = { body: 'Fair', reply_to: first.id }
    expect((await league.clients.player.post(`${TRADE}/comments/`, reply)).body.reply_to).toEqual({
      id: first.id,
      author: 'viewer',
    })
  })

  it('are not found unless the league has them', async () => {
    for (const id of ['2026/other', '2025/swap-1', '2026/add-1']) {
      const trade = `/api/league/Harbour/trades/${id}`
      expect((await comment('player', 'Hello?', trade)).body.code).toBe('item_not_found')
      expect((await league.clients.player.get(`${trade}/comments/`)).body.code).toBe('item_not_found')
    }
    expect((await league.clients.player.delete(`${TRADE}/comments/1/`)).body.code).toBe('item_not_found')
    expect(await league.testApp.db.selectFrom('feed_items').selectAll().execute()).toEqual([])
  })
})

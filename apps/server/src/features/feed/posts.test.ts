import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type Actor, createSocialLeague, type SocialLeague } from '../../testing/social-league-fixture.ts'

let league: SocialLeague
beforeEach(async () => {
  league = await createSocialLeague()
})
afterEach(() => league.testApp.close())

async function createPost(content = 'Kickoff', actor: Actor = 'player'): Promise<number> {
  league.advanceClock()
  const { status, body } = await league.post(actor, 'posts/', { content })
  expect(status).toBe(200)
  return body.id
}

async function createComment(postId: number, body: string, actor: Actor = 'player'): Promise<number> {
  league.advanceClock()
  return (await league.post(actor, `posts/${postId}/comments/`, { body })).body.id
}

async function listEvents(): Promise<unknown[]> {
  const rows = await league.testApp.db
    .selectFrom('league_events')
    .select(['name', 'data'])
    .orderBy('id')
    .execute()
  return rows.map(({ name, data }) => [name, JSON.parse(data)])
}

async function listAuditEntries() {
  return league.testApp.db
    .selectFrom('audit_log')
    .select(['actor_name', 'action', 'detail'])
    .where('action', 'like', 'feed.%')
    .orderBy('id')
    .execute()
}

describe('posts', () => {
  it('stores the same text of the same person within ten seconds as one post', async () => {
    const post = async (content: string, actor: Actor = 'player') =>
      (await league.post(actor, 'posts/', { content })).body.id
    const first = await post('Kickoff')
    league.advanceClock(9999)
    const repeated = await Promise.all([post('Kickoff'), post(' Kickoff ')])
    expect(repeated).toEqual([first, first])
    const others = [await post('Touchdown'), await post('Kickoff', 'viewer')]
    league.advanceClock(1)
    const later = await post('Kickoff')
    expect(new Set([first, ...others, later]).size).toBe(4)
    expect(await league.feed()).toHaveLength(4)
    expect(await listEvents()).toHaveLength(4)
  })

  it('returns one item by type and ID until it is deleted', async () => {
    const id = await createPost('Week 3 trash talk')
    await createPost('Newer')
    const get = (actor: Actor, path: string) => league.get(actor, `items/${path}`)
    const { status, body } = await get('viewer', `${id}/?type=post`)
    expect([status, body.item]).toEqual([200, (await league.feed('viewer')).at(-1)])
    // The same number is no proposal.
    expect((await get('viewer', `${id}/?type=proposal`)).body.code).toBe('item_not_found')
    await league.remove('player', `posts/${id}/`)
    expect(await get('viewer', `${id}/?type=post`)).toMatchObject({
      status: 404,
      body: { code: 'item_not_found' },
    })
  })

  it('returns a new post in the same form as the feed', async () => {
    const { body } = await league.post('player', 'posts/', { content: '  Go, Gulls!\n<b>now</b> ' })
    expect(body).toEqual({
      type: 'post',
      id: 1,
      version: 1,
      user: 'Rosa Field',
      by_league: false,
      pinned: false,
      created_at: '2026-10-11T18:30:00.000Z',
      can_delete: true,
      content: 'Go, Gulls!\n<b>now</b>',
      edit: { until: '2026-10-11T18:45:00.000Z', version: 1 },
      likes_count: 0,
      comments_count: 0,
      liked: false,
      comments_preview: [],
    })
    expect(await league.feed()).toEqual([body])
    const { edit: _, ...shared } = body
    expect(await league.feed('viewer')).toEqual([{ ...shared, can_delete: false }])
    expect(await listEvents()).toEqual([['feed', { change: 'added', type: 'post', id: 1, version: 1 }]])
  })

  it('counts one like per user and removes it on a second request', async () => {
    const id = await createPost()
    expect((await league.post('viewer', `posts/${id}/like/`)).body).toEqual({ liked: true, likes_count: 1 })
    expect((await league.post('player', `posts/${id}/like/`)).body).toEqual({ liked: true, likes_count: 2 })
    expect(await league.feed('player')).toMatchObject([{ liked: true, likes_count: 2 }])
    expect(await league.feed('boss')).toMatchObject([{ liked: false, likes_count: 2 }])
    expect((await league.post('player', `posts/${id}/like/`)).body).toEqual({ liked: false, likes_count: 1 })
    expect(await league.feed('player')).toMatchObject([{ liked: false, likes_count: 1 }])
  })

  it('keeps the counters correct with concurrent likes and comments', async () => {
    const id = await createPost()
    const actors: Actor[] = ['player', 'viewer', 'skipper', 'boss']
    await Promise.all([
      ...actors.flatMap((actor) => [1, 2, 3].map(() => league.post(actor, `posts/${id}/like/`))),
      ...actors.map((actor) => league.post(actor, `posts/${id}/comments/`, { body: actor })),
    ])
    expect(await league.feed()).toMatchObject([{ likes_count: 4, comments_count: 4, liked: true }])
  })

  it('lets the author or a league admin delete a post with its likes and comments', async () => {
    const [first, second] = [await createPost('first'), await createPost('second')]
    await createComment(first, 'Same here', 'viewer')
    await league.post('viewer', `posts/${first}/like/`)
    expect((await league.remove('viewer', `posts/${first}/`)).status).toBe(403)
    expect(await league.feed()).toHaveLength(2)
    expect((await league.remove('player', `posts/${first}/`)).body).toEqual({
      message: 'Post deleted.',
    })
    expect((await league.remove('player', `posts/${first}/`)).status).toBe(404)
    for (const table of ['item_likes', 'item_comments'] as const)
      expect(await league.testApp.db.selectFrom(table).selectAll().execute()).toEqual([])
    expect(await listAuditEntries()).toEqual([])
    expect((await league.remove('skipper', `posts/${second}/`)).status).toBe(200)
    expect(await league.feed()).toEqual([])
    expect(await listAuditEntries()).toMatchObject([{ actor_name: 'skipper', action: 'feed.delete' }])
    expect((await listEvents()).at(-1)).toEqual([
      'feed',
      { change: 'removed', type: 'post', id: second, version: 2 },
    ])
  })

  it('returns 404 for a post of another league', async () => {
    await league.clients.boss.post('/api/create-league/', { name: 'Valley', espn_league_id: 1 })
    const id = await createPost()
    const valley = '/api/league/Valley/social'
    const { boss } = league.clients
    expect((await boss.get(`${valley}/feed/`)).body).toEqual({ items: [], next: null })
    const responses = [
      await boss.post(`${valley}/posts/${id}/like/`),
      await boss.post(`${valley}/posts/${id}/pin/`),
      await boss.get(`${valley}/posts/${id}/comments/`),
      await boss.post(`${valley}/posts/${id}/comments/`, { body: 'Wrong league' }),
      await boss.delete(`${valley}/posts/${id}/`),
    ]
    for (const { status, body } of responses) expect([status, body.code]).toEqual([404, 'item_not_found'])
    expect(await league.feed()).toMatchObject([{ likes_count: 0, comments_count: 0, pinned: false }])
  })
})

describe('comments', () => {
  it('lists comments oldest first and previews the two newest in the feed', async () => {
    const id = await createPost()
    await createPost('no comments')
    for (const text of ['one', 'two', 'three']) await createComment(id, text, 'viewer')
    const { body } = await league.get('viewer', `posts/${id}/comments/`)
    expect(body.comments.map((comment: { body: string }) => comment.body)).toEqual(['one', 'two', 'three'])
    expect(body.comments[0]).toEqual({
      id: 1,
      author: 'viewer',
      body: 'one',
      created_at: '2026-10-11T18:30:03.000Z',
      can_delete: true,
      edit: { until: '2026-10-11T18:45:03.000Z', version: 1 },
    })
    const [, post] = await league.feed('player')
    expect(post).toMatchObject({ comments_count: 3, comments_preview: [{ body: 'two' }, { body: 'three' }] })
    expect(post.comments_preview[0].can_delete).toBe(false)
    expect((await listEvents()).at(-1)).toEqual([
      'feed',
      { change: 'changed', type: 'post', id, version: 4, fields: ['comments_count', 'comments_preview'] },
    ])
  })

  it('lets only its author or a league admin delete a comment', async () => {
    const id = await createPost()
    const comments = [await createComment(id, 'one', 'viewer'), await createComment(id, 'two', 'viewer')]
    const path = (index: number) => `posts/${id}/comments/${comments[index]}/`
    // The author of the post may not delete comments of others.
    expect((await league.remove('player', path(0))).body.code).toBe('not_allowed')
    expect((await league.remove('viewer', path(0))).status).toBe(200)
    expect((await league.remove('viewer', path(0))).status).toBe(404)
    const other = await createPost('other')
    expect((await league.remove('boss', `posts/${other}/comments/${comments[1]}/`)).status).toBe(404)
    expect((await league.remove('skipper', path(1))).status).toBe(200)
    expect((await league.feed())[1]).toMatchObject({ comments_count: 0, comments_preview: [] })
    expect(await listAuditEntries()).toMatchObject([{ actor_name: 'skipper', action: 'feed.delete' }])
  })
})

describe('the feed', () => {
  const contentsOf = (items: { content: string }[]) => items.map((item) => item.content)

  it('pages through pinned posts first, then newest first, without gaps', async () => {
    const ids: number[] = []
    for (let count = 0; count < 7; count += 1) ids.push(await createPost(`post ${count}`))
    expect((await league.post('skipper', `posts/${ids[1]}/pin/`)).body).toEqual({ pinned: true })
    const pages: string[][] = []
    for (let next: string | null = ''; next !== null; ) {
      const query: string = `?limit=3${next === '' ? '' : `&before=${next}`}`
      const { body } = await league.get('player', `feed/${query}`)
      pages.push(contentsOf(body.items))
      next = body.next
    }
    expect(pages).toEqual([['post 1', 'post 6', 'post 5'], ['post 4', 'post 3', 'post 2'], ['post 0']])
    expect((await league.post('skipper', `posts/${ids[1]}/pin/`)).body).toEqual({ pinned: false })
    expect(contentsOf(await league.feed('player', '?limit=2'))).toEqual(['post 6', 'post 5'])
    expect((await listAuditEntries()).map((entry) => entry.action)).toEqual(['feed.pin', 'feed.unpin'])
  })

  it('continues after the cursor when posts are added or deleted in the meantime', async () => {
    const ids = [await createPost('one'), await createPost('two'), await createPost('three')]
    const { body } = await league.get('player', 'feed/?limit=2')
    await createPost('four')
    await league.remove('player', `posts/${ids[1]}/`)
    const { items, next } = (await league.get('player', `feed/?limit=2&before=${body.next}`)).body
    expect([contentsOf(items), next]).toEqual([['one'], null])
  })

  it('keeps the order of posts from the same millisecond across pages', async () => {
    for (const content of ['one', 'two', 'three']) await league.post('player', 'posts/', { content })
    const { body } = await league.get('player', 'feed/?limit=1')
    const nextPage = await league.feed('player', `?before=${body.next}`)
    expect(contentsOf([...body.items, ...nextPage])).toEqual(['three', 'two', 'one'])
  })

  it('filters by item type and returns 400 for invalid query values', async () => {
    await createPost('a post')
    await league.post('player', 'proposals/', { question: 'More?', options: ['Yes', 'No'] })
    expect((await league.feed('player', '?type=post')).map((item) => item.type)).toEqual(['post'])
    expect((await league.feed('player', '?type=proposal')).map((item) => item.type)).toEqual(['proposal'])
    expect(await league.feed('player', '?type=media')).toEqual([])
    expect((await league.get('player', 'feed/?type=rumor')).status).toBe(400)
    expect((await league.get('player', 'feed/?before=2.1.1')).status).toBe(400)
  })

  it('shows changes, including display names, despite the response cache', async () => {
    const id = await createPost()
    await league.feed()
    await createComment(id, 'Hello', 'viewer')
    expect(await league.feed()).toMatchObject([{ comments_preview: [{ author: 'viewer' }] }])
    const before = await league.get('player', 'feed/')
    await league.clients.viewer.post('/api/account/', { first_name: 'Ada', last_name: 'Sparks', email: '' })
    expect(await league.feed()).toMatchObject([{ comments_preview: [{ author: 'Ada Sparks' }] }])
    const changed = await league.get('player', 'feed/', { 'if-none-match': String(before.headers['etag']) })
    expect(changed.status).toBe(200)
    const unchanged = await league.get('player', 'feed/', {
      'if-none-match': String(changed.headers['etag']),
    })
    expect([unchanged.status, unchanged.headers['cache-control']]).toEqual([304, 'private, no-cache'])
  })
})

describe('rate limits', () => {
  it('limits the posts of one user without affecting others', async () => {
    const responses = []
    for (let count = 0; count <= 30; count += 1)
      responses.push(await league.post('player', 'posts/', { content: `${count}` }))
    const last = responses.at(-1)
    expect(responses.slice(0, 30).every((response) => response.status === 200)).toBe(true)
    expect([last?.status, last?.body.error, last?.headers['retry-after']]).toEqual([
      429,
      "You're posting too fast. Try again in 10 minutes.",
      '600',
    ])
    expect(
      (await league.post('player', 'proposals/', { question: 'And?', options: ['a', 'b'] })).status,
    ).toBe(429)
    expect((await league.post('viewer', 'posts/', { content: 'Me?' })).status).toBe(200)
    expect((await league.post('player', 'posts/1/comments/', { body: 'Well.' })).status).toBe(200)
    league.advanceClock(10 * 60_000)
    expect((await league.post('player', 'posts/', { content: 'Again' })).status).toBe(200)
  })
})

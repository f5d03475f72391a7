import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type Actor, createSocialLeague, type SocialLeague } from '../../testing/social-league-fixture.ts'

let league: SocialLeague
beforeEach(async () => {
  league = await createSocialLeague()
})
afterEach(() => league.testApp.close())

async function createPost(content = 'Kickoff', who: Actor = 'player'): Promise<number> {
  league.advanceClock()
  const { status, body } = await league.post(who, 'posts/', { content })
  expect(status).toBe(200)
  return body.id
}

async function createComment(post: number, body: string, who: Actor = 'player'): Promise<number> {
  league.advanceClock()
  return (await league.post(who, `posts/${post}/comments/`, { body })).body.id
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

describe('a post', () => {
  it('is answered as the feed shows it', async () => {
    const { body } = await league.post('player', 'posts/', { content: '  Go, Gulls!\n<b>now</b> ' })
    expect(body).toEqual({
      type: 'post',
      id: 1,
      user: 'Rosa Field',
      by_league: false,
      pinned: false,
      created_at: '2026-10-11T18:30:00.000Z',
      can_delete: true,
      content: 'Go, Gulls!\n<b>now</b>',
      likes_count: 0,
      comments_count: 0,
      liked: false,
      comments_preview: [],
    })
    expect(await league.feed()).toEqual([body])
    expect(await league.feed('viewer')).toEqual([{ ...body, can_delete: false }])
    expect(await listEvents()).toEqual([['feed', { change: 'added', type: 'post', id: 1 }]])
  })

  it('is liked once by each person, who may take it back', async () => {
    const id = await createPost()
    expect((await league.post('viewer', `posts/${id}/like/`)).body).toEqual({ liked: true, likes_count: 1 })
    expect((await league.post('player', `posts/${id}/like/`)).body).toEqual({ liked: true, likes_count: 2 })
    expect(await league.feed('player')).toMatchObject([{ liked: true, likes_count: 2 }])
    expect(await league.feed('boss')).toMatchObject([{ liked: false, likes_count: 2 }])
    expect((await league.post('player', `posts/${id}/like/`)).body).toEqual({ liked: false, likes_count: 1 })
    expect(await league.feed('player')).toMatchObject([{ liked: false, likes_count: 1 }])
  })

  it('counts right when many like it and comment on it at once', async () => {
    const id = await createPost()
    const who: Actor[] = ['player', 'viewer', 'skipper', 'boss']
    await Promise.all([
      ...who.flatMap((each) => [1, 2, 3].map(() => league.post(each, `posts/${id}/like/`))),
      ...who.map((each) => league.post(each, `posts/${id}/comments/`, { body: each })),
    ])
    expect(await league.feed()).toMatchObject([{ likes_count: 4, comments_count: 4, liked: true }])
  })

  it('is deleted with its likes and comments by its author or a league admin', async () => {
    const [first, second] = [await createPost('first'), await createPost('second')]
    await createComment(first, 'mine too', 'viewer')
    await league.post('viewer', `posts/${first}/like/`)
    expect((await league.remove('viewer', `posts/${first}/`)).status).toBe(403)
    expect(await league.feed()).toHaveLength(2)
    expect((await league.remove('player', `posts/${first}/`)).body).toEqual({
      message: 'The post was deleted.',
    })
    expect((await league.remove('player', `posts/${first}/`)).status).toBe(404)
    for (const table of ['post_likes', 'post_comments'] as const)
      expect(await league.testApp.db.selectFrom(table).selectAll().execute()).toEqual([])
    expect(await listAuditEntries()).toEqual([])
    expect((await league.remove('skipper', `posts/${second}/`)).status).toBe(200)
    expect(await league.feed()).toEqual([])
    expect(await listAuditEntries()).toMatchObject([{ actor_name: 'skipper', action: 'feed.delete' }])
    expect((await listEvents()).at(-1)).toEqual(['feed', { change: 'removed', type: 'post', id: second }])
  })

  it('is of one league: another does not know it', async () => {
    await league.clients.boss.post('/api/create-league/', { name: 'Valley', espn_league_id: 1 })
    const id = await createPost()
    const valley = '/api/league/Valley/social'
    const { boss } = league.clients
    expect((await boss.get(`${valley}/feed/`)).body).toEqual({ items: [], next: null })
    const answers = [
      await boss.post(`${valley}/posts/${id}/like/`),
      await boss.post(`${valley}/posts/${id}/pin/`),
      await boss.get(`${valley}/posts/${id}/comments/`),
      await boss.post(`${valley}/posts/${id}/comments/`, { body: 'lost' }),
      await boss.delete(`${valley}/posts/${id}/`),
    ]
    for (const { status, body } of answers) expect([status, body.code]).toEqual([404, 'item_not_found'])
    expect(await league.feed()).toMatchObject([{ likes_count: 0, comments_count: 0, pinned: false }])
  })
})

describe('a comment', () => {
  it('stands under its post, oldest first, and the two newest in the feed', async () => {
    const id = await createPost()
    await createPost('without any')
    for (const text of ['one', 'two', 'three']) await createComment(id, text, 'viewer')
    const { body } = await league.get('viewer', `posts/${id}/comments/`)
    expect(body.comments.map((each: { body: string }) => each.body)).toEqual(['one', 'two', 'three'])
    expect(body.comments[0]).toEqual({
      id: 1,
      author: 'viewer',
      body: 'one',
      created_at: '2026-10-11T18:30:03.000Z',
      can_delete: true,
    })
    const [, post] = await league.feed('player')
    expect(post).toMatchObject({ comments_count: 3, comments_preview: [{ body: 'two' }, { body: 'three' }] })
    expect(post.comments_preview[0].can_delete).toBe(false)
    expect((await listEvents()).at(-1)).toEqual(['feed', { change: 'changed', type: 'post', id }])
  })

  it('is deleted by its author or a league admin, and by nobody else', async () => {
    const id = await createPost()
    const comments = [await createComment(id, 'one', 'viewer'), await createComment(id, 'two', 'viewer')]
    const path = (index: number) => `posts/${id}/comments/${comments[index]}/`
    // Not even by the author of the post.
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
  const texts = (items: { content: string }[]) => items.map((item) => item.content)

  it('is pinned first, then newest, page by page without a gap', async () => {
    const ids: number[] = []
    for (let count = 0; count < 7; count += 1) ids.push(await createPost(`post ${count}`))
    expect((await league.post('skipper', `posts/${ids[1]}/pin/`)).body).toEqual({ pinned: true })
    const pages: string[][] = []
    for (let next: string | null = ''; next !== null; ) {
      const query: string = `?limit=3${next === '' ? '' : `&before=${next}`}`
      const { body } = await league.get('player', `feed/${query}`)
      pages.push(texts(body.items))
      next = body.next
    }
    expect(pages).toEqual([['post 1', 'post 6', 'post 5'], ['post 4', 'post 3', 'post 2'], ['post 0']])
    expect((await league.post('skipper', `posts/${ids[1]}/pin/`)).body).toEqual({ pinned: false })
    expect(texts(await league.feed('player', '?limit=2'))).toEqual(['post 6', 'post 5'])
    expect((await listAuditEntries()).map((act) => act.action)).toEqual(['feed.pin', 'feed.unpin'])
  })

  it('goes on where it was, whatever is posted or deleted meanwhile', async () => {
    const ids = [await createPost('one'), await createPost('two'), await createPost('three')]
    const { body } = await league.get('player', 'feed/?limit=2')
    await createPost('four')
    await league.remove('player', `posts/${ids[1]}/`)
    const { items, next } = (await league.get('player', `feed/?limit=2&before=${body.next}`)).body
    expect([texts(items), next]).toEqual([['one'], null])
  })

  it('keeps the order of what came in the same millisecond', async () => {
    for (const content of ['one', 'two', 'three']) await league.post('player', 'posts/', { content })
    const { body } = await league.get('player', 'feed/?limit=1')
    const rest = await league.feed('player', `?before=${body.next}`)
    expect(texts([...body.items, ...rest])).toEqual(['three', 'two', 'one'])
  })

  it('shows one type when it is asked to', async () => {
    await createPost('words')
    await league.post('player', 'proposals/', { question: 'More?', options: ['Yes', 'No'] })
    expect((await league.feed('player', '?type=post')).map((item) => item.type)).toEqual(['post'])
    expect((await league.feed('player', '?type=proposal')).map((item) => item.type)).toEqual(['proposal'])
    expect(await league.feed('player', '?type=media')).toEqual([])
    expect((await league.get('player', 'feed/?type=rumor')).status).toBe(400)
    expect((await league.get('player', 'feed/?before=2.1.1')).status).toBe(400)
  })

  it('shows at once what has changed, also the names of people', async () => {
    const id = await createPost()
    await league.feed()
    await createComment(id, 'Hello', 'viewer')
    expect(await league.feed()).toMatchObject([{ comments_preview: [{ author: 'viewer' }] }])
    const before = await league.get('player', 'feed/')
    await league.clients.viewer.post('/api/account/', { first_name: 'Ada', last_name: 'Sparks', email: '' })
    expect(await league.feed()).toMatchObject([{ comments_preview: [{ author: 'Ada Sparks' }] }])
    const again = await league.get('player', 'feed/', { 'if-none-match': String(before.headers['etag']) })
    expect(again.status).toBe(200)
    const same = await league.get('player', 'feed/', { 'if-none-match': String(again.headers['etag']) })
    expect([same.status, same.headers['cache-control']]).toEqual([304, 'private, no-cache'])
  })
})

describe('the calls', () => {
  it('are open to members, and pins to those who run the league', async () => {
    const tries: [Actor, member: number, admin: number][] = [
      ['nobody', 401, 401],
      ['stranger', 403, 403],
      ['viewer', 200, 403],
      ['player', 200, 403],
      ['skipper', 200, 200],
      ['boss', 200, 200],
    ]
    const body = { content: 'Hello', body: 'Hello' }
    for (const [who, member, admin] of tries) {
      const id = await createPost('of another', who === 'boss' ? 'skipper' : 'boss')
      const answers = [
        await league.get(who, 'feed/'),
        await league.get(who, `posts/${id}/comments/`),
        await league.post(who, 'posts/', body),
        await league.post(who, `posts/${id}/like/`),
        await league.post(who, `posts/${id}/comments/`, body),
        await league.post(who, `posts/${id}/pin/`),
        await league.remove(who, `posts/${id}/`),
      ]
      const statuses = answers.map((answer) => answer.status)
      expect([who, ...statuses]).toEqual([who, member, member, member, member, member, admin, admin])
    }
    // Six of others, two of them deleted, and four of their own.
    expect(await league.feed('boss')).toHaveLength(8)
  })
})

describe('a person who writes very much at once', () => {
  it('waits, while others do not', async () => {
    const answers = []
    for (let count = 0; count <= 30; count += 1)
      answers.push(await league.post('player', 'posts/', { content: `${count}` }))
    const last = answers.at(-1)
    expect(answers.slice(0, 30).every((answer) => answer.status === 200)).toBe(true)
    expect([last?.status, last?.body.error, last?.headers['retry-after']]).toEqual([
      429,
      'That was a lot at once. Try again in 10 minutes.',
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

import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createPhoto } from '../../testing/media-files.ts'
import { postFiles } from '../../testing/multipart-form.ts'
import { type Actor, createSocialLeague, type SocialLeague } from '../../testing/social-league-fixture.ts'

let league: SocialLeague
beforeEach(async () => {
  league = await createSocialLeague()
})
afterEach(() => league.testApp.close())

const createPost = async (actor: Actor = 'player', content = 'Kickoff'): Promise<number> =>
  (await league.post(actor, 'posts/', { content })).body.id

const comment = async (postId: number, actor: Actor = 'player', body = 'Ready'): Promise<number> =>
  (await league.post(actor, `posts/${postId}/comments/`, { body })).body.id

const report = (actor: Actor, key: string, body: object = { reason: 'insult' }) =>
  league.post(actor, `moderation/${key}/report/`, body)

const hide = (key: string, reason = 'Too personal') =>
  league.post('skipper', `moderation/${key}/hide/`, { reason })

const reportsFor = async (actor: Actor, state = 'open') =>
  (await league.get(actor, `reports/?state=${state}`)).body.reported

const listAudit = async () => {
  const rows = await league.testApp.db
    .selectFrom('audit_log')
    .select(['actor_name', 'action', 'detail'])
    .where('action', 'like', 'feed.%')
    .orderBy('id')
    .execute()
  return rows.map(({ detail, ...row }) => ({ ...row, detail: JSON.parse(detail) }))
}

describe('a report', () => {
  it('reaches the league admins with the content and who reported it', async () => {
    const id = await createPost()
    expect((await report('viewer', `post/${id}`, { reason: 'insult', note: ' Rude ' })).body).toEqual({
      message: 'Reported to the league admins.',
    })
    const at = league.testApp.clock.now.toISOString()
    expect(await reportsFor('skipper')).toEqual([
      {
        kind: 'post',
        id,
        author: 'Rosa Field',
        text: 'Kickoff',
        created_at: at,
        file: null,
        item: { type: 'post', id },
        trade: null,
        hidden: null,
        state: 'open',
        reports: [{ reporter: 'viewer', reason: 'insult', note: 'Rude', at }],
      },
    ])
  })

  it('contains comments, questions and pictures', async () => {
    const postId = await createPost()
    const commentId = await comment(postId)
    const question = { question: 'More?', options: ['Yes', 'No'] }
    const { body: proposal } = await league.post('player', 'proposals/', question)
    const { body } = await postFiles(league.clients.player, '/api/league/Harbour/social/media/', [
      { name: 'us.jpg', content: await createPhoto() },
    ])
    const keys = [`comment/${commentId}`, `proposal/${proposal.id}`, `media/${body.items[0].id}`]
    for (const key of keys) {
      league.advanceClock()
      expect((await report('viewer', key)).status).toBe(200)
    }
    expect(await reportsFor('skipper')).toMatchObject([
      { kind: 'media', text: '', file: { kind: 'image', url: body.items[0].url } },
      { kind: 'proposal', text: 'More?', file: null },
      { kind: 'comment', text: 'Ready', item: { type: 'post', id: postId } },
    ])
  })

  it('can be made once, withdrawn and made again', async () => {
    const id = await createPost()
    await report('viewer', `post/${id}`)
    expect((await report('viewer', `post/${id}`)).body.code).toBe('already_reported')
    const state = async () => (await league.get('viewer', `moderation/post/${id}/`)).body.report
    expect(await state()).toMatchObject({ reason: 'insult', note: '' })
    expect((await league.remove('viewer', `moderation/post/${id}/report/`)).status).toBe(200)
    expect(await state()).toBeNull()
    expect(await reportsFor('skipper')).toEqual([])
    expect((await report('viewer', `post/${id}`)).status).toBe(200)
  })

  it('is refused for what the user wrote and for what is hidden', async () => {
    const id = await createPost()
    expect((await report('player', `post/${id}`)).body.code).toBe('not_allowed')
    await hide(`post/${id}`)
    expect((await report('viewer', `post/${id}`)).body.code).toBe('item_hidden')
  })

  it.each([{ reason: 'because' }, {}, { reason: 'spam', note: 'n'.repeat(501) }])(
    'rejects %j',
    async (body) => {
      const response = await report('viewer', `post/${await createPost()}`, body)
      expect([response.status, response.body.code]).toEqual([400, 'invalid_input'])
    },
  )

  it('is limited to 20 in 10 minutes', async () => {
    const id = await createPost()
    for (let count = 0; count < 20; count += 1) {
      await report('viewer', `post/${id}`)
      await league.remove('viewer', `moderation/post/${id}/report/`)
    }
    const { status, body, headers } = await report('viewer', `post/${id}`)
    expect([status, body.code, headers['retry-after']]).toEqual([429, 'too_many_attempts', '600'])
  })

  it('is not shown to an admin who wrote what it is about', async () => {
    const id = await createPost('skipper')
    await report('viewer', `post/${id}`)
    expect(await reportsFor('skipper')).toEqual([])
    expect(await reportsFor('boss')).toHaveLength(1)
    const dismissed = await league.post('skipper', `moderation/post/${id}/dismissal/`)
    expect(dismissed.body.code).toBe('item_not_found')
    expect((await league.clients.skipper.get('/api/inbox/unread/')).body.reports).toBe(0)
  })

  it('is dismissed and reopened, with an entry in the audit log', async () => {
    const id = await createPost()
    await report('viewer', `post/${id}`)
    await report('boss', `post/${id}`)
    const unread = async () => (await league.clients.skipper.get('/api/inbox/unread/')).body.reports
    expect(await unread()).toBe(1)
    expect((await league.post('skipper', `moderation/post/${id}/dismissal/`)).status).toBe(200)
    expect([await reportsFor('skipper'), await unread()]).toEqual([[], 0])
    expect(await reportsFor('skipper', 'closed')).toMatchObject([{ id, state: 'dismissed' }])
    expect((await report('viewer', `post/${id}`)).body.code).toBe('already_reported')
    expect((await league.remove('skipper', `moderation/post/${id}/dismissal/`)).status).toBe(200)
    expect(await reportsFor('skipper')).toMatchObject([{ id, state: 'open' }])
    const detail = { type: 'post', id }
    expect(await listAudit()).toEqual([
      { actor_name: 'skipper', action: 'feed.dismiss_reports', detail },
      { actor_name: 'skipper', action: 'feed.reopen_reports', detail },
    ])
  })

  it('is closed while the content is hidden', async () => {
    const id = await createPost()
    await report('viewer', `post/${id}`)
    await hide(`post/${id}`)
    expect(await reportsFor('skipper')).toEqual([])
    expect(await reportsFor('skipper', 'closed')).toMatchObject([
      { id, state: 'hidden', hidden: { reason: 'Too personal', by: 'skipper' } },
    ])
    await league.remove('skipper', `moderation/post/${id}/hide/`)
    expect(await reportsFor('skipper')).toMatchObject([{ id, state: 'open', hidden: null }])
  })

  it('is deleted with the account of who made it', async () => {
    const id = await createPost()
    await report('viewer', `post/${id}`)
    await league.post('viewer', `moderation/post/${id}/mute/`)
    const { db } = league.testApp
    await league.clients.viewer.post('/api/account/delete/', {
      username: 'viewer',
      password: 'viewer-has-a-secret',
    })
    expect(await db.selectFrom('content_reports').selectAll().execute()).toEqual([])
    expect(await db.selectFrom('mutes').selectAll().execute()).toEqual([])
  })
})

describe('a hidden post', () => {
  it('is a placeholder for members, and keeps its counts and its content for its author and admins', async () => {
    const id = await createPost('player')
    await league.post('viewer', `posts/${id}/like/`)
    await comment(id, 'viewer', 'Sure')
    await hide(`post/${id}`)
    const at = league.testApp.clock.now.toISOString()
    const [placeholder] = await league.feed('viewer')
    expect(placeholder).toMatchObject({ content: '', likes_count: 1, comments_count: 1, liked: true })
    expect(placeholder.hidden).toEqual({ reason: 'Too personal', at })
    const [own] = await league.feed('player')
    expect(own).toMatchObject({ content: 'Kickoff', hidden: { reason: 'Too personal', at } })
    expect(own.hidden.by).toBeUndefined()
    for (const admin of ['skipper', 'boss'] as const)
      expect(await league.feed(admin)).toMatchObject([
        { content: 'Kickoff', hidden: { reason: 'Too personal', at, by: 'skipper' } },
      ])
    const { body } = await league.get('viewer', `items/${id}/?type=post`)
    expect(body.item).toEqual(placeholder)
  })

  it('comes back as it was', async () => {
    const id = await createPost()
    const before = await league.feed('viewer')
    await hide(`post/${id}`)
    expect((await league.remove('skipper', `moderation/post/${id}/hide/`)).status).toBe(200)
    const after = await league.feed('viewer')
    expect(after).toEqual([{ ...before[0], version: 3 }])
    expect(await listAudit()).toEqual([
      {
        actor_name: 'skipper',
        action: 'feed.hide',
        detail: { type: 'post', id, author_id: expect.any(Number), reason: 'Too personal' },
      },
      {
        actor_name: 'skipper',
        action: 'feed.unhide',
        detail: { type: 'post', id, author_id: expect.any(Number) },
      },
    ])
  })

  it('cannot be changed by anybody until it is shown again', async () => {
    const id = await createPost('player')
    const commentId = await comment(id, 'viewer')
    await hide(`post/${id}`)
    const reaction = { reaction: 'laugh', on: true }
    const attempts: [Actor, string, object?][] = [
      ['viewer', `posts/${id}/like/`],
      ['viewer', `items/${id}/like/?type=post`],
      ['viewer', `posts/${id}/comments/`, { body: 'Why?' }],
      ['skipper', `items/${id}/comments/?type=post`, { body: 'Why?' }],
      ['player', `posts/${id}/edit/`, { content: 'Better', version: 1 }],
      ['viewer', `posts/${id}/comments/${commentId}/edit/`, { body: 'Better', version: 1 }],
    ]
    for (const [actor, path, body] of attempts) {
      const response = await league.post(actor, path, body)
      expect([path, response.status, response.body.code]).toEqual([path, 409, 'item_hidden'])
    }
    expect(reaction.on).toBe(true)
    expect((await league.remove('player', `posts/${id}/`)).status).toBe(200)
  })

  it('needs a reason, which can be changed', async () => {
    const id = await createPost()
    for (const reason of ['', '  ', 'r'.repeat(201)])
      expect((await hide(`post/${id}`, reason)).body.code).toBe('invalid_input')
    await hide(`post/${id}`, 'First')
    await hide(`post/${id}`, 'Second')
    expect((await league.feed('viewer'))[0].hidden.reason).toBe('Second')
  })
})

it('hides the question and the options of a proposal, and closes it for votes', async () => {
  const question = { question: 'More?', options: ['Yes', 'No'] }
  const { body } = await league.post('player', 'proposals/', question)
  await league.post('viewer', `proposals/${body.id}/vote/`, { option_id: body.options[0].id })
  await hide(`proposal/${body.id}`)
  expect(await league.feed('viewer')).toMatchObject([
    { question: '', options: [], total: 1, my_vote: body.options[0].id },
  ])
  const vote = await league.post('viewer', `proposals/${body.id}/vote/`, { option_id: body.options[1].id })
  expect(vote.body.code).toBe('item_hidden')
  expect((await league.clients.boss.get('/api/dashboard/')).body).not.toMatchObject({ text: 'More?' })
})

it('refuses the files of hidden pictures and posts to members', async () => {
  const { body } = await postFiles(league.clients.player, '/api/league/Harbour/social/media/', [
    { name: 'us.jpg', content: await createPhoto() },
  ])
  const { body: uploaded } = await postFiles(
    league.clients.player,
    '/api/league/Harbour/social/posts/media/',
    [{ name: 'us.jpg', content: await createPhoto() }],
  )
  const { body: post } = await league.post('player', 'posts/', {
    content: '',
    media: [{ key: uploaded.media[0].key, caption: 'Secret caption' }],
  })
  const urls = [body.items[0].url, post.media[0].url]
  await hide(`media/${body.items[0].id}`)
  await hide(`post/${post.id}`)
  const items = await league.feed('viewer')
  expect(JSON.stringify(items)).not.toMatch(/file|Secret/)
  for (const url of urls)
    for (const size of ['', '?size=grid']) {
      const statusFor = async (actor: Actor) => (await league.clients[actor].get(`${url}${size}`)).status
      const statuses = await Promise.all((['viewer', 'player', 'skipper', 'boss'] as const).map(statusFor))
      expect([url, ...statuses]).toEqual([url, 404, 200, 200, 200])
    }
  await league.remove('skipper', `moderation/post/${post.id}/hide/`)
  expect((await league.clients.viewer.get(post.media[0].url)).status).toBe(200)
  const file = await league.get('viewer', `moderation/media/${post.media[0].id}/`)
  expect(file.body.code).toBe('item_not_found')
})

it('hides a comment wherever it is shown', async () => {
  const postId = await createPost()
  const id = await comment(postId, 'viewer', 'Mean')
  await hide(`comment/${id}`)
  const [post] = await league.feed('player')
  const at = league.testApp.clock.now.toISOString()
  const placeholder = { id, body: '', hidden: { reason: 'Too personal', at } }
  expect(post).toMatchObject({ comments_count: 1, comments_preview: [placeholder] })
  const commentsFor = async (actor: Actor) =>
    (await league.get(actor, `posts/${postId}/comments/`)).body.comments
  expect(await commentsFor('player')).toMatchObject([placeholder])
  expect(await commentsFor('viewer')).toMatchObject([{ ...placeholder, body: 'Mean' }])
  expect(await commentsFor('skipper')).toMatchObject([
    { body: 'Mean', hidden: { reason: 'Too personal', by: 'skipper' } },
  ])
  const reaction = await league.post('player', `posts/${postId}/comments/${id}/react/`, {
    reaction: 'laugh',
    on: true,
  })
  expect([404, 409]).toContain(reaction.status)
})

it('takes the content from somebody who is no longer an admin', async () => {
  await hide(`post/${await createPost('player', 'Mean')}`)
  expect((await league.feed('skipper'))[0].content).toBe('Mean')
  await league.clients.boss.post('/api/assign-user/', {
    username: 'viewer',
    league: 'Harbour',
    role: 'admin',
  })
  expect((await league.feed('viewer'))[0].content).toBe('Mean')
  await league.clients.boss.post('/api/assign-user/', {
    username: 'skipper',
    league: 'Harbour',
    role: 'viewer',
  })
  expect((await league.feed('skipper'))[0].content).toBe('')
})

describe('a muted person', () => {
  it('is marked for the user who muted them only', async () => {
    const id = await createPost('player')
    await comment(id, 'player')
    expect((await league.post('viewer', `moderation/post/${id}/mute/`)).status).toBe(200)
    const [post] = await league.feed('viewer')
    expect(post).toMatchObject({ muted: true, comments_preview: [{ muted: true }] })
    for (const actor of ['player', 'skipper', 'boss'] as const)
      expect(JSON.stringify(await league.feed(actor))).not.toContain('muted')
    expect((await league.get('viewer', `moderation/post/${id}/`)).body).toEqual({
      is_mine: false,
      author: 'Rosa Field',
      is_muted: true,
      is_hidden: false,
      can_hide: false,
      report: null,
    })
    expect(await listAudit()).toEqual([])
  })

  it('is listed in the account and unmuted there or at a comment', async () => {
    const id = await createPost('player')
    await league.post('viewer', `moderation/post/${id}/mute/`)
    const mutes = async (actor: Actor) => (await league.clients[actor].get('/api/account/mutes/')).body.mutes
    const [mute] = await mutes('viewer')
    expect(mute).toEqual({
      id: expect.any(Number),
      league: 'Harbour',
      name: 'Rosa Field',
      muted_at: league.testApp.clock.now.toISOString(),
    })
    expect(await mutes('player')).toEqual([])
    const url = `/api/account/mutes/${mute.id}/`
    expect((await league.clients.player.delete(url)).body.code).toBe('mute_not_found')
    expect((await league.clients.viewer.delete(url)).status).toBe(200)
    expect(await mutes('viewer')).toEqual([])
    await league.post('viewer', `moderation/post/${id}/mute/`)
    const commentId = await comment(id)
    await league.remove('viewer', `moderation/comment/${commentId}/mute/`)
    expect(await mutes('viewer')).toEqual([])
    expect((await league.feed('viewer'))[0].muted).toBeUndefined()
  })

  it('is never the user, nor the league itself', async () => {
    const id = await createPost('viewer')
    expect((await league.post('viewer', `moderation/post/${id}/mute/`)).body.code).toBe('not_allowed')
    await league.testApp.db.updateTable('feed_items').set({ user_id: null }).execute()
    expect((await league.post('viewer', `moderation/post/${id}/mute/`)).body.code).toBe('not_allowed')
  })
})

import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { IS_NET } from '../../testing/is-net.ts'
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

type Subject = { path: string; read: (actor?: Actor) => Promise<Record<string, unknown>> }

const createPost = async () => (await league.post('player', 'posts/', { content: 'Kickoff' })).body.id

const SOCIAL = '/api/league/Harbour/social'

const TYPES = [
  'post',
  'media item',
  'comment',
  'comment on an upload',
  'comment on a trade',
  'reply',
] as const

const SUBJECTS: Record<(typeof TYPES)[number], () => Promise<Subject>> = {
  async post() {
    const id = await createPost()
    return { path: `${SOCIAL}/items/${id}/react/`, read: async (actor) => (await league.feed(actor))[0] }
  },
  async 'media item'() {
    const id = await createUpload()
    return { path: `${SOCIAL}/items/${id}/react/`, read: async (actor) => (await league.feed(actor))[0] }
  },
  async comment() {
    return { ...(await commentOn(`${SOCIAL}/posts/${await createPost()}/`)), read: readPreview }
  },
  async 'comment on an upload'() {
    return {
      ...(await commentOn(`${SOCIAL}/items/${await createUpload()}/`, '?type=media')),
      read: readPreview,
    }
  },
  async 'comment on a trade'() {
    return commentOn(`${await storeTrade(league)}/`)
  },
  async reply() {
    const trade = `${await storeTrade(league)}/`
    const { id } = (await league.clients.viewer.post(`${trade}comments/`, { body: 'Robbery!' })).body
    return commentOn(trade, '', id)
  },
}

async function createUpload(): Promise<number> {
  const { body } = await postFiles(league.clients.player, `${SOCIAL}/media/`, [
    { name: 'us.jpg', content: await createPhoto() },
  ])
  return body.items[0].id
}

/** A comment on what has the path. */
async function commentOn(path: string, query = '', reply_to?: number): Promise<Subject> {
  const list = `${path}comments/${query}`
  const { id } = (await league.clients.player.post(list, { body: 'Ready', reply_to })).body
  const read = async (actor: Actor = 'player') =>
    (await league.clients[actor].get(list)).body.comments.find((each: { id: number }) => each.id === id)
  return { path: `${path}comments/${id}/react/${query}`, read }
}

const readPreview = async (actor: Actor = 'player') => (await league.feed(actor))[0].comments_preview[0]

describe.each(TYPES)('reactions to a %s', (type) => {
  let subject: Subject
  beforeEach(async () => {
    subject = await SUBJECTS[type]()
  })
  const react = async (actor: Actor, reaction: string, on = true) => {
    league.advanceClock()
    return league.clients[actor].post(subject.path, { reaction, on })
  }

  it('are counted with names, and one person may give several', async () => {
    expect(await subject.read()).not.toHaveProperty('reactions')
    await react('viewer', 'wow')
    await react('viewer', 'fire')
    const { status, body } = await react('player', 'wow')
    const reactions = [
      { reaction: 'fire', count: 1, names: ['viewer'] },
      { reaction: 'wow', count: 2, names: ['viewer', 'Rosa Field'] },
    ]
    expect([status, body]).toEqual([200, { reactions, my_reactions: ['wow'] }])
    expect(await subject.read('player')).toMatchObject({ reactions, my_reactions: ['wow'] })
    expect(await subject.read('viewer')).toMatchObject({ reactions, my_reactions: ['fire', 'wow'] })
    expect(await subject.read('boss')).toMatchObject({ reactions, my_reactions: [] })
  })

  it('change nothing when they are repeated, and can be taken back', async () => {
    const countEvents = async () =>
      (await league.testApp.db.selectFrom('league_events').select('id').execute()).length
    await Promise.all([react('viewer', 'clap'), react('viewer', 'clap')])
    const events = await countEvents()
    await react('viewer', 'clap')
    await react('viewer', 'sad', false)
    expect(await countEvents()).toBe(events)
    expect(await subject.read()).toMatchObject({ reactions: [{ reaction: 'clap', count: 1 }] })
    expect((await react('viewer', 'clap', false)).body).toEqual({ reactions: [], my_reactions: [] })
    expect(await countEvents()).toBe(events + 1)
    expect(await subject.read()).not.toHaveProperty('reactions')
  })

  it('are those of the fixed set only', async () => {
    expect((await react('viewer', 'shrug')).status).toBe(400)
  })

  // All of them count toward the same limit.
  it.runIf(IS_NET || type === 'post')('are limited', async () => {
    for (let count = 0; count < 200; count += 1)
      await league.clients.viewer.post(subject.path, { reaction: 'wow', on: true })
    const { status, body } = await league.clients.viewer.post(subject.path, { reaction: 'wow', on: false })
    expect([status, body.code]).toEqual([429, 'too_many_attempts'])
  })

  it('are not given to what is hidden', async () => {
    const { id } = await subject.read()
    const kind = type === 'post' ? 'post' : type === 'media item' ? 'media' : 'comment'
    await league.post('skipper', `moderation/${kind}/${String(id)}/hide/`, { reason: 'Off topic' })
    expect((await react('viewer', 'wow')).body.code).toBe('item_hidden')
  })

  it('keep the name of a former member, without the account', async () => {
    await react('viewer', 'wow')
    await league.testApp.db
      .updateTable('users')
      .set({ first_name: 'Former', last_name: 'member', username: 'former@4' })
      .where('username', '=', 'viewer')
      .execute()
    expect(await subject.read()).toMatchObject({ reactions: [{ names: ['Former member'] }] })
  })
})

it('finds neither proposals nor items of other leagues', async () => {
  const { id } = (await league.post('player', 'proposals/', { question: 'More?', options: ['Yes', 'No'] }))
    .body
  const post = await createPost()
  await league.clients.boss.post('/api/create-league/', { name: 'Valley', espn_league_id: 1 })
  const body = { reaction: 'wow', on: true }
  const responses = [
    await league.post('player', `items/${id}/react/`, body),
    await league.post('player', 'items/999/react/', body),
    await league.post('player', `posts/${post}/comments/1/react/`, body),
    await league.clients.boss.post(`/api/league/Valley/social/items/${post}/react/`, body),
  ]
  for (const response of responses)
    expect([response.status, response.body.code]).toEqual([404, 'item_not_found'])
})

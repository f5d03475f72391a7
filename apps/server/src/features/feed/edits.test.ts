import { MINUTE_MS } from '@fieldhouse/domain/duration'
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

type Text = { path: string; field: 'content' | 'body'; read: (actor?: Actor) => Promise<TextState> }
type TextState = { id: number; edited_at?: string; edit?: { until: string; version: number } }

const SOCIAL = '/api/league/Harbour/social'

const TYPES = [
  'post',
  'comment',
  'comment on an upload',
  'comment on a proposal',
  'comment on a trade',
  'reply',
] as const

const TEXTS: Record<(typeof TYPES)[number], () => Promise<Text>> = {
  async post() {
    const { id } = (await league.post('player', 'posts/', { content: 'Kikcoff' })).body
    return {
      path: `${SOCIAL}/posts/${id}/edit/`,
      field: 'content',
      read: async (actor = 'player') => (await league.feed(actor))[0],
    }
  },
  async comment() {
    const { id } = (await league.post('skipper', 'posts/', { content: 'Ready?' })).body
    return { ...(await commentOn(`${SOCIAL}/posts/${id}/`)), read: readPreview }
  },
  async 'comment on an upload'() {
    const { body } = await postFiles(league.clients.skipper, `${SOCIAL}/media/`, [
      { name: 'us.jpg', content: await createPhoto() },
    ])
    return { ...(await commentOn(`${SOCIAL}/items/${body.items[0].id}/`, '?type=media')), read: readPreview }
  },
  async 'comment on a proposal'() {
    const proposal = { question: 'More?', options: ['Yes', 'No'] }
    const { id } = (await league.post('skipper', 'proposals/', proposal)).body
    return { ...(await commentOn(`${SOCIAL}/items/${id}/`, '?type=proposal')), read: readPreview }
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

/** A comment of the player on what has the path. */
async function commentOn(path: string, query = '', reply_to?: number): Promise<Text> {
  const list = `${path}comments/${query}`
  const { id } = (await league.clients.player.post(list, { body: 'Kikcoff', reply_to })).body
  const read = async (actor: Actor = 'player') =>
    (await league.clients[actor].get(list)).body.comments.find((each: TextState) => each.id === id)
  return { path: `${path}comments/${id}/edit/${query}`, field: 'body', read }
}

const readPreview = async (actor: Actor = 'player') => (await league.feed(actor))[0].comments_preview[0]

describe.each(TYPES)('a %s', (type) => {
  let text: Text
  beforeEach(async () => {
    text = await TEXTS[type]()
  })
  const edit = (value: string, version = 1, actor: Actor = 'player') =>
    league.clients[actor].post(text.path, { [text.field]: value, version })

  it('is edited by its author, which everybody sees', async () => {
    expect(await text.read()).toMatchObject({ edit: { until: '2026-10-11T18:45:00.000Z', version: 1 } })
    expect(await text.read('viewer')).not.toHaveProperty('edit')
    league.advanceClock(MINUTE_MS)
    const { status, body } = await edit(' Kickoff! ')
    const edited = { [text.field]: 'Kickoff!', edited_at: '2026-10-11T18:31:00.000Z' }
    expect([status, body]).toMatchObject([200, { ...edited, edit: { version: 2 } }])
    expect(await text.read()).toMatchObject({ ...edited, edit: { version: 2 } })
    expect(await text.read('viewer')).toMatchObject(edited)
  })

  it('can be edited for 15 minutes by the clock of the server', async () => {
    league.advanceClock(15 * MINUTE_MS - 1)
    expect((await edit('Kickoff')).status).toBe(200)
    league.advanceClock(1)
    const { status, body } = await edit('Touchdown', 2)
    expect([status, body.code]).toEqual([423, 'edit_closed'])
    expect(await text.read()).toMatchObject({ [text.field]: 'Kickoff' })
    expect(await text.read()).not.toHaveProperty('edit')
  })

  it.each(['viewer', 'skipper', 'boss'] as const)('is not edited by the %s', async (actor) => {
    const { status, body } = await edit('I was wrong', 1, actor)
    expect([status, body.code]).toEqual([403, 'not_allowed'])
    expect(await text.read()).toMatchObject({ [text.field]: 'Kikcoff' })
  })

  it('does not lose what its author has saved on another device', async () => {
    await edit('Kickoff on the phone')
    const { status, body } = await edit('Kickoff at the desk')
    expect([status, body.code]).toEqual([409, 'edit_conflict'])
    const saved = { by: 'player', at: '2026-10-11T18:30:00.000Z' }
    expect(body.newer).toEqual({
      [text.field]: { value: 'Kickoff on the phone', ...saved },
      version: { value: 2, ...saved },
    })
    expect((await edit('Kickoff at the desk', 2)).status).toBe(200)
  })

  it('stays unmarked when nothing changes, even in a repeated request', async () => {
    expect((await edit('Kikcoff')).status).toBe(200)
    expect(await text.read()).not.toHaveProperty('edited_at')
    await edit('Kickoff')
    expect((await edit('Kickoff')).body).toMatchObject({ edit: { version: 2 } })
  })

  it('is recorded in the audit log and announced without its text', async () => {
    const { db } = league.testApp
    const newest = () =>
      db.selectFrom('league_events').select(['id', 'data']).orderBy('id', 'desc').executeTakeFirstOrThrow()
    const before = await newest()
    await edit('Kickoff')
    const after = await newest()
    expect(after.id).toBeGreaterThan(before.id)
    expect(after.data).not.toContain('Kickoff')
    const entry = await db
      .selectFrom('audit_log')
      .select(['actor_name', 'action', 'detail'])
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow()
    expect(entry).toMatchObject({ actor_name: 'player', action: 'feed.edit' })
    expect(JSON.parse(entry.detail)).toMatchObject({ type: type === 'post' ? 'post' : 'comment' })
    expect(entry.detail).not.toContain('Kickoff')
  })

  it.runIf(IS_NET || type === 'post')('is edited at most 60 times in 10 minutes', async () => {
    for (let count = 0; count < 60; count += 1) await edit('Kikcoff')
    const { status, body } = await edit('Kickoff')
    expect([status, body.code]).toEqual([429, 'too_many_attempts'])
    league.advanceClock(10 * MINUTE_MS)
    expect((await edit('Kickoff')).status).toBe(200)
  })

  it('is not edited while it is hidden, but in slow mode it is', async () => {
    expect((await league.post('skipper', 'slow-mode/', { seconds: 300 })).status).toBe(200)
    expect((await edit('Kickoff')).status).toBe(200)
    const { id } = await text.read()
    const kind = type === 'post' ? 'post' : 'comment'
    await league.post('skipper', `moderation/${kind}/${id}/hide/`, { reason: 'Off topic' })
    const { status, body } = await edit('Touchdown', 2)
    expect([status, body.code]).toEqual([409, 'item_hidden'])
  })

  it('needs a text', async () => {
    const { status, body } = await edit('  ')
    expect([status, body.fields]).toEqual([400, { [text.field]: 'Write something first.' }])
  })
})

it('finds neither posts of other leagues nor comments of other items', async () => {
  const post = (await TEXTS.post()).path
  const comment = (await TEXTS.comment()).path
  const upload = (await TEXTS['comment on an upload']()).path
  const trade = (await TEXTS['comment on a trade']()).path
  await league.clients.boss.post('/api/create-league/', { name: 'Valley', espn_league_id: 1 })
  const { boss, player } = league.clients
  const edited = { body: 'Wrong place', version: 1 }
  const responses = [
    await boss.post(post.replace('Harbour', 'Valley'), { content: 'Wrong league', version: 1 }),
    await boss.post(upload.replace('Harbour', 'Valley'), edited),
    await boss.post(trade.replace('Harbour', 'Valley'), edited),
    await player.post(comment.replace(/posts\/\d+/, 'posts/1'), edited),
    await player.post(upload.replace(/items\/\d+/, 'items/1'), edited),
    await player.post(upload.replace('type=media', 'type=proposal'), edited),
    await player.post(trade.replace('swap-1', 'add-1'), edited),
    await player.post(trade.replace(/comments\/\d+/, 'comments/1'), edited),
  ]
  for (const { status, body } of responses) expect([status, body.code]).toEqual([404, 'item_not_found'])
})

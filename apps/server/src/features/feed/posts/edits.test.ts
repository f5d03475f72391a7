import { MINUTE_MS } from '@fieldhouse/domain/duration'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type Actor, createSocialLeague, type SocialLeague } from '../../../testing/social-league-fixture.ts'

let league: SocialLeague
beforeEach(async () => {
  league = await createSocialLeague()
})
afterEach(() => league.testApp.close())

type Text = { path: string; field: 'content' | 'body'; read: (actor?: Actor) => Promise<TextState> }
type TextState = { id: number; edited_at?: string; edit?: { until: string; version: number } }

const TEXTS: Record<'post' | 'comment', () => Promise<Text>> = {
  async post() {
    const { id } = (await league.post('player', 'posts/', { content: 'Kikcoff' })).body
    return {
      path: `posts/${id}/edit/`,
      field: 'content',
      read: async (actor = 'player') => (await league.feed(actor))[0],
    }
  },
  async comment() {
    const { id } = (await league.post('skipper', 'posts/', { content: 'Ready?' })).body
    const comment = (await league.post('player', `posts/${id}/comments/`, { body: 'Kikcoff' })).body
    return {
      path: `posts/${id}/comments/${comment.id}/edit/`,
      field: 'body',
      read: async (actor = 'player') => (await league.feed(actor))[0].comments_preview[0],
    }
  },
}

describe.each(['post', 'comment'] as const)('a %s', (type) => {
  let text: Text
  beforeEach(async () => {
    text = await TEXTS[type]()
  })
  const edit = (value: string, version = 1, actor: Actor = 'player') =>
    league.post(actor, text.path, { [text.field]: value, version })

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
    expect(JSON.parse(entry.detail)).toMatchObject({ type })
    expect(entry.detail).not.toContain('Kickoff')
  })

  it('needs a text', async () => {
    const { status, body } = await edit('  ')
    expect([status, body.fields]).toEqual([400, { [text.field]: 'Write something first.' }])
  })
})

it('finds neither posts of other leagues nor comments of other posts', async () => {
  const { path } = await TEXTS.post()
  const { path: comment } = await TEXTS.comment()
  await league.clients.boss.post('/api/create-league/', { name: 'Valley', espn_league_id: 1 })
  const valley = await league.clients.boss.post(`/api/league/Valley/social/${path}`, {
    content: 'Wrong league',
    version: 1,
  })
  const other = await league.post('player', comment.replace(/posts\/\d+/, 'posts/1'), {
    body: 'Wrong post',
    version: 1,
  })
  for (const { status, body } of [valley, other]) expect([status, body.code]).toEqual([404, 'item_not_found'])
})

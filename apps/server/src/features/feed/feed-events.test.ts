import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createSocialLeague, type SocialLeague } from '../../testing/social-league-fixture.ts'

let league: SocialLeague
beforeEach(async () => {
  league = await createSocialLeague()
})
afterEach(() => league.testApp.close())

/** The data of the feed events since the last call, as every member receives them. */
async function takeEvents(): Promise<unknown[]> {
  const rows = await league.testApp.db
    .selectFrom('league_events')
    .select('data')
    .where('name', '=', 'feed')
    .orderBy('id')
    .execute()
  await league.testApp.db.deleteFrom('league_events').execute()
  return rows.map(({ data }) => JSON.parse(data))
}

const createPost = async () => (await league.post('player', 'posts/', { content: 'Who starts?' })).body.id

async function createProposal(isAnonymous: boolean): Promise<{ id: number; options: { id: number }[] }> {
  const body = { question: 'More bench?', options: ['Yes', 'No'], anonymous: isAnonymous }
  return (await league.post('player', 'proposals/', body)).body
}

describe('stored feed events', () => {
  it('contain what has changed in a post, but no text and nobody who changed it', async () => {
    const id = await createPost()
    expect(await takeEvents()).toEqual([{ change: 'added', type: 'post', id, version: 1 }])
    await league.post('viewer', `posts/${id}/like/`)
    await league.post('player', `posts/${id}/like/`)
    await league.post('viewer', `posts/${id}/like/`)
    const { body } = await league.post('viewer', `posts/${id}/comments/`, { body: 'A secret until deleted' })
    await league.remove('viewer', `posts/${id}/comments/${body.id}/`)
    const changed = { change: 'changed', type: 'post', id }
    const likes = { ...changed, fields: ['likes_count'] }
    const comments = { ...changed, fields: ['comments_count', 'comments_preview'] }
    expect(await takeEvents()).toEqual([
      { ...likes, version: 2 },
      { ...likes, version: 3 },
      { ...likes, version: 4 },
      { ...comments, version: 5 },
      { ...comments, version: 6, removed_comment: body.id },
    ])
    expect(await league.feed()).toMatchObject([{ id, version: 6 }])
    await league.remove('player', `posts/${id}/`)
    expect(await takeEvents()).toEqual([{ change: 'removed', type: 'post', id, version: 7 }])
  })

  it('count the changes of an item without gaps when members change it at the same time', async () => {
    const id = await createPost()
    const actors = ['player', 'viewer', 'skipper', 'boss'] as const
    await Promise.all([
      ...actors.map((actor) => league.post(actor, `posts/${id}/like/`)),
      ...actors.map((actor) => league.post(actor, `posts/${id}/comments/`, { body: actor })),
    ])
    const events = (await takeEvents()) as { version: number }[]
    expect(events.map(({ version }) => version)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9])
  })

  it('count pinning and unpinning', async () => {
    const id = await createPost()
    await takeEvents()
    await league.post('skipper', `posts/${id}/pin/`)
    await league.post('skipper', `posts/${id}/pin/`)
    expect(await takeEvents()).toMatchObject([
      { version: 2, fields: ['pinned'] },
      { version: 3, fields: ['pinned'] },
    ])
  })

  it('contain neither voters nor votes of an anonymous proposal', async () => {
    const { id, options } = await createProposal(true)
    await takeEvents()
    const { body } = await league.post('viewer', `proposals/${id}/vote/`, { option_id: options[0]?.id })
    const event = { change: 'changed', type: 'proposal', id, version: 2, fields: ['total', 'options'] }
    expect(await takeEvents()).toEqual([event])
    expect(body.version).toBe(2)
  })

  it('contain nothing when a member votes for the same option again', async () => {
    const { id, options } = await createProposal(false)
    const vote = () => league.post('viewer', `proposals/${id}/vote/`, { option_id: options[0]?.id })
    await vote()
    await takeEvents()
    expect((await vote()).body.version).toBe(2)
    expect(await takeEvents()).toEqual([])
  })
})

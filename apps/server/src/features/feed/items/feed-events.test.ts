import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createSocialLeague, type SocialLeague } from '../../../testing/social-league-fixture.ts'

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

describe('feed events', () => {
  it('contain the new counts of a post, and nothing about the member who changed them', async () => {
    const id = await createPost()
    expect(await takeEvents()).toEqual([{ change: 'added', type: 'post', id }])
    await league.post('viewer', `posts/${id}/like/`)
    await league.post('player', `posts/${id}/like/`)
    await league.post('viewer', `posts/${id}/like/`)
    const { body } = await league.post('viewer', `posts/${id}/comments/`, { body: 'A secret until deleted' })
    await league.clients.viewer.delete(`/api/league/Harbour/social/posts/${id}/comments/${body.id}/`)
    const changed = { change: 'changed', type: 'post', id }
    expect(await takeEvents()).toEqual([
      { ...changed, likes: 1 },
      { ...changed, likes: 2 },
      { ...changed, likes: 1 },
      { ...changed, comments: 1 },
      { ...changed, comments: 0 },
    ])
  })

  it('say whether an item was pinned', async () => {
    const id = await createPost()
    await takeEvents()
    await league.post('skipper', `posts/${id}/pin/`)
    await league.post('skipper', `posts/${id}/pin/`)
    expect(await takeEvents()).toMatchObject([{ pinned: true }, { pinned: false }])
  })

  it('contain the votes of an open proposal as the feed shows them', async () => {
    const { id, options } = await createProposal(false)
    await takeEvents()
    for (const actor of ['viewer', 'skipper', 'player'] as const)
      await league.post(actor, `proposals/${id}/vote/`, {
        option_id: options[actor === 'viewer' ? 0 : 1]?.id,
      })
    const events = (await takeEvents()) as { votes: unknown }[]
    const [proposal] = await league.feed('viewer')
    expect(events).toHaveLength(3)
    expect(events[2]).toEqual({
      change: 'changed',
      type: 'proposal',
      id,
      votes: {
        total: 3,
        options: [
          { id: options[0]?.id, percent: 33, voters: ['viewer'] },
          { id: options[1]?.id, percent: 67, voters: ['Rosa Field', 'skipper'] },
        ],
      },
    })
    expect(proposal).toMatchObject(events[2]?.votes as object)
  })

  it('contain neither voters nor votes of an anonymous proposal', async () => {
    const { id, options } = await createProposal(true)
    await takeEvents()
    await league.post('viewer', `proposals/${id}/vote/`, { option_id: options[0]?.id })
    expect(await takeEvents()).toEqual([{ change: 'changed', type: 'proposal', id }])
  })
})

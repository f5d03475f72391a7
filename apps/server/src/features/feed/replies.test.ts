import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type Actor, createSocialLeague, type SocialLeague } from '../../testing/social-league-fixture.ts'

let league: SocialLeague
let postId: number
beforeEach(async () => {
  league = await createSocialLeague()
  postId = (await league.post('player', 'posts/', { content: 'Who starts?' })).body.id
})
afterEach(() => league.testApp.close())

const comment = (actor: Actor, body: string, reply_to?: number) =>
  league.post(actor, `posts/${postId}/comments/`, { body, reply_to })

const listComments = async () => (await league.get('player', `posts/${postId}/comments/`)).body.comments

describe('a reply', () => {
  it('names the comment and its author, in the list and in the preview', async () => {
    const { body: first } = await comment('viewer', 'The rookie')
    const { status, body: reply } = await comment('skipper', 'Never', first.id)
    expect([status, reply.reply_to]).toEqual([200, { id: first.id, author: 'viewer' }])
    expect(first).not.toHaveProperty('reply_to')
    expect(await listComments()).toMatchObject([{ body: 'The rookie' }, { reply_to: { id: first.id } }])
    await comment('boss', 'Why not?')
    // The author of the comment is named although only the newest two are in the preview.
    expect(await league.feed()).toMatchObject([
      {
        comments_count: 3,
        comments_preview: [{ reply_to: { id: first.id, author: 'viewer' } }, { body: 'Why not?' }],
      },
    ])
  })

  it('to a reply belongs to the comment above both', async () => {
    const { body: first } = await comment('viewer', 'The rookie')
    const { body: reply } = await comment('skipper', 'Never', first.id)
    const { body: second } = await comment('viewer', 'Watch me', reply.id)
    expect(second.reply_to).toEqual({ id: first.id, author: 'viewer' })
  })

  it('is rejected without its comment, and nothing is stored', async () => {
    const { body: first } = await comment('viewer', 'The rookie')
    const other = (await league.post('player', 'posts/', { content: 'Another one' })).body.id
    const elsewhere = await league.post('viewer', `posts/${other}/comments/`, {
      body: 'x',
      reply_to: first.id,
    })
    expect([elsewhere.status, elsewhere.body.code]).toEqual([404, 'comment_not_found'])
    await league.remove('viewer', `posts/${postId}/comments/${first.id}/`)
    expect((await comment('skipper', 'Never', first.id)).body.error).toBe(
      'The comment that you reply to was deleted.',
    )
    expect(await listComments()).toEqual([])
  })

  it('outlives the comment that it replies to', async () => {
    const { body: first } = await comment('viewer', 'The rookie')
    await comment('skipper', 'Never', first.id)
    await league.remove('viewer', `posts/${postId}/comments/${first.id}/`)
    const comments = await listComments()
    expect(comments).toMatchObject([{ body: 'Never' }])
    expect(comments[0]).not.toHaveProperty('reply_to')
  })

  it('can be written on items of any type', async () => {
    const { body: proposal } = await league.post('player', 'proposals/', {
      question: 'More bench?',
      options: ['Yes', 'No'],
    })
    const send = (body: object) => league.post('viewer', `items/${proposal.id}/comments/?type=proposal`, body)
    const { body: first } = await send({ body: 'First' })
    const reply = await send({ body: 'Second', reply_to: first.id })
    expect(reply.body.reply_to).toEqual({ id: first.id, author: 'viewer' })
  })
})

import { describe, expect, it } from 'vitest'
import { userEvent } from 'vitest/browser'
import { type FakeResponses, fakeServer } from '../../testing/fake-server.ts'
import { buildComment, buildPost, respondOnce } from '../../testing/feed-fixtures.ts'
import { renderWithClient } from '../../testing/render.tsx'
import { handleFeedEvent } from './feed-events.ts'
import { LeagueSocialTab } from './league-social-tab.tsx'
import type { Comment } from './use-feed.ts'

const LIST_COMMENTS = 'GET /api/league/:league/social/items/:id/comments/'
const CREATE_COMMENT = 'POST /api/league/:league/social/items/:id/comments/'

const FIRST = buildComment({ id: 11, author: 'Ada Quill', body: 'The rookie' })
const SECOND = buildComment({ id: 12, author: 'Rowan Pike', body: 'I do.' })
const REPLY = buildComment({
  id: 13,
  author: 'Hugo Barley',
  body: 'Never',
  reply_to: { id: 11, author: 'Ada Quill' },
})

async function renderPost(comments: Comment[], responses: FakeResponses = {}) {
  const post = buildPost({
    id: 7,
    version: 1,
    comments_preview: comments.slice(-2),
    comments_count: comments.length,
  })
  const server = fakeServer({
    'GET /api/league/:league/social/feed/': respondOnce([post]),
    [LIST_COMMENTS]: { comments },
    [CREATE_COMMENT]: ({ body }) => {
      const { body: text, reply_to: target } = body as { body: string; reply_to?: number }
      const parent = comments.find(({ id }) => id === target)
      return buildComment({
        id: 20,
        author: 'Dario Finch',
        body: text,
        ...(parent === undefined ? {} : { reply_to: { id: parent.id, author: parent.author } }),
      })
    },
    ...responses,
  })
  const rendered = await renderWithClient(
    <LeagueSocialTab league="Sunday" user="Dario Finch" isAdmin={false} />,
  )
  const sent = () => server.requests.filter(({ key }) => key === CREATE_COMMENT).map(({ body }) => body)
  return { ...rendered, sent }
}

describe('replies', () => {
  it('are shown below their comment, and in the preview with whom they reply to', async () => {
    const { screen } = await renderPost([FIRST, SECOND, REPLY])
    await expect.element(screen.getByText('to Ada Quill')).toBeVisible()
    await screen.getByRole('button', { name: 'View all 3' }).click()
    const replies = screen.getByRole('list', { name: 'Replies to Ada Quill' })
    await expect.element(replies.getByText('Never')).toBeVisible()
    await expect.element(screen.getByText('to Ada Quill')).not.toBeInTheDocument()
  })

  it('are written after a tap on a comment, and sent with Enter', async () => {
    const { screen, sent } = await renderPost([FIRST])
    await screen.getByRole('button', { name: 'Reply to Ada Quill' }).click()
    await expect.element(screen.getByText('Reply to Ada Quill', { exact: true })).toBeVisible()
    await expect.element(screen.getByRole('textbox', { name: 'Your comment' })).toHaveFocus()
    await userEvent.keyboard('Watch me{Enter}')
    await expect
      .element(screen.getByRole('list', { name: 'Replies to Ada Quill' }).getByText('Watch me'))
      .toBeVisible()
    expect(sent()).toEqual([{ body: 'Watch me', reply_to: 11 }])
    await expect.element(screen.getByText('Reply to Ada Quill', { exact: true })).not.toBeInTheDocument()
  })

  it('become a comment of its own with Escape, without losing the text', async () => {
    const { screen, sent } = await renderPost([FIRST])
    await screen.getByRole('button', { name: /^Comment/ }).click()
    await screen.getByRole('button', { name: 'Reply to Ada Quill' }).click()
    await expect.element(screen.getByRole('textbox', { name: 'Your comment' })).toHaveFocus()
    await userEvent.keyboard('Nice{Escape}')
    await expect
      .element(screen.getByRole('button', { name: 'Cancel reply to Ada Quill' }))
      .not.toBeInTheDocument()
    await expect.element(screen.getByRole('textbox', { name: 'Your comment' })).toHaveValue('Nice')
    await userEvent.keyboard('{Enter}')
    await expect.poll(sent).toEqual([{ body: 'Nice' }])
  })

  it('stay when their comment is deleted', async () => {
    const { screen, client } = await renderPost([FIRST, REPLY, SECOND])
    await screen.getByRole('button', { name: 'View all 3' }).click()
    await expect.element(screen.getByRole('list', { name: 'Replies to Ada Quill' })).toBeVisible()
    const { reply_to: _parent, ...orphan } = REPLY
    handleFeedEvent(client, 'Sunday', {
      change: 'changed',
      type: 'post',
      id: 7,
      version: 2,
      changes: { comments_count: 2, comments_preview: [orphan, SECOND] },
      removed_comment: 11,
    })
    await expect.element(screen.getByText('The rookie')).not.toBeInTheDocument()
    await expect.element(screen.getByText('Never')).toBeVisible()
    await expect.element(screen.getByText('to Ada Quill')).not.toBeInTheDocument()
  })
})

import { expect, it } from 'vitest'
import { userEvent } from 'vitest/browser'
import { conflictResponse, errorResponse, type FakeResponses, fakeServer } from '../../testing/fake-server.ts'
import { buildComment, buildPost, respondOnce } from '../../testing/feed-fixtures.ts'
import { renderWithClient } from '../../testing/render.tsx'
import { LeagueSocialTab } from './league-social-tab.tsx'
import type { Post } from './use-feed.ts'
import { formatTimeLeft } from './written-text.tsx'

const EDIT_POST = 'POST /api/league/:league/social/posts/:id/edit/'
const EDIT_COMMENT = 'POST /api/league/:league/social/items/:id/comments/:comment/edit/'

/** An `edit` that ends in so many seconds. */
const editFor = (seconds: number, version = 1) => ({
  until: new Date(Date.now() + seconds * 1000).toISOString(),
  version,
})

async function renderPost(post: Post, responses: FakeResponses) {
  const server = fakeServer({ 'GET /api/league/:league/social/feed/': respondOnce([post]), ...responses })
  const { screen } = await renderWithClient(
    <LeagueSocialTab league="Sunday" user="Dario Finch" isAdmin={false} />,
  )
  return { screen, sent: (key: string) => server.requests.filter((request) => request.key === key) }
}

it.each([
  [15 * 60, '15 min'],
  [60.5, '2 min'],
  [60, '60 s'],
  [0.2, '1 s'],
  [0, null],
  [-5, null],
])('says that of %d seconds %s are left', (seconds, text) => {
  const now = new Date('2026-11-21T12:00:00Z')
  expect(formatTimeLeft(new Date(now.getTime() + seconds * 1000).toISOString(), now)).toBe(text)
})

it('edits a post with the keyboard, and marks it as edited', async () => {
  const post = buildPost({ content: 'Kikcoff', edit: editFor(600) })
  const edited = { ...post, content: 'Kickoff', edited_at: new Date().toISOString(), edit: editFor(600, 2) }
  const { screen, sent } = await renderPost(post, { [EDIT_POST]: edited })
  await screen.getByRole('button', { name: 'Edit post, 10 min left' }).click()
  const field = screen.getByLabelText('Edit your post')
  await expect.element(field).toHaveFocus()
  await field.fill('Kickoff')
  await userEvent.keyboard('{Control>}{Enter}{/Control}')
  await expect.element(screen.getByText('Kickoff', { exact: true })).toBeVisible()
  await expect.element(screen.getByText('edited')).toBeVisible()
  expect(sent(EDIT_POST)[0]?.body).toEqual({ content: 'Kickoff', version: 1 })
})

it('edits a comment', async () => {
  const comment = buildComment({ body: 'Frist', edit: editFor(600) })
  const post = buildPost({ comments_count: 1, comments_preview: [comment] })
  const { screen, sent } = await renderPost(post, {
    [EDIT_COMMENT]: { ...comment, body: 'First', edited_at: new Date().toISOString() },
  })
  await screen.getByRole('button', { name: /^Edit comment/ }).click()
  await screen.getByLabelText('Edit your comment').fill('First')
  await screen.getByRole('button', { name: 'Save' }).click()
  await expect.element(screen.getByText('First', { exact: true })).toBeVisible()
  expect(sent(EDIT_COMMENT)[0]?.body).toEqual({ body: 'First', version: 1 })
})

it.each([
  ['post', { edit: editFor(600) }],
  ['comment', { comments_count: 1, comments_preview: [buildComment({ edit: editFor(600) })] }],
])('returns the focus to the button when the edit of a %s ends', async (noun, fields) => {
  const { screen } = await renderPost(buildPost(fields), {})
  const button = screen.getByRole('button', { name: new RegExp(`^Edit ${noun}`) })
  await button.click()
  await expect.element(screen.getByLabelText(`Edit your ${noun}`)).toHaveFocus()
  await userEvent.keyboard('{Escape}')
  await expect.element(button).toHaveFocus()
})

it('offers to edit neither the texts of others nor late ones', async () => {
  const { screen } = await renderPost(
    buildPost({ edit: editFor(-1), comments_count: 1, comments_preview: [buildComment()] }),
    {},
  )
  await expect.element(screen.getByText('I do.')).toBeVisible()
  expect(screen.getByRole('button', { name: /^Edit/ }).elements()).toEqual([])
})

it('keeps the text when the time runs out while it is written', async () => {
  const { screen } = await renderPost(buildPost({ edit: editFor(2) }), {})
  await screen.getByRole('button', { name: /^Edit post/ }).click()
  await screen.getByLabelText('Edit your post').fill('Almost')
  await expect.element(screen.getByText('The 15 minutes for edits are over.')).toBeVisible()
  await expect.element(screen.getByRole('button', { name: 'Save' })).toBeDisabled()
  await expect.element(screen.getByLabelText('Edit your post')).toHaveValue('Almost')
})

it('shows what was saved on another device before replacing it', async () => {
  const post = buildPost({ content: 'Kikcoff', edit: editFor(600) })
  const { screen, sent } = await renderPost(post, {
    [EDIT_POST]: ({ body }) =>
      (body as { version: number }).version === 1
        ? conflictResponse({ content: 'Kickoff on the phone', version: '2' })
        : { ...post, content: 'Kickoff at the desk', edit: editFor(600, 3) },
  })
  await screen.getByRole('button', { name: /^Edit post/ }).click()
  await screen.getByLabelText('Edit your post').fill('Kickoff at the desk')
  await screen.getByRole('button', { name: 'Save' }).click()
  await expect.element(screen.getByText(/“Kickoff on the phone”/)).toBeVisible()
  await screen.getByRole('button', { name: 'Keep what is here' }).click()
  await screen.getByRole('button', { name: 'Save' }).click()
  await expect.element(screen.getByText('Kickoff at the desk', { exact: true })).toBeVisible()
  expect(sent(EDIT_POST).map(({ body }) => body)).toEqual([
    { content: 'Kickoff at the desk', version: 1 },
    { content: 'Kickoff at the desk', version: 2 },
  ])
})

it('keeps the form with the reason when saving fails', async () => {
  const { screen } = await renderPost(buildPost({ edit: editFor(600) }), {
    [EDIT_POST]: errorResponse(423, 'edit_closed', 'Posts and comments can be edited for 15 minutes.'),
  })
  await screen.getByRole('button', { name: /^Edit post/ }).click()
  await screen.getByLabelText('Edit your post').fill('Too late')
  await screen.getByRole('button', { name: 'Save' }).click()
  await expect.element(screen.getByText('Posts and comments can be edited for 15 minutes.')).toBeVisible()
  await expect.element(screen.getByLabelText('Edit your post')).toHaveValue('Too late')
  await userEvent.keyboard('{Escape}')
})

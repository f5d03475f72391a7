import { expect, it } from 'vitest'
import { userEvent } from 'vitest/browser'
import { errorResponse, type FakeResponses, fakeServer, neverResponds } from '../../testing/fake-server.ts'
import { buildComment, buildMediaItem, buildPost } from '../../testing/feed-fixtures.ts'
import { renderWithClient } from '../../testing/render.tsx'
import { applyReaction } from './feed-actions.ts'
import { LeagueSocialTab } from './league-social-tab.tsx'
import type { FeedItem } from './use-feed.ts'

const REACT = 'POST /api/league/:league/social/items/:id/react/'
const REACT_TO_COMMENT = 'POST /api/league/:league/social/items/:id/comments/:comment/react/'

async function renderItem(item: FeedItem, responses: FakeResponses) {
  const server = fakeServer({
    'GET /api/league/:league/social/feed/': { items: [item], next: null },
    ...responses,
  })
  const { screen } = await renderWithClient(
    <LeagueSocialTab league="Sunday" user="Dario Finch" isAdmin={false} />,
  )
  return { screen, sent: (key: string) => server.requests.filter((request) => request.key === key) }
}

it('adds and takes back a reaction without changing the others', () => {
  const wow = { reaction: 'wow' as const, count: 2, names: ['Ada', 'Bo'] }
  const both = applyReaction({ reactions: [wow], my_reactions: ['wow'] }, { reaction: 'fire', on: true })
  expect(both).toEqual({
    reactions: [{ reaction: 'fire', count: 1, names: [] }, wow],
    my_reactions: ['fire', 'wow'],
  })
  expect(applyReaction(both, { reaction: 'fire', on: false })).toEqual({
    reactions: [wow],
    my_reactions: ['wow'],
  })
  expect(applyReaction(both, { reaction: 'wow', on: true })).toBe(both)
})

it('reacts with the keyboard before the server responds', async () => {
  const { screen, sent } = await renderItem(buildPost({ id: 7 }), { [REACT]: neverResponds })
  const open = screen.getByRole('button', { name: 'React to post by Ada Quill' })
  await expect.element(open).toBeVisible()
  ;(open.element() as HTMLElement).focus()
  await userEvent.keyboard('{Enter}')
  await expect.element(screen.getByRole('button', { name: 'Laugh' })).toHaveFocus()
  await userEvent.keyboard('{ArrowRight}{Enter}')
  const fire = screen.getByRole('button', { name: 'Fire, 1' })
  await expect.element(fire).toHaveAttribute('aria-pressed', 'true')
  await expect.element(screen.getByRole('button', { name: /^React to/ })).toHaveFocus()
  expect(sent(REACT).map(({ params, body }) => [params['id'], body])).toEqual([
    ['7', { reaction: 'fire', on: true }],
  ])
})

it('closes the palette with Escape', async () => {
  const { screen } = await renderItem(buildMediaItem(), {})
  const open = screen.getByRole('button', { name: 'React to image by Ada Quill' })
  await open.click()
  await userEvent.keyboard('{Escape}')
  await expect.element(open).toHaveAttribute('aria-expanded', 'false')
  await expect.element(open).toHaveFocus()
})

it('describes a count with the names of those who reacted, and shows them on hover', async () => {
  const names = Array.from({ length: 20 }, (_, index) => `Member ${index + 1}`)
  const { screen } = await renderItem(
    buildPost({ reactions: [{ reaction: 'wow', count: 21, names }], my_reactions: [] }),
    {},
  )
  const wow = screen.getByRole('button', { name: 'Wow, 21' })
  await expect.element(wow).toHaveAccessibleDescription(/^Member 1, .*Member 20, 1 other$/)
  await expect.element(screen.getByText(/^Member 1,/)).not.toBeVisible()
  await wow.hover()
  await expect.element(screen.getByText(/^Member 1,/)).toBeVisible()
})

it('takes back a reaction to a comment', async () => {
  const comment = buildComment({
    reactions: [{ reaction: 'sad', count: 1, names: ['Dario Finch'] }],
    my_reactions: ['sad'],
  })
  const { screen, sent } = await renderItem(buildPost({ comments_count: 1, comments_preview: [comment] }), {
    [REACT_TO_COMMENT]: { reactions: [], my_reactions: [] },
  })
  const sad = screen.getByRole('button', { name: 'Sad, 1' })
  await sad.click()
  await expect.element(sad).not.toBeInTheDocument()
  expect(sent(REACT_TO_COMMENT)[0]?.body).toEqual({ reaction: 'sad', on: false })
})

it('restores the server’s state after a failure', async () => {
  const { screen } = await renderItem(buildPost(), {
    [REACT]: errorResponse(429, 'too_many_attempts', "You're reacting too fast."),
  })
  await screen.getByRole('button', { name: /^React to/ }).click()
  await screen.getByRole('button', { name: 'Wow' }).click()
  await expect.element(screen.getByRole('button', { name: /^Wow, / })).not.toBeInTheDocument()
})

import { expect, it } from 'vitest'
import { errorResponse, type FakeResponses, fakeServer } from '../../testing/fake-server.ts'
import { buildFeedPage, buildPost } from '../../testing/feed-fixtures.ts'
import { renderWithClient } from '../../testing/render.tsx'
import { handleFeedEvent } from './feed-events.ts'
import { LeagueSocialTab } from './league-social-tab.tsx'
import type { Post } from './use-feed.ts'

const REMOVE = 'DELETE /api/league/:league/social/posts/:id/preview/'
const PREVIEW: NonNullable<Post['preview']> = {
  url: 'https://news.example/larks',
  title: 'Larks win & win',
  description: 'A long night.',
  site_name: 'The Paper',
  image: '/favicon.svg',
}
const NAME = 'Preview: Larks win & win'

async function renderPost(overrides: Partial<Post>, responses: FakeResponses = {}) {
  const post = buildPost({ content: `Wow ${PREVIEW.url}`, ...overrides })
  const server = fakeServer({
    'GET /api/league/:league/social/feed/': buildFeedPage([post]),
    ...responses,
  })
  const { screen, client } = await renderWithClient(
    <LeagueSocialTab league="Sunday" user="Ada Quill" isAdmin={false} />,
  )
  return { screen, client, server, post }
}

it('shows the page as a link that opens in a new tab, with a picture of this site', async () => {
  const { screen } = await renderPost({ preview: PREVIEW })
  const preview = screen.getByRole('figure', { name: NAME })
  await expect.element(preview).toMatchTextContent(/The Paper.*Larks win & win.*A long night\./)
  const link = preview.getByRole('link', { name: 'Larks win & win' })
  await expect.element(link).toHaveAttribute('href', PREVIEW.url)
  await expect.element(link).toHaveAttribute('target', '_blank')
  await expect.element(link).toHaveAttribute('rel', 'noopener nofollow ugc')
  const requested = () => performance.getEntriesByType('resource').map((entry) => entry.name)
  await expect.poll(requested).toContain(`${window.location.origin}/favicon.svg?size=256`)
  await expect.element(preview.getByRole('button')).not.toBeInTheDocument()
})

it('shows a preview without a picture when that cannot be loaded', async () => {
  const { screen } = await renderPost({ preview: { ...PREVIEW, image: '/no-picture/' } })
  const preview = screen.getByRole('figure', { name: NAME })
  await expect.element(preview).toBeVisible()
  await expect.poll(() => preview.element().querySelector('img')).toBeNull()
})

it('shows a preview that arrives by an event, and hides one that was removed', async () => {
  const { screen, client, post } = await renderPost({})
  await expect.element(screen.getByText('Wow')).toBeVisible()
  const change = (version: number, preview: Post['preview']) =>
    handleFeedEvent(client, 'Sunday', {
      change: 'changed',
      type: 'post',
      id: post.id,
      version,
      changes: { preview },
    })
  change(2, PREVIEW)
  await expect.element(screen.getByRole('figure', { name: NAME })).toBeVisible()
  change(3, null)
  await expect.element(screen.getByRole('figure', { name: NAME })).not.toBeInTheDocument()
})

it('lets the author remove the preview', async () => {
  const { screen, server } = await renderPost(
    { preview: PREVIEW, can_delete: true },
    { [REMOVE]: { message: 'Preview removed.' } },
  )
  await screen.getByRole('button', { name: 'Remove the preview from the post by Ada Quill' }).click()
  await expect.element(screen.getByRole('figure', { name: NAME })).not.toBeInTheDocument()
  expect(server.requests.filter(({ key }) => key === REMOVE)).toHaveLength(1)
})

it('keeps the preview and says so when it could not be removed', async () => {
  const { screen } = await renderPost(
    { preview: PREVIEW, can_delete: true },
    { [REMOVE]: errorResponse(403, 'not_allowed', 'You can only delete your own.') },
  )
  await screen.getByRole('button', { name: /^Remove the preview/ }).click()
  await expect.element(screen.getByText('Failed to remove the preview.')).toBeVisible()
  await expect.element(screen.getByRole('figure', { name: NAME })).toBeVisible()
})

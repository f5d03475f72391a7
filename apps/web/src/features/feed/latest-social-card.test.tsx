import { expect, it } from 'vitest'
import { errorResponse, fakeServer } from '../../testing/fake-server.ts'
import { buildFeedPage, buildMediaItem, buildPost, buildProposal } from '../../testing/feed-fixtures.ts'
import { renderWithProviders } from '../../testing/render.tsx'
import { LatestSocialCard } from './latest-social-card.tsx'

const GET_FEED = 'GET /api/league/:league/social/feed/'

it('shows the two latest items as text, without a link or button of their own', async () => {
  const { requests } = fakeServer({
    [GET_FEED]: buildFeedPage([
      buildPost({ content: 'See https://example.com' }),
      buildProposal({ question: 'Shall we?' }),
    ]),
  })
  const screen = await renderWithProviders(<LatestSocialCard league="Sunday" />)
  await expect.element(screen.getByText('See https://example.com')).toBeVisible()
  await expect.element(screen.getByText('Proposal: Shall we?')).toBeVisible()
  expect(screen.container.querySelectorAll('a, button')).toHaveLength(0)
  expect(requests.map(({ path }) => path)).toEqual(['/api/league/Sunday/social/feed/?limit=2'])
})

it('names what was shared', async () => {
  fakeServer({ [GET_FEED]: buildFeedPage([buildMediaItem(), buildMediaItem({ kind: 'video' })]) })
  const screen = await renderWithProviders(<LatestSocialCard league="Sunday" />)
  await expect.element(screen.getByText('Shared an image')).toBeVisible()
  await expect.element(screen.getByText('Shared a video')).toBeVisible()
})

it.each([
  ['there is nothing', buildFeedPage([]), 'Nobody has said anything yet.'],
  ['it cannot be loaded', errorResponse(500, 'internal_error', 'Broken.'), 'Failed to load League Social'],
])('says so when %s', async (_, answer, sentence) => {
  fakeServer({ [GET_FEED]: answer })
  const screen = await renderWithProviders(<LatestSocialCard league="Sunday" />)
  await expect.element(screen.getByText(sentence)).toBeVisible()
})

import { expect, it } from 'vitest'
import { errorResponse, fakeServer } from '../../testing/fake-server.ts'
import { buildFeedPage, buildMediaItem, buildPost, buildProposal } from '../../testing/feed-fixtures.ts'
import { buildRecapCard } from '../../testing/recap-fixtures.ts'
import { renderWithProviders } from '../../testing/render.tsx'
import { LatestSocialCard } from './latest-social-card.tsx'

const GET_FEED = 'GET /api/league/:league/social/feed/'

it('shows the two latest items as plain text without links or buttons', async () => {
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

it('describes shared images and videos', async () => {
  fakeServer({ [GET_FEED]: buildFeedPage([buildMediaItem(), buildMediaItem({ kind: 'video' })]) })
  const screen = await renderWithProviders(<LatestSocialCard league="Sunday" />)
  await expect.element(screen.getByText('Shared an image')).toBeVisible()
  await expect.element(screen.getByText('Shared a video')).toBeVisible()
})

it.each([
  ['the feed is empty', buildFeedPage([]), 'No posts yet.'],
  ['the feed fails to load', errorResponse(500, 'internal_error', 'Broken.'), 'Failed to load League Social'],
])('shows a message when %s', async (_, response, message) => {
  fakeServer({ [GET_FEED]: response })
  const screen = await renderWithProviders(<LatestSocialCard league="Sunday" />)
  await expect.element(screen.getByText(message)).toBeVisible()
})

it('shows the recap of the week as a card, and an old one as text', async () => {
  const recap = { season: 2026, week: 5 }
  fakeServer({
    [GET_FEED]: buildFeedPage([
      buildPost({ content: 'Week 5 Recap\n\nAnchors 101.5', recap: { ...recap, card: buildRecapCard() } }),
      buildPost({ id: 99, content: 'Week 4 Recap', recap: { ...recap, week: 4 } }),
    ]),
  })
  const screen = await renderWithProviders(<LatestSocialCard league="Sunday" />)
  await expect.element(screen.getByText('A narrow escape for Anchors')).toBeVisible()
  await expect.element(screen.getByText('Week 4 Recap')).toBeVisible()
  expect(screen.container.querySelectorAll('a, button, details')).toHaveLength(0)
})

import { expect, it } from 'vitest'
import { aFeed, aMedium, aPost, aProposal } from '../../testing/a-feed-item.ts'
import { fakeServer, refused } from '../../testing/fake-server.ts'
import { show } from '../../testing/show.tsx'
import { LatestSocialCard } from './latest-social-card.tsx'

const FEED = 'GET /api/league/:league/social/feed/'

it('shows the two latest items as text, without a link or button of their own', async () => {
  const { sent } = fakeServer({
    [FEED]: aFeed([aPost({ content: 'See https://example.com' }), aProposal({ question: 'Shall we?' })]),
  })
  const screen = await show(<LatestSocialCard league="Sunday" />)
  await expect.element(screen.getByText('See https://example.com')).toBeVisible()
  await expect.element(screen.getByText('Proposal: Shall we?')).toBeVisible()
  expect(screen.container.querySelectorAll('a, button')).toHaveLength(0)
  expect(sent.map(({ path }) => path)).toEqual(['/api/league/Sunday/social/feed/?limit=2'])
})

it('names what was shared', async () => {
  fakeServer({ [FEED]: aFeed([aMedium(), aMedium({ kind: 'video' })]) })
  const screen = await show(<LatestSocialCard league="Sunday" />)
  await expect.element(screen.getByText('Shared an image')).toBeVisible()
  await expect.element(screen.getByText('Shared a video')).toBeVisible()
})

it.each([
  ['there is nothing', aFeed([]), 'Nobody has said anything yet.'],
  ['it cannot be loaded', refused(500, 'internal_error', 'Broken.'), 'Failed to load League Social'],
])('says so when %s', async (_, answer, sentence) => {
  fakeServer({ [FEED]: answer })
  const screen = await show(<LatestSocialCard league="Sunday" />)
  await expect.element(screen.getByText(sentence)).toBeVisible()
})

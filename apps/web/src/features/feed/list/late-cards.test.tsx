import { beforeEach, expect, it, vi } from 'vitest'
import { fakeServer } from '../../../testing/fake-server.ts'
import { buildFeedPage, buildProposal } from '../../../testing/feed-fixtures.ts'
import { renderWithClient } from '../../../testing/render.tsx'
import { LeagueSocialTab } from '../league-social-tab.tsx'

const network = vi.hoisted(() => {
  let arrive = () => {}
  const arrival = new Promise<void>((resolve) => {
    arrive = resolve
  })
  return { arrival, arrive }
})

vi.mock('../proposals/proposal-card.tsx', async (importOriginal) => {
  await network.arrival
  return await importOriginal()
})

beforeEach(() => localStorage.clear())

it('counts a pinned item as read whose card arrives after the feed', async () => {
  const vote = buildProposal({ user: 'Rowan Pike', pinned: true, question: 'Move the draft?' })
  fakeServer({ 'GET /api/league/:league/social/feed/': buildFeedPage([vote]) })
  const { screen } = await renderWithClient(
    <LeagueSocialTab league="Sunday" user="Dario Finch" isAdmin={false} />,
  )
  await expect.element(screen.getByRole('region', { name: 'Feed' })).toBeVisible()
  network.arrive()
  await expect.element(screen.getByRole('article', { name: 'Proposal by Rowan Pike' })).toBeVisible()
  await expect
    .poll(() => localStorage.getItem('feed_pins_read:Sunday') ?? '')
    .toContain(`proposal-${vote.id}:`)
})

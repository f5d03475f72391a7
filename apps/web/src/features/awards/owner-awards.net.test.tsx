import { describe, expect, it } from 'vitest'
import { errorResponse, fakeServer } from '../../testing/fake-server.ts'
import { renderWithProviders } from '../../testing/render.tsx'
import { OwnerAwards } from './award-counts.tsx'
import type { AwardCounts } from './read-awards.ts'

const COUNTS: AwardCounts = {
  seasons: [2025],
  lineup_seasons: [2025],
  owners: [
    {
      name: 'Ada Marlow',
      slug: 'ada-marlow',
      picture: null,
      team: 'Larks',
      counts: { robbery: 1, top_score: 3 },
    },
    { name: 'Ben Okafor', slug: 'ben-okafor', picture: null, team: 'Owls', counts: {} },
    // A team without an owner can have the name of somebody.
    { name: 'Ada Marlow', slug: null, picture: null, team: 'Ada Marlow', counts: { blowout: 9 } },
  ],
}

async function renderAwards(
  owner: string,
  response: AwardCounts | ReturnType<typeof errorResponse> = COUNTS,
) {
  fakeServer({ 'GET /api/league/:league/insights/awards/counts/': response })
  return renderWithProviders(<OwnerAwards league="Sunday" owner={owner} />)
}

describe('the weekly awards of an owner', () => {
  it('are counted, most often first', async () => {
    const screen = await renderAwards('Ada Marlow')
    await expect.element(screen.getByRole('list')).toMatchTextContent(/^3× Top score1× Robbery$/)
  })

  it.each(['Ben Okafor', 'Somebody'])('say that there are none: %s', async (owner) => {
    const screen = await renderAwards(owner)
    await expect.element(screen.getByText('No weekly awards yet.')).toBeVisible()
  })

  it('say that they could not be loaded', async () => {
    const screen = await renderAwards('Ada Marlow', errorResponse(503, 'busy', 'Try again.'))
    await expect.element(screen.getByRole('alert')).toBeVisible()
  })
})

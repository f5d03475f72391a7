import { expect, it } from 'vitest'
import { buildLeagueCookies } from '../../testing/cookie-fixtures.ts'
import { fakeServer } from '../../testing/fake-server.ts'
import { renderWithProviders } from '../../testing/render.tsx'
import { ProviderAccessBanner } from './provider-access-banner.tsx'

type Source = 'league' | 'env' | 'none'

async function renderBanner(refusedAt: string | null, canRun: boolean, source: Source = 'league') {
  const server = fakeServer({
    'GET /api/league/:league/cookie-status/': buildLeagueCookies({ refused_at: refusedAt, source }),
  })
  const screen = await renderWithProviders(
    <ProviderAccessBanner league="Sunday" canManage={canRun}>
      The way.
    </ProviderAccessBanner>,
  )
  return { screen, server }
}

it.each([
  ['league', "ESPN refuses this league's cookies since November 3, 2020. The way."],
  ['env', 'ESPN refuses to show this league for the server’s cookies since November 3, 2020. The way.'],
  ['none', 'ESPN shows this league to nobody without cookies since November 3, 2020. The way.'],
] as const)('tells admins since when ESPN refuses, and the way to mend it (%s)', async (source, sentence) => {
  const { screen } = await renderBanner('2020-11-03T12:00:00.000Z', true, source)
  await expect.element(screen.getByRole('status')).toHaveTextContent(sentence)
})

it('is not there while ESPN takes them', async () => {
  const { screen, server } = await renderBanner(null, true)
  await expect.poll(() => server.requests).toHaveLength(1)
  await expect.element(screen.getByText('The way.')).not.toBeInTheDocument()
})

it('asks nothing for those who do not run the league', async () => {
  const { screen, server } = await renderBanner('2020-11-03T12:00:00.000Z', false)
  await expect.element(screen.getByText('The way.')).not.toBeInTheDocument()
  expect(server.requests).toEqual([])
})

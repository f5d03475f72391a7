import { expect, it } from 'vitest'
import { buildLeagueCookies } from '../../testing/account-fixtures.ts'
import { fakeServer } from '../../testing/fake-server.ts'
import { renderWithProviders } from '../../testing/render.tsx'
import { ProviderAccessBanner } from './provider-access.tsx'

type Source = 'league' | 'env' | 'none'

async function renderBanner(refusedAt: string | null, canManage: boolean, source: Source = 'league') {
  const server = fakeServer({
    'GET /api/league/:league/cookie-status/': buildLeagueCookies({ refused_at: refusedAt, source }),
  })
  const screen = await renderWithProviders(
    <ProviderAccessBanner league="Sunday" canManage={canManage}>
      Fix it.
    </ProviderAccessBanner>,
  )
  return { screen, server }
}

it.each([
  ['league', "ESPN has rejected this league's cookies since November 3, 2020. Fix it."],
  ['env', "ESPN has rejected the server's cookies for this league since November 3, 2020. Fix it."],
  [
    'none',
    'This league is private. Add ESPN cookies to read it. ESPN has refused access since November 3, 2020. Fix it.',
  ],
] as const)('shows admins since when ESPN denies access and how to fix it (%s)', async (source, message) => {
  const { screen } = await renderBanner('2020-11-03T12:00:00.000Z', true, source)
  await expect.element(screen.getByRole('status')).toMatchTextContent(message)
})

it('renders nothing while ESPN accepts the cookies', async () => {
  const { screen, server } = await renderBanner(null, true)
  await expect.poll(() => server.requests).toHaveLength(1)
  await expect.element(screen.getByText('Fix it.')).not.toBeInTheDocument()
})

it('sends no requests for users who do not manage the league', async () => {
  const { screen, server } = await renderBanner('2020-11-03T12:00:00.000Z', false)
  await expect.element(screen.getByText('Fix it.')).not.toBeInTheDocument()
  expect(server.requests).toEqual([])
})

import { expect, it, vi } from 'vitest'
import { buildJoinRequest, buildMyLeague } from '../../../testing/account-fixtures.ts'
import { errorResponse, type FakeResponses, fakeServer, neverResponds } from '../../../testing/fake-server.ts'
import { renderWithProviders } from '../../../testing/render.tsx'
import type { MyLeague } from '../use-leagues.ts'
import { Dashboard } from './dashboard.tsx'

async function renderDashboard({
  responses = {},
  username = 'dario',
  firstName = 'Dario',
  canAdmin = false,
  mayCreate = false,
} = {}) {
  fakeServer({
    'GET /api/user-leagues/:username/': { leagues: [] },
    'GET /api/my-requests/': { requests: [] },
    ...(responses satisfies FakeResponses),
  })
  const callbacks = {
    onOpenLeague: vi.fn<(league: string) => void>(),
    onSelectLeague: vi.fn<() => void>(),
    onOpenAdmin: vi.fn<() => void>(),
    onFindLeague: mayCreate ? vi.fn<(espnId: string) => void>() : null,
  }
  const screen = await renderWithProviders(
    <Dashboard user={{ username, first_name: firstName }} canAdmin={canAdmin} {...callbacks} />,
  )
  return { screen, ...callbacks }
}

it('greets the user by first name, or by username without one', async () => {
  const { screen } = await renderDashboard()
  await expect.element(screen.getByRole('heading', { name: 'Welcome, Dario' })).toBeVisible()
  await expect.element(screen.getByText('Your Fantasy Football Dashboard')).toBeVisible()
  await screen.unmount()
  const unnamed = await renderDashboard({ firstName: '' })
  await expect.element(unnamed.screen.getByRole('heading', { name: 'Welcome, dario' })).toBeVisible()
})

function buildMyTeam(overrides: Partial<NonNullable<MyLeague['team']>> = {}): NonNullable<MyLeague['team']> {
  const record = { wins: 0, losses: 0, ties: 0, points_for: 1324.85 }
  return { name: 'Punt Intended', logo: null, rank: 4, scoring_format: 'points', ...record, ...overrides }
}

it('shows the points of a team in a league without matchups', async () => {
  const team = buildMyTeam({ scoring_format: 'total_points' })
  const responses = { 'GET /api/user-leagues/:username/': { leagues: [buildMyLeague({ team })] } }
  const { screen } = await renderDashboard({ responses })
  await expect
    .element(screen.getByRole('button', { name: /Sunday Night Lights/ }))
    .toMatchTextContent(/4th ?1324.9 points/)
})

it("lists the user's leagues with season, role and team, and opens one", async () => {
  const team = buildMyTeam({ wins: 7, losses: 4, ties: 1 })
  const responses = {
    'GET /api/user-leagues/:username/': { leagues: [buildMyLeague({ team }), buildMyLeague({ name: 'B' })] },
  }
  const { screen, onOpenLeague } = await renderDashboard({ responses })
  const league = screen.getByRole('button', { name: /Sunday Night Lights/ })
  await expect.element(league).toMatchTextContent(/Season 2026 • Player.*Punt Intended.*4th.*7-4-1/)
  await league.click()
  expect(onOpenLeague).toHaveBeenCalledExactlyOnceWith('Sunday Night Lights')
})

it('offers to join a league to a user without one', async () => {
  const { screen, onSelectLeague } = await renderDashboard()
  await screen.getByRole('button', { name: 'Request to join a league' }).click()
  expect(onSelectLeague).toHaveBeenCalledOnce()
})

it('shows the pending requests of a user without a league', async () => {
  const responses: FakeResponses = {
    'GET /api/my-requests/': {
      requests: [
        buildJoinRequest({ league: 'Sunday Night Lights' }),
        buildJoinRequest({ league: null }),
        buildJoinRequest({ league: 'Late Risers', status: 'rejected' }),
      ],
    },
  }
  const { screen, onSelectLeague } = await renderDashboard({ responses })
  await expect
    .element(screen.getByText('You requested to join Sunday Night Lights and any league.'))
    .toBeVisible()
  await screen.getByRole('button', { name: 'View your requests' }).click()
  expect(onSelectLeague).toHaveBeenCalledOnce()
})

it('says that the latest request of a user without a league was rejected', async () => {
  const { screen } = await renderDashboard({
    responses: {
      'GET /api/my-requests/': {
        requests: [
          buildJoinRequest({ league: 'Late Risers', status: 'rejected' }),
          buildJoinRequest({ league: 'Sunday Night Lights', status: 'approved' }),
        ],
      },
    },
  })
  await expect.element(screen.getByText('Your request to join Late Risers was rejected.')).toBeVisible()
  await expect.element(screen.getByRole('button', { name: 'Request to join a league' })).toBeVisible()
})

it('shows a loading state while the leagues load', async () => {
  const { screen } = await renderDashboard({
    responses: { 'GET /api/user-leagues/:username/': neverResponds() },
  })
  await expect.element(screen.getByRole('status', { name: 'Loading leagues' })).toBeVisible()
})

it('shows an error when the leagues cannot be loaded, and retries', async () => {
  let requestCount = 0
  const responses: FakeResponses = {
    'GET /api/user-leagues/:username/': () => {
      requestCount += 1
      return requestCount === 1
        ? errorResponse(500, 'internal_error', 'Server error.')
        : { leagues: [buildMyLeague()] }
    },
  }
  const { screen } = await renderDashboard({ responses })
  await expect.element(screen.getByRole('alert')).toMatchTextContent('Failed to load leaguesServer error.')
  await screen.getByRole('button', { name: 'Retry' }).click()
  await expect.element(screen.getByRole('button', { name: /Sunday Night Lights/ })).toBeVisible()
})

it('shows an error when the username is missing', async () => {
  const { screen } = await renderDashboard({ username: '', firstName: '' })
  await expect
    .element(screen.getByText('Missing username — try reloading or signing in again.'))
    .toBeVisible()
})

it('opens the draft in a new tab, disables Playoff Game, and shows Admin Tools only to admins', async () => {
  const { screen, onOpenAdmin } = await renderDashboard({ canAdmin: true })
  await expect.element(screen.getByRole('link', { name: /Draft App/ })).toHaveAttribute('target', '_blank')
  await expect.element(screen.getByRole('button', { name: 'Playoff Game Coming soon' })).toBeDisabled()
  await screen.getByRole('button', { name: /Admin Tools/ }).click()
  expect(onOpenAdmin).toHaveBeenCalledOnce()
  await screen.unmount()
  const nonAdmin = await renderDashboard()
  await expect.element(nonAdmin.screen.getByRole('link', { name: /Draft App/ })).toBeVisible()
  await expect.element(nonAdmin.screen.getByRole('button', { name: /Admin Tools/ })).not.toBeInTheDocument()
})

it('lets a site admin without a league look for it on ESPN, and still join another one', async () => {
  const { screen, onFindLeague } = await renderDashboard({ canAdmin: true, mayCreate: true })
  await screen
    .getByLabelText('League address, ID or Sleeper username')
    .fill('https://fantasy.espn.com/football/league?leagueId=4711')
  await screen.getByRole('button', { name: 'Find league' }).click()
  expect(onFindLeague).toHaveBeenCalledWith('4711')
  await expect.element(screen.getByRole('button', { name: 'Request to join a league' })).toBeVisible()
})

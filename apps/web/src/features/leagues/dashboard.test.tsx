import { expect, it, vi } from 'vitest'
import { buildJoinRequest, buildMyLeague } from '../../testing/account-fixtures.ts'
import { errorResponse, type FakeResponses, fakeServer, neverResponds } from '../../testing/fake-server.ts'
import { renderWithProviders } from '../../testing/render.tsx'
import { Dashboard } from './dashboard.tsx'

async function renderDashboard({
  answers = {},
  username = 'dario',
  firstName = 'Dario',
  canAdmin = false,
} = {}) {
  fakeServer({
    'GET /api/user-leagues/:username/': { leagues: [] },
    'GET /api/my-requests/': { requests: [] },
    ...(answers satisfies FakeResponses),
  })
  const callbacks = {
    onOpenLeague: vi.fn<(league: string) => void>(),
    onSelectLeague: vi.fn<() => void>(),
    onOpenAdmin: vi.fn<() => void>(),
  }
  const screen = await renderWithProviders(
    <Dashboard user={{ username, first_name: firstName }} canAdmin={canAdmin} {...callbacks} />,
  )
  return { screen, ...callbacks }
}

it('greets by first name, else by username', async () => {
  const { screen } = await renderDashboard()
  await expect.element(screen.getByRole('heading', { name: 'Welcome, Dario' })).toBeVisible()
  await expect.element(screen.getByText('Your Fantasy Football Dashboard')).toBeVisible()
  await screen.unmount()
  const unnamed = await renderDashboard({ firstName: '' })
  await expect.element(unnamed.screen.getByRole('heading', { name: 'Welcome, dario' })).toBeVisible()
})

it('lists the leagues with season, role and own team, and opens one', async () => {
  const team = { name: 'Punt Intended', logo: null, rank: 4, wins: 7, losses: 4, ties: 1 }
  const answers = {
    'GET /api/user-leagues/:username/': { leagues: [buildMyLeague({ team }), buildMyLeague({ name: 'B' })] },
  }
  const { screen, onOpenLeague } = await renderDashboard({ answers })
  const league = screen.getByRole('button', { name: /Sunday Night Lights/ })
  await expect.element(league).toHaveTextContent(/Season 2026 • Player.*Punt Intended.*4th.*7-4-1/)
  await league.click()
  expect(onOpenLeague).toHaveBeenCalledExactlyOnceWith('Sunday Night Lights')
})

it('shows the way to a league to a person without one', async () => {
  const { screen, onSelectLeague } = await renderDashboard()
  await screen.getByRole('button', { name: 'Ask to join a league' }).click()
  expect(onSelectLeague).toHaveBeenCalledOnce()
})

it('tells who has asked already what is waiting', async () => {
  const answers: FakeResponses = {
    'GET /api/my-requests/': {
      requests: [
        buildJoinRequest({ league: 'Sunday Night Lights' }),
        buildJoinRequest({ league: null }),
        buildJoinRequest({ league: 'Late Risers', status: 'rejected' }),
      ],
    },
  }
  const { screen, onSelectLeague } = await renderDashboard({ answers })
  await expect.element(screen.getByText('You asked to join Sunday Night Lights and a league.')).toBeVisible()
  await screen.getByRole('button', { name: 'See your requests' }).click()
  expect(onSelectLeague).toHaveBeenCalledOnce()
})

it('says that the leagues are being loaded', async () => {
  const { screen } = await renderDashboard({
    answers: { 'GET /api/user-leagues/:username/': neverResponds() },
  })
  await expect.element(screen.getByRole('status', { name: 'Loading leagues' })).toBeVisible()
})

it('says when the leagues cannot be loaded, and tries again', async () => {
  let tries = 0
  const answers: FakeResponses = {
    'GET /api/user-leagues/:username/': () => {
      tries += 1
      return tries === 1
        ? errorResponse(500, 'internal_error', 'A defect of ours.')
        : { leagues: [buildMyLeague()] }
    },
  }
  const { screen } = await renderDashboard({ answers })
  await expect.element(screen.getByRole('alert')).toHaveTextContent('Failed to load leaguesA defect of ours.')
  await screen.getByRole('button', { name: 'Retry' }).click()
  await expect.element(screen.getByRole('button', { name: /Sunday Night Lights/ })).toBeVisible()
})

it('says that the username is missing', async () => {
  const { screen } = await renderDashboard({ username: '', firstName: '' })
  await expect
    .element(screen.getByText('Missing username — try reloading or signing in again.'))
    .toBeVisible()
})

it('has the draft in a new tab, the playoff game disabled, and Admin Tools for admins only', async () => {
  const { screen, onOpenAdmin } = await renderDashboard({ canAdmin: true })
  await expect.element(screen.getByRole('link', { name: /Draft App/ })).toHaveAttribute('target', '_blank')
  await expect.element(screen.getByRole('button', { name: 'Playoff Game Coming soon' })).toBeDisabled()
  await screen.getByRole('button', { name: /Admin Tools/ }).click()
  expect(onOpenAdmin).toHaveBeenCalledOnce()
  await screen.unmount()
  const plain = await renderDashboard()
  await expect.element(plain.screen.getByRole('link', { name: /Draft App/ })).toBeVisible()
  await expect.element(plain.screen.getByRole('button', { name: /Admin Tools/ })).not.toBeInTheDocument()
})

import { expect, it, vi } from 'vitest'
import { type Answers, fakeServer, never, refused } from '../../testing/fake-server.ts'
import { aLeague, aRequest } from '../../testing/people.ts'
import { show } from '../../testing/show.tsx'
import { Dashboard } from './dashboard.tsx'

async function dashboard({ answers = {}, username = 'dario', firstName = 'Dario', canAdmin = false } = {}) {
  fakeServer({
    'GET /api/user-leagues/:username/': { leagues: [] },
    'GET /api/my-requests/': { requests: [] },
    ...(answers satisfies Answers),
  })
  const ways = {
    onOpenLeague: vi.fn<(league: string) => void>(),
    onSelectLeague: vi.fn<() => void>(),
    onOpenAdmin: vi.fn<() => void>(),
  }
  const screen = await show(
    <Dashboard user={{ username, first_name: firstName }} canAdmin={canAdmin} {...ways} />,
  )
  return { screen, ...ways }
}

it('greets by first name, else by username', async () => {
  const { screen } = await dashboard()
  await expect.element(screen.getByRole('heading', { name: 'Welcome, Dario' })).toBeVisible()
  await expect.element(screen.getByText('Your Fantasy Football Dashboard')).toBeVisible()
  await screen.unmount()
  const unnamed = await dashboard({ firstName: '' })
  await expect.element(unnamed.screen.getByRole('heading', { name: 'Welcome, dario' })).toBeVisible()
})

it('lists the leagues with season, role and own team, and opens one', async () => {
  const team = { name: 'Punt Intended', logo: null, rank: 4, wins: 7, losses: 4, ties: 1 }
  const answers = {
    'GET /api/user-leagues/:username/': { leagues: [aLeague({ team }), aLeague({ name: 'B' })] },
  }
  const { screen, onOpenLeague } = await dashboard({ answers })
  const league = screen.getByRole('button', { name: /Sunday Night Lights/ })
  await expect.element(league).toHaveTextContent(/Season 2026 • Player.*Punt Intended.*4th.*7-4-1/)
  await league.click()
  expect(onOpenLeague).toHaveBeenCalledExactlyOnceWith('Sunday Night Lights')
})

it('shows the way to a league to a person without one', async () => {
  const { screen, onSelectLeague } = await dashboard()
  await screen.getByRole('button', { name: 'Ask to join a league' }).click()
  expect(onSelectLeague).toHaveBeenCalledOnce()
})

it('tells who has asked already what is waiting', async () => {
  const answers: Answers = {
    'GET /api/my-requests/': {
      requests: [
        aRequest({ league: 'Sunday Night Lights' }),
        aRequest({ league: null }),
        aRequest({ league: 'Late Risers', status: 'rejected' }),
      ],
    },
  }
  const { screen, onSelectLeague } = await dashboard({ answers })
  await expect.element(screen.getByText('You asked to join Sunday Night Lights and a league.')).toBeVisible()
  await screen.getByRole('button', { name: 'See your requests' }).click()
  expect(onSelectLeague).toHaveBeenCalledOnce()
})

it('says that the leagues are being loaded', async () => {
  const { screen } = await dashboard({ answers: { 'GET /api/user-leagues/:username/': never() } })
  await expect.element(screen.getByRole('status', { name: 'Loading leagues' })).toBeVisible()
})

it('says when the leagues cannot be loaded, and tries again', async () => {
  let tries = 0
  const answers: Answers = {
    'GET /api/user-leagues/:username/': () => {
      tries += 1
      return tries === 1 ? refused(500, 'internal_error', 'A defect of ours.') : { leagues: [aLeague()] }
    },
  }
  const { screen } = await dashboard({ answers })
  await expect.element(screen.getByRole('alert')).toHaveTextContent('Failed to load leaguesA defect of ours.')
  await screen.getByRole('button', { name: 'Retry' }).click()
  await expect.element(screen.getByRole('button', { name: /Sunday Night Lights/ })).toBeVisible()
})

it('says that the username is missing', async () => {
  const { screen } = await dashboard({ username: '', firstName: '' })
  await expect
    .element(screen.getByText('Missing username — try reloading or signing in again.'))
    .toBeVisible()
})

it('has the draft in a new tab, the playoff game disabled, and Admin Tools for admins only', async () => {
  const { screen, onOpenAdmin } = await dashboard({ canAdmin: true })
  await expect.element(screen.getByRole('link', { name: /Draft App/ })).toHaveAttribute('target', '_blank')
  await expect.element(screen.getByRole('button', { name: 'Playoff Game Coming soon' })).toBeDisabled()
  await screen.getByRole('button', { name: /Admin Tools/ }).click()
  expect(onOpenAdmin).toHaveBeenCalledOnce()
  await screen.unmount()
  const plain = await dashboard()
  await expect.element(plain.screen.getByRole('link', { name: /Draft App/ })).toBeVisible()
  await expect.element(plain.screen.getByRole('button', { name: /Admin Tools/ })).not.toBeInTheDocument()
})

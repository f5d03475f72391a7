import { beforeEach, describe, expect, it, vi } from 'vitest'
import { aStanding } from '../testing/a-standing.ts'
import { type Answers, fakeServer, refused } from '../testing/fake-server.ts'
import { aLeague, aMeta, aUser } from '../testing/people.ts'
import { showApp } from '../testing/show.tsx'

const LEAGUE = 'Sunday Night Lights'
const AT_LEAGUE = { local: { route: 'league', active_league: LEAGUE } }

/** A signed-in member of one league that has one team. */
const MEMBER: Answers = {
  'GET /api/whoami/': aUser(),
  'GET /api/user-leagues/:username/': { leagues: [aLeague()] },
  'GET /api/league/:league/meta/': aMeta(),
  'GET /api/league/:league/snapshot/': { payload: { id: 99, leagueId: 99, seasonId: 2026 } },
  'GET /api/league/:league/me/summary/': { assigned: false, team: null },
  'GET /api/league/:league/standings/': {
    season: 2026,
    standings: [aStanding({ name: 'Punt Intended', rank: 1 })],
    playoff_teams: null,
    is_finished: false,
    updated_at: new Date(Date.now() - 3 * 60_000).toISOString(),
    last_error: null,
  },
}

beforeEach(() => localStorage.clear())

describe('who is there', () => {
  it('shows the login to nobody', async () => {
    fakeServer({ 'GET /api/whoami/': { username: null } })
    const { screen } = await showApp()
    await expect.element(screen.getByRole('form', { name: 'Sign in' })).toBeVisible()
  })

  it('shows the login when it cannot be asked', async () => {
    fakeServer({ 'GET /api/whoami/': refused(500, 'internal_error', 'A defect of ours.') })
    const { screen } = await showApp()
    await expect.element(screen.getByRole('form', { name: 'Sign in' })).toBeVisible()
  })

  it('goes to registration and back', async () => {
    fakeServer({ 'GET /api/whoami/': { username: null } })
    const { screen, page } = await showApp()
    await screen.getByRole('button', { name: /Create one/ }).click()
    await expect.element(screen.getByRole('form', { name: 'Create account' })).toBeVisible()
    page.back()
    await expect.element(screen.getByRole('form', { name: 'Sign in' })).toBeVisible()
  })

  it('opens the reset panel for a reset link, whoever is signed in', async () => {
    fakeServer(MEMBER)
    const { screen } = await showApp({ address: '/?uid=7&token=abc' })
    await expect.element(screen.getByLabelText('Token')).toHaveValue('abc')
  })

  it('moves to the dashboard after a sign-in', async () => {
    fakeServer({ ...MEMBER, 'GET /api/whoami/': { username: null }, 'POST /api/login/': aUser() })
    const { screen } = await showApp()
    await screen.getByLabelText('Username').fill('dario')
    await screen.getByLabelText('Password').fill('secret')
    await screen.getByRole('button', { name: 'Sign in' }).click()
    await expect.element(screen.getByRole('heading', { name: 'Welcome, Dario' })).toBeVisible()
  })

  it('leaves by Logout, also when the call fails', async () => {
    fakeServer({ ...MEMBER, 'POST /api/logout/': refused(500, 'internal_error', 'A defect of ours.') })
    const { screen, page } = await showApp(AT_LEAGUE)
    await screen.getByRole('button', { name: 'Logout' }).click()
    await expect.element(screen.getByRole('form', { name: 'Sign in' })).toBeVisible()
    expect(page.win.localStorage.getItem('active_league')).toBeNull()
  })

  it('goes to the login when the session has ended', async () => {
    fakeServer({
      ...MEMBER,
      'GET /api/user-leagues/:username/': refused(401, 'not_signed_in', 'Sign in first.'),
    })
    const { screen } = await showApp()
    await expect.element(screen.getByRole('form', { name: 'Sign in' })).toBeVisible()
  })

  it('follows a sign-out in another browser tab', async () => {
    let isIn = true
    fakeServer({ ...MEMBER, 'GET /api/whoami/': () => (isIn ? aUser() : { username: null }) })
    const { screen } = await showApp()
    await expect.element(screen.getByRole('heading', { name: 'Welcome, Dario' })).toBeVisible()
    isIn = false
    dispatchEvent(new StorageEvent('storage', { key: 'session_changed' }))
    await expect.element(screen.getByRole('form', { name: 'Sign in' })).toBeVisible()
  })
})

describe('the league screen', () => {
  it('is restored with its header and link', async () => {
    fakeServer(MEMBER)
    const { screen } = await showApp(AT_LEAGUE)
    await expect.element(screen.getByRole('heading', { name: LEAGUE })).toBeVisible()
    await expect.element(screen.getByText('Season 12 • Since 2015 • Commissioner: Ada Quill')).toBeVisible()
    await expect
      .element(screen.getByRole('link', { name: 'Open in ESPN' }))
      .toHaveAttribute('href', 'https://fantasy.espn.com/football/league?leagueId=99&seasonId=2026')
    await expect
      .element(screen.getByRole('tab', { name: 'Overview' }))
      .toHaveAttribute('aria-selected', 'true')
    await expect.element(screen.getByText('No team assigned yet.')).toBeVisible()
    await expect.element(screen.getByText('Updated 3 min ago')).toBeVisible()
  })

  it('opens the tab of the address, and goes back through the tabs', async () => {
    fakeServer(MEMBER)
    const { screen, page } = await showApp({ ...AT_LEAGUE, address: '/?tab=Standings' })
    await expect.element(screen.getByRole('rowheader', { name: 'Punt Intended' })).toBeVisible()
    await screen.getByRole('tab', { name: 'History' }).click()
    await expect.element(screen.getByText('This tab is being built.')).toBeVisible()
    expect(page.address()).toBe('/?tab=history')
    page.back()
    await expect.element(screen.getByRole('rowheader', { name: 'Punt Intended' })).toBeVisible()
  })

  it('goes from the cards to their tabs', async () => {
    fakeServer(MEMBER)
    const { screen, page } = await showApp(AT_LEAGUE)
    await screen.getByRole('link', { name: 'My Team' }).click()
    expect(page.address()).toBe('/?tab=roster')
    page.back()
    await screen.getByRole('link', { name: 'Latest from League Social' }).click()
    expect(page.address()).toBe('/?tab=league+social')
  })

  it.each([
    [[], false],
    [['betslip'] as const, true],
  ])('has the Betslip only where the league has it (%#)', async (features, isThere) => {
    fakeServer({ ...MEMBER, 'GET /api/league/:league/meta/': aMeta({ features: [...features] }) })
    const { screen } = await showApp(AT_LEAGUE)
    await expect.element(screen.getByRole('tab', { name: 'Overview' })).toBeVisible()
    expect(screen.getByRole('tab', { name: 'Betslip' }).elements()).toHaveLength(isThere ? 1 : 0)
  })

  it.each([
    refused(404, 'league_not_found', 'League not found.'),
    refused(403, 'not_member', 'You are not a member of this league.'),
  ])('gives way to the dashboard when the league is gone (%#)', async (answer) => {
    fakeServer({ ...MEMBER, 'GET /api/league/:league/meta/': answer })
    const { screen, page } = await showApp(AT_LEAGUE)
    await expect.element(screen.getByRole('heading', { name: 'Welcome, Dario' })).toBeVisible()
    expect(page.win.localStorage.getItem('active_league')).toBeNull()
  })

  it('opens from the dashboard and is stored', async () => {
    fakeServer(MEMBER)
    const { screen, page } = await showApp()
    await screen.getByRole('button', { name: /Sunday Night Lights/ }).click()
    await expect.element(screen.getByRole('tab', { name: 'Overview' })).toBeVisible()
    expect(page.win.localStorage.getItem('route')).toBe('league')
    expect(page.win.localStorage.getItem('active_league')).toBe(LEAGUE)
  })

  it('says how old the data is after a failed refresh', async () => {
    const monday = new Date()
    monday.setDate(monday.getDate() - 3)
    const day = monday.toLocaleDateString('en', { weekday: 'long' })
    fakeServer({
      ...MEMBER,
      'GET /api/league/:league/standings/': {
        season: 2026,
        standings: [],
        playoff_teams: null,
        is_finished: false,
        updated_at: monday.toISOString(),
        last_error: 'ESPN did not answer.',
      },
    })
    const { screen } = await showApp(AT_LEAGUE)
    await expect.element(screen.getByText(`Showing data from ${day}: ESPN did not answer.`)).toBeVisible()
    await expect.element(screen.getByText('Run a refresh.')).toBeVisible()
  })
})

describe('Admin Tools', () => {
  const AT_ADMIN = { local: { route: 'admin', active_league: LEAGUE } }
  const STATUS: Answers = { 'GET /api/leagues/status/': { leagues: [] } }

  it('names the role and warns those without rights', async () => {
    fakeServer({
      ...MEMBER,
      ...STATUS,
      'GET /api/league/:league/me/role/': { role: 'player', is_admin: false },
    })
    const { screen } = await showApp(AT_ADMIN)
    await expect.element(screen.getByText('Role: player')).toBeVisible()
    await expect
      .element(screen.getByText(`You don't have admin rights in ${LEAGUE}. Actions are disabled.`))
      .toBeVisible()
    await expect.element(screen.getByRole('button', { name: `Refresh ${LEAGUE}` })).toBeDisabled()
  })

  it('lets a site admin refresh and create', async () => {
    fakeServer({
      ...MEMBER,
      ...STATUS,
      'GET /api/whoami/': aUser({ is_admin: true, is_staff: true }),
      'GET /api/leagues/': { leagues: [{ name: LEAGUE }, { name: 'Another' }] },
      'GET /api/league/:league/me/role/': { role: null, is_admin: true },
    })
    const { screen } = await showApp(AT_ADMIN)
    await expect.element(screen.getByText('Site staff')).toBeVisible()
    await screen.getByLabelText('League', { exact: true }).selectOptions('Another')
    await vi.waitFor(() =>
      expect(screen.getByRole('button', { name: 'Refresh Another' }).element()).toBeEnabled(),
    )
    await screen.getByRole('heading', { name: 'Create New League' }).click()
    await expect.element(screen.getByRole('button', { name: 'Create league' })).toBeEnabled()
  })

  it('keeps the form open after the first league, and chooses that league', async () => {
    const leagues: { name: string }[] = []
    fakeServer({
      ...MEMBER,
      ...STATUS,
      'GET /api/whoami/': aUser({ is_admin: true, is_staff: true }),
      'GET /api/leagues/': () => ({ leagues }),
      'GET /api/league/:league/me/role/': { role: 'admin', is_admin: true },
      'POST /api/create-league/': () => {
        leagues.push({ name: 'Brand New' })
        return { message: 'League Brand New created.' }
      },
    })
    const { screen } = await showApp(AT_ADMIN)
    await screen.getByLabelText('League name').fill('Brand New')
    await screen.getByLabelText('ESPN league id or address').fill('1234')
    await screen.getByRole('button', { name: 'Create league' }).click()
    await expect.element(screen.getByText('League Brand New created.')).toBeVisible()
    await expect.element(screen.getByRole('button', { name: 'Refresh Brand New' })).toBeEnabled()
  })
})

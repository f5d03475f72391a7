import type { QueryClient } from '@tanstack/react-query'
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { refreshProgressQuery } from '../api/refresh-progress.ts'
import { buildLeagueMeta, buildMyLeague, buildUser } from '../testing/account-fixtures.ts'
import { buildLeagueCookies } from '../testing/cookie-fixtures.ts'
import { errorResponse, type FakeResponses, fakeServer, neverResponds } from '../testing/fake-server.ts'
import { buildFeedPage } from '../testing/feed-fixtures.ts'
import { buildHistory, buildSeason } from '../testing/history-fixtures.ts'
import { buildMatchupTeam, buildMyMatchupResponse } from '../testing/matchup-fixtures.ts'
import { renderApp } from '../testing/render.tsx'
import { buildRoster, buildRosterRow } from '../testing/roster-fixtures.ts'
import { buildStanding } from '../testing/standings-fixtures.ts'

const LEAGUE = 'Sunday Night Lights'
const AT_LEAGUE = { local: { route: 'league', active_league: LEAGUE } }

const STANDINGS = {
  season: 2026,
  standings: [buildStanding({ name: 'Punt Intended', rank: 1 })],
  playoff_teams: null,
  is_finished: false,
  updated_at: new Date(Date.now() - 3 * 60_000).toISOString(),
  last_error: null,
}

/** A signed-in member of one league that has one team. */
const MEMBER: FakeResponses = {
  'GET /api/whoami/': buildUser(),
  'GET /api/user-leagues/:username/': { leagues: [buildMyLeague()] },
  'GET /api/league/:league/meta/': buildLeagueMeta(),
  'GET /api/league/:league/snapshot/': { payload: { id: 99, leagueId: 99, seasonId: 2026 } },
  'GET /api/league/:league/me/summary/': { assigned: false, team: null },
  'GET /api/league/:league/me/matchup/': buildMyMatchupResponse(null, { assigned: false }),
  'GET /api/league/:league/standings/': STANDINGS,
  'GET /api/league/:league/social/feed/': buildFeedPage(),
}

/** What another browser tab wrote to the storage they share. */
function dispatchStorageEvent(key: string | null, newValue: string | null): void {
  dispatchEvent(new StorageEvent('storage', { key, newValue }))
}

function cachedQueryKeys(client: QueryClient): unknown[] {
  return client
    .getQueryCache()
    .getAll()
    .map((query) => query.queryKey)
}

const GIF = 'R0lGODlhAQABAAAAACH5BAEKAAEALAAAAAABAAEAAAICTAEAOw=='

function buildImageFile(name: string): File {
  const bytes = Uint8Array.from(atob(GIF), (letter) => letter.charCodeAt(0))
  return new File([bytes], name, { type: 'image/gif' })
}

function isImage(address: string): Promise<boolean> {
  return new Promise((resolve) => {
    const image = new Image()
    image.addEventListener('load', () => resolve(true))
    image.addEventListener('error', () => resolve(false))
    image.src = address
  })
}

beforeEach(() => localStorage.clear())

describe('who is there', () => {
  it('shows the login to nobody', async () => {
    fakeServer({ 'GET /api/whoami/': { username: null } })
    const { screen } = await renderApp()
    await expect.element(screen.getByRole('form', { name: 'Sign in' })).toBeVisible()
  })

  it('says that it is loading until it knows', async () => {
    fakeServer({ 'GET /api/whoami/': neverResponds() })
    const { screen } = await renderApp()
    await expect.element(screen.getByRole('status', { name: 'Loading' })).toBeInTheDocument()
  })

  it('shows the login when it cannot be asked', async () => {
    fakeServer({ 'GET /api/whoami/': errorResponse(500, 'internal_error', 'A defect of ours.') })
    const { screen } = await renderApp()
    await expect.element(screen.getByRole('form', { name: 'Sign in' })).toBeVisible()
  })

  it('goes to registration and back', async () => {
    fakeServer({ 'GET /api/whoami/': { username: null } })
    const { screen, page } = await renderApp()
    await screen.getByRole('button', { name: /Create one/ }).click()
    await expect.element(screen.getByRole('form', { name: 'Create account' })).toBeVisible()
    page.back()
    await expect.element(screen.getByRole('form', { name: 'Sign in' })).toBeVisible()
  })

  it('moves to the dashboard after a sign-in', async () => {
    fakeServer({ ...MEMBER, 'GET /api/whoami/': { username: null }, 'POST /api/login/': buildUser() })
    const { screen } = await renderApp()
    await screen.getByLabelText('Username').fill('dario')
    await screen.getByLabelText('Password').fill('secret')
    await screen.getByRole('button', { name: 'Sign in' }).click()
    await expect.element(screen.getByRole('heading', { name: 'Welcome, Dario' })).toBeVisible()
  })

  it('leaves by Logout, also when the call fails', async () => {
    fakeServer({ ...MEMBER, 'POST /api/logout/': errorResponse(500, 'internal_error', 'A defect of ours.') })
    const { screen, page, client } = await renderApp(AT_LEAGUE)
    await expect.element(screen.getByRole('heading', { name: LEAGUE })).toBeVisible()
    await screen.getByRole('button', { name: 'Logout' }).click()
    await expect.element(screen.getByRole('form', { name: 'Sign in' })).toBeVisible()
    expect(page.win.localStorage.getItem('active_league')).toBeNull()
    expect(cachedQueryKeys(client)).toEqual([['whoami']])
    page.back()
    await expect.element(screen.getByRole('form', { name: 'Sign in' })).toBeVisible()
    expect(screen.container.textContent).not.toContain(LEAGUE)
  })

  it('leaves nothing of the league in the browser: no headlines, and no file that was not shared', async () => {
    fakeServer({ ...MEMBER, 'POST /api/logout/': { ok: true } })
    localStorage.setItem(`player_news:${LEAGUE}`, '{}')
    localStorage.setItem('theme', 'solarized-dark')
    const { screen } = await renderApp({ ...AT_LEAGUE, address: '/?tab=league-social' })
    await screen.getByRole('tab', { name: 'Media' }).click()
    await screen.getByLabelText(/Choose images and videos/).upload([buildImageFile('one.gif')])
    const preview = screen.getByRole('listitem').filter({ hasText: 'one.gif' }).getByAltText('').element()
    const address = (preview as HTMLImageElement).src
    expect(await isImage(address)).toBe(true)
    await screen.getByRole('button', { name: 'Logout' }).click()
    await expect.element(screen.getByRole('form', { name: 'Sign in' })).toBeVisible()
    expect(await isImage(address)).toBe(false)
    expect(Object.keys(localStorage).sort()).toEqual(['session_changed', 'theme'])
  })

  it('leaves no headlines either when the session ended while the page was closed', async () => {
    localStorage.setItem(`player_news:${LEAGUE}`, '{}')
    fakeServer({ 'GET /api/whoami/': { username: null } })
    const { screen } = await renderApp()
    await expect.element(screen.getByRole('form', { name: 'Sign in' })).toBeVisible()
    expect(Object.keys(localStorage)).toEqual([])
  })

  it('stays left when an answer that was on its way tells of the person before', async () => {
    let answer: (user: ReturnType<typeof buildUser>) => void = () => undefined
    const late = new Promise<ReturnType<typeof buildUser>>((resolve) => {
      answer = resolve
    })
    let asked = 0
    fakeServer({
      ...MEMBER,
      'GET /api/whoami/': () => {
        asked += 1
        return asked === 1 ? buildUser() : late
      },
      'POST /api/logout/': { ok: true },
    })
    const { screen, client } = await renderApp()
    await expect.element(screen.getByRole('heading', { name: 'Welcome, Dario' })).toBeVisible()
    void client.invalidateQueries({ queryKey: ['whoami'] })
    await screen.getByRole('button', { name: 'Logout' }).click()
    await expect.element(screen.getByRole('form', { name: 'Sign in' })).toBeVisible()
    answer(buildUser())
    await new Promise((resolve) => setTimeout(resolve, 50))
    await expect.element(screen.getByRole('form', { name: 'Sign in' })).toBeVisible()
  })

  it('goes to the login when the session has ended', async () => {
    fakeServer({
      ...MEMBER,
      'GET /api/user-leagues/:username/': errorResponse(401, 'not_signed_in', 'Sign in first.'),
    })
    const { screen } = await renderApp()
    await expect.element(screen.getByRole('form', { name: 'Sign in' })).toBeVisible()
  })

  it('stays where it was when the session ended there and the person signs in again', async () => {
    let isOver = true
    fakeServer({
      ...MEMBER,
      'GET /api/league/:league/standings/': () =>
        isOver ? errorResponse(401, 'not_signed_in', 'Sign in first.') : STANDINGS,
      'POST /api/login/': () => {
        isOver = false
        return buildUser()
      },
    })
    const { screen } = await renderApp(AT_LEAGUE)
    await screen.getByLabelText('Username').fill('dario')
    await screen.getByLabelText('Password').fill('secret')
    await screen.getByRole('button', { name: 'Sign in' }).click()
    await expect.element(screen.getByRole('heading', { name: LEAGUE })).toBeVisible()
  })
})

describe('what happens in another browser tab', () => {
  it('signs out here too, at once, without asking the server, and forgets what was read', async () => {
    const { requests } = fakeServer(MEMBER)
    const { screen, page, client } = await renderApp(AT_LEAGUE)
    await expect.element(screen.getByRole('tab', { name: 'Overview' })).toBeVisible()
    const before = requests.length
    dispatchStorageEvent('session_changed', 'out 2026-11-21T12:00:00.000Z')
    await expect.element(screen.getByRole('form', { name: 'Sign in' })).toBeVisible()
    expect(requests).toHaveLength(before)
    expect(cachedQueryKeys(client)).toEqual([['whoami']])
    expect(page.win.localStorage.getItem('active_league')).toBeNull()
  })

  it('signs out a page that the browser kept meanwhile and brings back', async () => {
    fakeServer(MEMBER)
    const { screen } = await renderApp()
    await expect.element(screen.getByRole('heading', { name: 'Welcome, Dario' })).toBeVisible()
    localStorage.setItem('session_changed', 'out 2026-11-21T12:00:00.000Z')
    dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))
    await expect.element(screen.getByRole('form', { name: 'Sign in' })).toBeVisible()
  })

  it('signs in here too', async () => {
    let isIn = false
    fakeServer({ ...MEMBER, 'GET /api/whoami/': () => (isIn ? buildUser() : { username: null }) })
    const { screen } = await renderApp()
    await expect.element(screen.getByRole('form', { name: 'Sign in' })).toBeVisible()
    isIn = true
    dispatchStorageEvent('session_changed', 'in 2026-11-21T12:00:00.000Z')
    await expect.element(screen.getByRole('heading', { name: 'Welcome, Dario' })).toBeVisible()
  })

  it('makes the page that of another person', async () => {
    let user = buildUser()
    fakeServer({ ...MEMBER, 'GET /api/whoami/': () => user })
    const { screen } = await renderApp()
    await expect.element(screen.getByRole('heading', { name: 'Welcome, Dario' })).toBeVisible()
    user = buildUser({ username: 'ada', first_name: 'Ada', last_name: 'Quill' })
    dispatchStorageEvent('session_changed', 'in 2026-11-21T12:00:00.000Z')
    await expect.element(screen.getByRole('heading', { name: 'Welcome, Ada' })).toBeVisible()
  })

  it('leaves a form alone where nobody was signed in', async () => {
    fakeServer({ 'GET /api/whoami/': { username: null } })
    const { screen } = await renderApp()
    await screen.getByRole('button', { name: /Create one/ }).click()
    await screen.getByLabelText('Username').fill('dario')
    dispatchStorageEvent('session_changed', 'out 2026-11-21T12:00:00.000Z')
    await expect.element(screen.getByLabelText('Username')).toHaveValue('dario')
  })

  it('tells others of coming and going', async () => {
    fakeServer({ ...MEMBER, 'POST /api/logout/': { ok: true }, 'POST /api/login/': buildUser() })
    const { screen } = await renderApp()
    await screen.getByRole('button', { name: 'Logout' }).click()
    await expect.element(screen.getByRole('form', { name: 'Sign in' })).toBeVisible()
    expect(localStorage.getItem('session_changed')).toMatch(/^out /)
    await screen.getByLabelText('Username').fill('dario')
    await screen.getByLabelText('Password').fill('secret')
    await screen.getByRole('button', { name: 'Sign in' }).click()
    await expect.element(screen.getByRole('heading', { name: 'Welcome, Dario' })).toBeVisible()
    expect(localStorage.getItem('session_changed')).toMatch(/^in /)
  })

  it.each([
    ['in', MEMBER],
    ['out', { 'GET /api/whoami/': { username: null } }],
  ] as const)('changes the theme here too, signed %s', async (_, answers) => {
    fakeServer(answers)
    await renderApp()
    localStorage.setItem('theme', 'solarized-dark')
    dispatchStorageEvent('theme', 'solarized-dark')
    await vi.waitFor(() => expect(document.documentElement.dataset['theme']).toBe('solarized-dark'))
    localStorage.clear()
    dispatchStorageEvent(null, null)
    expect(document.documentElement.dataset['theme']).toBe('solarized-light')
  })
})

describe('a reset link', () => {
  const AT_LINK = { address: '/?uid=7&token=abc' }

  it('opens the panel filled in, whoever is signed in, and is gone from the address', async () => {
    fakeServer(MEMBER)
    const { screen, page } = await renderApp(AT_LINK)
    await expect.element(screen.getByLabelText('Token')).toHaveValue('abc')
    expect(page.address()).toBe('/')
    expect(document.title).toBe('Sign in · Fieldhouse')
  })

  it('lets a person who is signed in stay', async () => {
    fakeServer(MEMBER)
    const { screen } = await renderApp(AT_LINK)
    await screen.getByRole('button', { name: 'Stay signed in as Dario Finch' }).click()
    await expect.element(screen.getByRole('heading', { name: 'Welcome, Dario' })).toBeVisible()
  })

  it('stays when the person signs out in another tab', async () => {
    fakeServer(MEMBER)
    const { screen } = await renderApp(AT_LINK)
    await expect.element(screen.getByLabelText('Token')).toHaveValue('abc')
    dispatchStorageEvent('session_changed', 'out 2026-11-21T12:00:00.000Z')
    await expect.element(screen.getByRole('button', { name: /Stay signed in/ })).not.toBeInTheDocument()
    await expect.element(screen.getByLabelText('Token')).toHaveValue('abc')
  })
})

describe('knowing where one is', () => {
  it('has the place in the title', async () => {
    fakeServer(MEMBER)
    const { screen } = await renderApp(AT_LEAGUE)
    await screen.getByRole('tab', { name: 'Standings' }).click()
    expect(document.title).toBe(`Standings · ${LEAGUE} · Fieldhouse`)
    await screen.getByRole('button', { name: 'Fieldhouse' }).click()
    expect(document.title).toBe('Dashboard · Fieldhouse')
  })

  it('has the focus on the heading of each new screen, and one such heading', async () => {
    fakeServer({
      ...MEMBER,
      'GET /api/account/sessions/': { sessions: [] },
      'GET /api/notifications/': { kinds: [], quiet: null, mail: 'ready', devices: [], public_key: 'BKey' },
      'POST /api/logout/': { ok: true },
    })
    const { screen, page } = await renderApp(AT_LEAGUE)
    const heading = (name: string) => screen.getByRole('heading', { level: 1, name })
    await expect.element(heading(LEAGUE)).toBeVisible()
    expect(document.body).toHaveFocus()
    const go = async (name: string, to: string) => {
      await screen.getByRole('button', { name }).click()
      await expect.element(heading(to)).toHaveFocus()
      expect(document.querySelectorAll('h1')).toHaveLength(1)
    }
    await go('Fieldhouse', 'Welcome, Dario')
    await go('Dario Finch, your account', 'Your account')
    page.back()
    await expect.element(heading('Welcome, Dario')).toHaveFocus()
    await screen.getByRole('button', { name: 'Open menu' }).click()
    await go('Select League', 'Select Your League')
    await go('Logout', 'Welcome to your league')
    await go("Don't have an account? Create one", 'Create your account')
  })

  it('moves the focus to the tab that a card leads to, and leaves it on a tab that was chosen', async () => {
    fakeServer(MEMBER)
    const { screen } = await renderApp(AT_LEAGUE)
    await screen.getByRole('link', { name: 'Top teams' }).click()
    await expect.element(screen.getByRole('tabpanel', { name: 'Standings' })).toHaveFocus()
    await screen.getByRole('tab', { name: 'History' }).click()
    await expect.element(screen.getByRole('tab', { name: 'History' })).toHaveFocus()
  })
})

describe('the league screen', () => {
  it('is restored with its header and link', async () => {
    fakeServer(MEMBER)
    const { screen } = await renderApp(AT_LEAGUE)
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

  it('says in turn what it is loading, each for four seconds', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    onTestFinished(() => void vi.useRealTimers())
    fakeServer({ ...MEMBER, 'GET /api/league/:league/me/summary/': neverResponds() })
    const { screen } = await renderApp(AT_LEAGUE)
    const bar = screen.getByRole('progressbar')
    for (const message of [
      'Loading league snapshot…',
      'Fetching standings…',
      'Locating your team…',
      'Loading league snapshot…',
    ]) {
      await expect.element(bar).toHaveAccessibleName(message)
      await vi.advanceTimersByTimeAsync(4080)
    }
  })

  it('says in the tab that the standings failed, and tries again', async () => {
    let isDown = true
    fakeServer({
      ...MEMBER,
      'GET /api/league/:league/standings/': () =>
        isDown ? errorResponse(500, 'internal_error', 'A defect of ours.') : STANDINGS,
    })
    const { screen } = await renderApp({ ...AT_LEAGUE, address: '/?tab=standings' })
    await expect.element(screen.getByText('Failed to load standings')).toBeVisible()
    isDown = false
    await screen.getByRole('button', { name: 'Retry' }).click()
    await expect.element(screen.getByRole('rowheader', { name: 'Punt Intended' })).toBeVisible()
  })

  it('opens the tab of the address, and goes back through the tabs', async () => {
    fakeServer(MEMBER)
    const { screen, page } = await renderApp({ ...AT_LEAGUE, address: '/?tab=Standings' })
    await expect.element(screen.getByRole('rowheader', { name: 'Punt Intended' })).toBeVisible()
    await screen.getByRole('tab', { name: 'Matchup' }).click()
    await expect.element(screen.getByText('No team assigned.')).toBeVisible()
    expect(page.address()).toBe('/?tab=matchup')
    page.back()
    await expect.element(screen.getByRole('rowheader', { name: 'Punt Intended' })).toBeVisible()
  })

  it('goes from the cards to their tabs', async () => {
    fakeServer(MEMBER)
    const { screen, page } = await renderApp(AT_LEAGUE)
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
    fakeServer({ ...MEMBER, 'GET /api/league/:league/meta/': buildLeagueMeta({ features: [...features] }) })
    const { screen } = await renderApp(AT_LEAGUE)
    await expect.element(screen.getByRole('tab', { name: 'Overview' })).toBeVisible()
    expect(screen.getByRole('tab', { name: 'Betslip' }).elements()).toHaveLength(isThere ? 1 : 0)
  })

  it('tells the tab that shows in the address, also when the asked one is not there', async () => {
    fakeServer(MEMBER)
    const { screen, page } = await renderApp({ ...AT_LEAGUE, address: '/?tab=betslip' })
    await expect.element(screen.getByText('No team assigned yet.')).toBeVisible()
    expect([page.address(), page.entries()]).toEqual(['/?tab=overview', 1])
  })

  it.each([
    errorResponse(404, 'league_not_found', 'League not found.'),
    errorResponse(403, 'not_member', 'You are not a member of this league.'),
  ])('gives way to the dashboard when the league is gone (%#)', async (answer) => {
    fakeServer({ ...MEMBER, 'GET /api/league/:league/meta/': answer })
    const { screen, page } = await renderApp(AT_LEAGUE)
    await expect.element(screen.getByRole('heading', { name: 'Welcome, Dario' })).toBeVisible()
    expect(page.win.localStorage.getItem('active_league')).toBeNull()
  })

  it('opens from the dashboard and is stored', async () => {
    fakeServer(MEMBER)
    const { screen, page } = await renderApp()
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
    const { screen } = await renderApp(AT_LEAGUE)
    await expect.element(screen.getByText(`Showing data from ${day}: ESPN did not answer.`)).toBeVisible()
    await expect.element(screen.getByText('Run a refresh.')).toBeVisible()
  })
})

describe('a league that is open', () => {
  const ROSTER = 'GET /api/league/:league/me/roster/'

  it('changes in place when the server says so, and listens no longer once it is left', async () => {
    let score = 80.25
    const answer = () =>
      buildMyMatchupResponse({
        state: 'live',
        status: 'In progress',
        away: { ...buildMatchupTeam({ score }), lineup: null },
      })
    const server = fakeServer({ ...MEMBER, 'GET /api/league/:league/me/matchup/': answer })
    const { screen } = await renderApp({ ...AT_LEAGUE, address: '/?tab=matchup' })
    const away = screen.getByRole('region', { name: 'Away' })
    await expect.element(away).toHaveTextContent('80.3')
    expect(server.openStreams()).toEqual(['/api/league/Sunday%20Night%20Lights/events/'])
    score = 86.25
    server.emit('scoreboard', { season: 2026 })
    await expect.element(away).toHaveTextContent('86.3')
    await expect.element(away.getByText('86.3')).toHaveAttribute('data-changed')
    await screen.getByRole('tab', { name: 'Standings' }).click()
    expect(server.openStreams()).toHaveLength(1)
    await screen.getByRole('button', { name: 'Fieldhouse' }).click()
    await expect.element(screen.getByRole('heading', { name: 'Welcome, Dario' })).toBeVisible()
    expect(server.openStreams()).toEqual([])
  })

  it('reads the feed again when somebody adds to it', async () => {
    const { requests, emit } = fakeServer(MEMBER)
    const { screen } = await renderApp(AT_LEAGUE)
    const reads = () => requests.filter(({ key }) => key === 'GET /api/league/:league/social/feed/').length
    await expect.element(screen.getByText('No team assigned.')).toBeVisible()
    await vi.waitFor(() => expect(reads()).toBe(1))
    emit('feed', { change: 'added', type: 'post', id: 7 })
    await vi.waitFor(() => expect(reads()).toBe(2), { timeout: 3000 })
  })

  it('reads its history again when an admin decides about it, not for each score of a running season', async () => {
    const season = (reason: string | null) =>
      buildHistory([
        buildSeason(2025, ['Ada Quill', 'Hugo Barley'], {
          records_excluded: reason === null ? null : { reason },
        }),
      ])
    let history = season(null)
    const { requests, emit } = fakeServer({
      ...MEMBER,
      'GET /api/league/:league/history/': () => history,
      'GET /api/league/:league/owner-compare/': errorResponse(404, 'owner_not_found', 'No such owner.'),
    })
    const { screen } = await renderApp({ ...AT_LEAGUE, address: '/?tab=history' })
    const reads = () => requests.filter(({ key }) => key === 'GET /api/league/:league/history/').length
    await expect.element(screen.getByRole('article', { name: 'Season 2025' })).toBeVisible()
    history = season('Scores were doubled.')
    emit('scoreboard', { season: 2026 })
    emit('history', { change: 'records' })
    await expect.element(screen.getByText('Counts for no record: Scores were doubled.')).toBeInTheDocument()
    expect(reads()).toBe(2)
    history = season(null)
    emit('history', { change: 'seasons' })
    await expect.element(screen.getByText(/^Counts for no record/)).not.toBeInTheDocument()
  })

  it('knows how far a refresh is', async () => {
    const server = fakeServer(MEMBER)
    const { screen, client } = await renderApp(AT_LEAGUE)
    await expect.element(screen.getByText('No team assigned.')).toBeVisible()
    const progress = { job: 'refresh', state: 'running', step: 'Reading teams', done: 1, total: 4 } as const
    server.emit('refresh', progress)
    expect(client.getQueryData(refreshProgressQuery(LEAGUE).queryKey)).toEqual(progress)
  })

  it('says why it is no fresher as soon as a refresh has failed', async () => {
    let last_error: string | null = null
    const server = fakeServer({
      ...MEMBER,
      'GET /api/league/:league/standings/': () => ({ ...STANDINGS, last_error }),
    })
    const { screen } = await renderApp(AT_LEAGUE)
    await expect.element(screen.getByText('Updated 3 min ago')).toBeVisible()
    last_error = 'ESPN did not answer.'
    server.emit('refresh', {
      job: 'refresh',
      state: 'failed',
      step: 'ESPN did not answer.',
      done: 1,
      total: 4,
    })
    await expect.element(screen.getByText(/^Showing data from .*: ESPN did not answer\.$/)).toBeVisible()
  })

  it('asks for news of the players on the roster, and of nobody without one', async () => {
    const players = [
      buildRosterRow({ player: 'Ada Fleet' }),
      buildRosterRow({ player: 'Owls D/ST', espn_id: -16001 }),
    ]
    const { requests } = fakeServer({
      ...MEMBER,
      [ROSTER]: buildRoster({ players }),
      'GET /api/player-news/': { items: [] },
    })
    const { screen } = await renderApp({ ...AT_LEAGUE, address: '/?tab=roster' })
    await expect.element(screen.getByText('No recent headlines.')).toBeVisible()
    const asked = requests.filter(({ key }) => key === 'GET /api/player-news/')
    expect(asked.map(({ path }) => path)).toEqual(['/api/player-news/?players=Ada+Fleet'])
  })

  it('says that the players of its news are unknown while the roster fails, and tries again', async () => {
    let isDown = true
    fakeServer({
      ...MEMBER,
      [ROSTER]: () => (isDown ? errorResponse(500, 'internal_error', 'A defect of ours.') : buildRoster()),
    })
    const { screen } = await renderApp({ ...AT_LEAGUE, address: '/?tab=roster' })
    await expect.element(screen.getByText('Failed to load your roster')).toBeVisible()
    const news = screen.getByRole('complementary', { name: 'Player News' })
    await expect.element(news.getByText('Failed to load your players')).toBeVisible()
    expect(news.getByText('No recent headlines.').elements()).toHaveLength(0)
    isDown = false
    await news.getByRole('button', { name: 'Retry' }).click()
    await expect.element(news.getByText('No recent headlines.')).toBeVisible()
    await expect.element(screen.getByText('Failed to load your roster')).not.toBeInTheDocument()
  })

  it('keeps the news of the players known when the roster cannot be read anew', async () => {
    let isDown = false
    fakeServer({
      ...MEMBER,
      [ROSTER]: () => (isDown ? errorResponse(500, 'internal_error', 'A defect of ours.') : buildRoster()),
    })
    const { screen, client } = await renderApp({ ...AT_LEAGUE, address: '/?tab=roster' })
    await expect.element(screen.getByText('No roster to show yet.')).toBeVisible()
    isDown = true
    await client.refetchQueries()
    await expect.element(screen.getByText(/What you see was loaded before/)).toBeVisible()
    expect(screen.getByRole('button', { name: 'Retry' }).elements()).toHaveLength(1)
    await expect.element(screen.getByText('No recent headlines.')).toBeVisible()
  })
})

describe('the league picker', () => {
  it('makes the chosen league the active one and opens it', async () => {
    fakeServer(MEMBER)
    const { screen, page } = await renderApp({ local: { route: 'select-league' } })
    await screen.getByRole('button', { name: /Sunday Night Lights/ }).click()
    await expect.element(screen.getByRole('heading', { level: 1, name: LEAGUE })).toBeVisible()
    expect(page.win.localStorage.getItem('active_league')).toBe(LEAGUE)
    expect(page.address()).toBe('/?tab=overview')
  })

  it('is where a person without a league asks for one', async () => {
    fakeServer({
      ...MEMBER,
      'GET /api/user-leagues/:username/': { leagues: [] },
      'GET /api/my-requests/': { requests: [] },
      'GET /api/leagues/': { leagues: [] },
    })
    const { screen } = await renderApp()
    await screen.getByRole('button', { name: 'Ask to join a league' }).click()
    await expect.element(screen.getByRole('heading', { name: 'Request to join a league' })).toHaveFocus()
    await expect.element(screen.getByRole('button', { name: 'Request to Join' })).toBeVisible()
  })
})

describe('Admin Tools', () => {
  it.each([
    ['a player', {}, 'player', 0],
    ['a viewer', {}, 'viewer', 0],
    ['an admin of a league', {}, 'admin', 1],
    ['a site admin', { is_admin: true }, 'player', 1],
  ] as const)('are there for %s (%j, %s): %d', async (_, rights, role, ways) => {
    fakeServer({
      ...MEMBER,
      'GET /api/whoami/': buildUser(rights),
      'GET /api/user-leagues/:username/': { leagues: [buildMyLeague({ role })] },
    })
    const { screen } = await renderApp()
    await expect.element(screen.getByRole('button', { name: /Sunday Night Lights/ })).toBeVisible()
    expect(screen.getByRole('button', { name: /Admin Tools/ }).elements()).toHaveLength(ways)
  })

  const AT_ADMIN = { local: { route: 'admin', active_league: LEAGUE } }
  const STATUS: FakeResponses = {
    'GET /api/leagues/status/': { leagues: [] },
    'GET /api/users/': { users: [] },
    'GET /api/league-requests/': { requests: [] },
    'GET /api/league/:league/teams/': { teams: [] },
    'GET /api/espn/cookie-status/': { has_swid: false, has_s2: false },
    'GET /api/league/:league/cookie-status/': buildLeagueCookies(),
  }

  const WITHOUT_RIGHTS: FakeResponses = {
    ...MEMBER,
    ...STATUS,
    'GET /api/league/:league/me/role/': { role: 'player', is_admin: false },
  }

  it('names the role and warns those without rights', async () => {
    fakeServer(WITHOUT_RIGHTS)
    const { screen } = await renderApp(AT_ADMIN)
    await expect.element(screen.getByText('Role: player')).toBeVisible()
    await expect
      .element(screen.getByText(`You don't have admin rights in ${LEAGUE}. Actions are disabled.`))
      .toBeVisible()
    await expect.element(screen.getByRole('button', { name: `Refresh ${LEAGUE}` })).toBeDisabled()
  })

  it('leave those without rights nothing to fill in or to press but the choice of a league', async () => {
    fakeServer(WITHOUT_RIGHTS)
    const { screen } = await renderApp(AT_ADMIN)
    await expect.element(screen.getByText('Role: player')).toBeVisible()
    for (const closed of document.querySelectorAll<HTMLElement>('details:not([open]) > summary'))
      closed.click()
    await expect.element(screen.getByRole('button', { name: 'Create league' })).toBeDisabled()
    const main = screen.getByRole('main').element()
    const left = main.querySelectorAll(':is(input, select, textarea, button):not(:disabled)')
    expect([...left].filter((control) => control.checkVisibility())).toEqual([
      screen.getByLabelText('League', { exact: true }).element(),
    ])
  })

  it('say that the role is unknown when it cannot be read, and try again', async () => {
    let isDown = true
    fakeServer({
      ...MEMBER,
      ...STATUS,
      'GET /api/user-leagues/:username/': { leagues: [buildMyLeague({ role: 'admin' })] },
      'GET /api/league/:league/me/role/': () =>
        isDown
          ? errorResponse(500, 'internal_error', 'A defect of ours.')
          : ({ role: 'admin', is_admin: true } as const),
    })
    const { screen } = await renderApp(AT_ADMIN)
    await expect.element(screen.getByText(`Failed to load your role in ${LEAGUE}`)).toBeVisible()
    const refresh = screen.getByRole('button', { name: `Refresh ${LEAGUE}` })
    await expect.element(refresh).toBeDisabled()
    isDown = false
    await screen.getByRole('button', { name: 'Retry' }).click()
    await expect.element(refresh).toBeEnabled()
  })

  it.each([
    ['a site admin', { is_admin: true, is_staff: true }, ['User Accounts', 'Import League']],
    ['an admin of the league', {}, []],
  ] as const)('have their sections in order for %s', async (_, rights, forStaff) => {
    fakeServer({
      ...MEMBER,
      ...STATUS,
      'GET /api/whoami/': buildUser(rights),
      'GET /api/user-leagues/:username/': { leagues: [buildMyLeague({ role: 'admin' })] },
      'GET /api/leagues/': { leagues: [{ name: LEAGUE }] },
      'GET /api/league/:league/me/role/': { role: 'admin', is_admin: true },
    })
    const { screen } = await renderApp(AT_ADMIN)
    await expect.element(screen.getByText('No teams yet.')).toBeVisible()
    const headings = screen.getByRole('heading', { level: 2 }).elements()
    expect(headings.map(({ textContent }) => textContent)).toEqual([
      'Provider Cookies',
      'Refresh from the provider',
      'Assign User to League',
      'Create New League',
      'Team assignments',
      ...forStaff.slice(0, 1),
      'Pending Join Requests',
      'Members',
      'Data Health',
      'Upload Seasons',
      'League Settings',
      'Record of Acts',
      'Export or Delete League',
      ...forStaff.slice(1),
    ])
  })

  it('ask nothing that a player may not know', async () => {
    const { requests } = fakeServer({
      ...MEMBER,
      ...STATUS,
      'GET /api/league/:league/me/role/': { role: 'player', is_admin: false },
    })
    const { screen } = await renderApp(AT_ADMIN)
    await expect.element(screen.getByText('Only an admin sees and decides join requests.')).toBeVisible()
    await expect.element(screen.getByText('You run no league yet.')).toBeVisible()
    await screen.getByRole('heading', { name: 'Assign User to League' }).click()
    await expect.element(screen.getByRole('button', { name: 'Assign user' })).toBeDisabled()
    expect(requests.filter(({ key }) => /users|requests|teams|cookie/.test(key))).toEqual([])
  })

  it('show how far a refresh is that began elsewhere', async () => {
    const ROW = { name: LEAGUE, season: 2026, last_status: 'ok', status: 'ok', last_error: null } as const
    const times = { updated_at: '2026-11-21T10:00:00.000Z', last_updated: '2026-11-21T10:00:00.000Z' }
    let progress: { job: 'refresh'; step: string; done: number; total: number } | null = null
    const server = fakeServer({
      ...MEMBER,
      ...STATUS,
      'GET /api/user-leagues/:username/': { leagues: [buildMyLeague({ role: 'admin' })] },
      'GET /api/league/:league/me/role/': { role: 'admin', is_admin: true },
      'GET /api/leagues/status/': () => ({ leagues: [{ ...ROW, ...times, progress }] }),
    })
    const { screen } = await renderApp(AT_ADMIN)
    await expect.element(screen.getByRole('rowheader', { name: LEAGUE })).toBeVisible()
    expect(screen.getByRole('progressbar').elements()).toEqual([])
    progress = { job: 'refresh', step: 'Reading the season 2026', done: 0, total: 3 }
    server.emit('refresh', { ...progress, state: 'running' })
    await expect.element(screen.getByRole('progressbar', { name: `Refreshing ${LEAGUE}` })).toBeVisible()
  })

  it('are one step away from the league whose cookies ESPN refuses', async () => {
    fakeServer({
      ...MEMBER,
      ...STATUS,
      'GET /api/user-leagues/:username/': { leagues: [buildMyLeague({ role: 'admin' })] },
      'GET /api/league/:league/me/role/': { role: 'admin', is_admin: true },
      'GET /api/league/:league/cookie-status/': buildLeagueCookies({
        refused_at: '2020-11-03T12:00:00.000Z',
      }),
    })
    const { screen } = await renderApp(AT_LEAGUE)
    await screen.getByRole('button', { name: 'Save cookies in Admin Tools' }).click()
    await expect.element(screen.getByRole('heading', { name: 'Admin Tools' })).toBeVisible()
    await expect.element(screen.getByText(/Save cookies under Provider Cookies/)).toBeVisible()
  })

  it.each([
    ['a site admin', { is_admin: true, is_staff: true }, 'GET /api/leagues/'],
    ['an admin of a league', {}, 'GET /api/user-leagues/:username/'],
  ] as const)('claim no league and no lack of them while the list fails, for %s', async (_, rights, list) => {
    let isDown = true
    const answer =
      list === 'GET /api/leagues/' ? { leagues: [{ name: LEAGUE }] } : { leagues: [buildMyLeague()] }
    fakeServer({
      ...MEMBER,
      ...STATUS,
      'GET /api/whoami/': buildUser(rights),
      'GET /api/league/:league/me/role/': { role: 'admin', is_admin: true },
      [list]: () => (isDown ? errorResponse(500, 'internal_error', 'A defect of ours.') : answer),
    })
    const { screen } = await renderApp(AT_ADMIN)
    await expect.element(screen.getByText('Failed to load leagues')).toBeVisible()
    await expect.element(screen.getByLabelText('League', { exact: true })).toHaveTextContent('Not loaded')
    expect(screen.getByText('You run no league yet.').elements()).toHaveLength(0)
    expect(screen.getByRole('heading', { level: 2 }).elements()).toHaveLength(0)
    isDown = false
    await screen.getByRole('button', { name: 'Retry' }).click()
    await expect.element(screen.getByLabelText('League', { exact: true })).toHaveTextContent(LEAGUE)
    await expect.element(screen.getByRole('heading', { name: 'Create New League' })).toBeVisible()
  })

  it('lets a site admin refresh and create', async () => {
    fakeServer({
      ...MEMBER,
      ...STATUS,
      'GET /api/whoami/': buildUser({ is_admin: true, is_staff: true }),
      'GET /api/leagues/': { leagues: [{ name: LEAGUE }, { name: 'Another' }] },
      'GET /api/league/:league/me/role/': { role: null, is_admin: true },
    })
    const { screen } = await renderApp(AT_ADMIN)
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
      'GET /api/whoami/': buildUser({ is_admin: true, is_staff: true }),
      'GET /api/leagues/': () => ({ leagues }),
      'GET /api/league/:league/me/role/': { role: 'admin', is_admin: true },
      'POST /api/create-league/': () => {
        leagues.push({ name: 'Brand New' })
        return { message: 'League Brand New created.' }
      },
    })
    const { screen } = await renderApp(AT_ADMIN)
    await screen.getByLabelText('League name').fill('Brand New')
    await screen.getByLabelText('ESPN league id or address').fill('1234')
    await screen.getByRole('button', { name: 'Create league' }).click()
    await expect.element(screen.getByText('League Brand New created.')).toBeVisible()
    await expect.element(screen.getByRole('button', { name: 'Refresh Brand New' })).toBeEnabled()
  })
})

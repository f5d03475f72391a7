import type { QueryClient } from '@tanstack/react-query'
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { refreshProgressQuery } from '../api/league-queries.ts'
import { buildLeagueCookies, buildLeagueMeta, buildMyLeague, buildUser } from '../testing/account-fixtures.ts'
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

/** Simulates a change of local storage by another browser tab. */
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
  const bytes = Uint8Array.from(atob(GIF), (char) => char.charCodeAt(0))
  return new File([bytes], name, { type: 'image/gif' })
}

function isImage(url: string): Promise<boolean> {
  return new Promise((resolve) => {
    const image = new Image()
    image.addEventListener('load', () => resolve(true))
    image.addEventListener('error', () => resolve(false))
    image.src = url
  })
}

beforeEach(() => localStorage.clear())

describe('session', () => {
  it('shows the login screen when no user is signed in', async () => {
    fakeServer({ 'GET /api/whoami/': { username: null } })
    const { screen } = await renderApp()
    await expect.element(screen.getByRole('form', { name: 'Sign in' })).toBeVisible()
  })

  it('shows a loading state until the current user is known', async () => {
    fakeServer({ 'GET /api/whoami/': neverResponds() })
    const { screen } = await renderApp()
    await expect.element(screen.getByRole('status', { name: 'Loading' })).toBeInTheDocument()
  })

  it('shows the login screen when the current user cannot be fetched', async () => {
    fakeServer({ 'GET /api/whoami/': errorResponse(500, 'internal_error', 'Internal server error.') })
    const { screen } = await renderApp()
    await expect.element(screen.getByRole('form', { name: 'Sign in' })).toBeVisible()
  })

  it('navigates to registration and back', async () => {
    fakeServer({ 'GET /api/whoami/': { username: null } })
    const { screen, page } = await renderApp()
    await screen.getByRole('button', { name: /Create one/ }).click()
    await expect.element(screen.getByRole('form', { name: 'Create account' })).toBeVisible()
    page.back()
    await expect.element(screen.getByRole('form', { name: 'Sign in' })).toBeVisible()
  })

  it('opens the dashboard after sign-in', async () => {
    fakeServer({ ...MEMBER, 'GET /api/whoami/': { username: null }, 'POST /api/login/': buildUser() })
    const { screen } = await renderApp()
    await screen.getByLabelText('Username').fill('dario')
    await screen.getByLabelText('Password').fill('secret')
    await screen.getByRole('button', { name: 'Sign in' }).click()
    await expect.element(screen.getByRole('heading', { name: 'Welcome, Dario' })).toBeVisible()
  })

  it('signs out on Logout even when the request fails', async () => {
    fakeServer({
      ...MEMBER,
      'POST /api/logout/': errorResponse(500, 'internal_error', 'Internal server error.'),
    })
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

  it('removes stored headlines and unshared files from the browser on sign-out', async () => {
    fakeServer({ ...MEMBER, 'POST /api/logout/': { ok: true } })
    localStorage.setItem(`player_news:${LEAGUE}`, '{}')
    localStorage.setItem('theme', 'solarized-dark')
    const { screen } = await renderApp({ ...AT_LEAGUE, url: '/?tab=league-social' })
    await screen.getByRole('tab', { name: 'Media' }).click()
    await screen.getByLabelText(/Choose images and videos/).upload([buildImageFile('one.gif')])
    const preview = screen.getByRole('listitem').filter({ hasText: 'one.gif' }).getByAltText('').element()
    const url = (preview as HTMLImageElement).src
    expect(await isImage(url)).toBe(true)
    await screen.getByRole('button', { name: 'Logout' }).click()
    await expect.element(screen.getByRole('form', { name: 'Sign in' })).toBeVisible()
    expect(await isImage(url)).toBe(false)
    expect(Object.keys(localStorage).sort()).toEqual(['session_changed', 'theme'])
  })

  it('removes stored headlines when the session ended while the page was closed', async () => {
    localStorage.setItem(`player_news:${LEAGUE}`, '{}')
    fakeServer({ 'GET /api/whoami/': { username: null } })
    const { screen } = await renderApp()
    await expect.element(screen.getByRole('form', { name: 'Sign in' })).toBeVisible()
    expect(Object.keys(localStorage)).toEqual([])
  })

  it('stays signed out when a pending response still contains the previous user', async () => {
    let respond: (user: ReturnType<typeof buildUser>) => void = () => undefined
    const pendingUser = new Promise<ReturnType<typeof buildUser>>((resolve) => {
      respond = resolve
    })
    let requestCount = 0
    fakeServer({
      ...MEMBER,
      'GET /api/whoami/': () => {
        requestCount += 1
        return requestCount === 1 ? buildUser() : pendingUser
      },
      'POST /api/logout/': { ok: true },
    })
    const { screen, client } = await renderApp()
    await expect.element(screen.getByRole('heading', { name: 'Welcome, Dario' })).toBeVisible()
    void client.invalidateQueries({ queryKey: ['whoami'] })
    await screen.getByRole('button', { name: 'Logout' }).click()
    await expect.element(screen.getByRole('form', { name: 'Sign in' })).toBeVisible()
    respond(buildUser())
    await new Promise((resolve) => setTimeout(resolve, 50))
    await expect.element(screen.getByRole('form', { name: 'Sign in' })).toBeVisible()
  })

  it('shows the login screen when the session has ended', async () => {
    fakeServer({
      ...MEMBER,
      'GET /api/user-leagues/:username/': errorResponse(401, 'not_signed_in', 'Sign in to continue.'),
    })
    const { screen } = await renderApp()
    await expect.element(screen.getByRole('form', { name: 'Sign in' })).toBeVisible()
  })

  it('returns to the same screen when the user signs in again after the session ended', async () => {
    let isSessionOver = true
    fakeServer({
      ...MEMBER,
      'GET /api/league/:league/standings/': () =>
        isSessionOver ? errorResponse(401, 'not_signed_in', 'Sign in to continue.') : STANDINGS,
      'POST /api/login/': () => {
        isSessionOver = false
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

describe('changes in another browser tab', () => {
  it('signs out without a request and clears the query cache when another tab signs out', async () => {
    const { requests } = fakeServer(MEMBER)
    const { screen, page, client } = await renderApp(AT_LEAGUE)
    await expect.element(screen.getByRole('tab', { name: 'Overview' })).toBeVisible()
    const requestCount = requests.length
    dispatchStorageEvent('session_changed', 'out 2026-11-21T12:00:00.000Z')
    await expect.element(screen.getByRole('form', { name: 'Sign in' })).toBeVisible()
    expect(requests).toHaveLength(requestCount)
    expect(cachedQueryKeys(client)).toEqual([['whoami']])
    expect(page.win.localStorage.getItem('active_league')).toBeNull()
  })

  it('signs out a page that is restored from the back/forward cache', async () => {
    fakeServer(MEMBER)
    const { screen } = await renderApp()
    await expect.element(screen.getByRole('heading', { name: 'Welcome, Dario' })).toBeVisible()
    localStorage.setItem('session_changed', 'out 2026-11-21T12:00:00.000Z')
    dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))
    await expect.element(screen.getByRole('form', { name: 'Sign in' })).toBeVisible()
  })

  it('signs in when another tab signs in', async () => {
    let isSignedIn = false
    fakeServer({ ...MEMBER, 'GET /api/whoami/': () => (isSignedIn ? buildUser() : { username: null }) })
    const { screen } = await renderApp()
    await expect.element(screen.getByRole('form', { name: 'Sign in' })).toBeVisible()
    isSignedIn = true
    dispatchStorageEvent('session_changed', 'in 2026-11-21T12:00:00.000Z')
    await expect.element(screen.getByRole('heading', { name: 'Welcome, Dario' })).toBeVisible()
  })

  it('switches the user when another tab signs in as someone else', async () => {
    let user = buildUser()
    fakeServer({ ...MEMBER, 'GET /api/whoami/': () => user })
    const { screen } = await renderApp()
    await expect.element(screen.getByRole('heading', { name: 'Welcome, Dario' })).toBeVisible()
    user = buildUser({ username: 'ada', first_name: 'Ada', last_name: 'Quill' })
    dispatchStorageEvent('session_changed', 'in 2026-11-21T12:00:00.000Z')
    await expect.element(screen.getByRole('heading', { name: 'Welcome, Ada' })).toBeVisible()
  })

  it('keeps the registration form when another tab signs out', async () => {
    fakeServer({ 'GET /api/whoami/': { username: null } })
    const { screen } = await renderApp()
    await screen.getByRole('button', { name: /Create one/ }).click()
    await screen.getByLabelText('Username').fill('dario')
    dispatchStorageEvent('session_changed', 'out 2026-11-21T12:00:00.000Z')
    await expect.element(screen.getByLabelText('Username')).toHaveValue('dario')
  })

  it('notifies other tabs of sign-out and sign-in', async () => {
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
  ] as const)('applies a theme change from another tab while signed %s', async (_, responses) => {
    fakeServer(responses)
    await renderApp()
    localStorage.setItem('theme', 'solarized-dark')
    dispatchStorageEvent('theme', 'solarized-dark')
    await vi.waitFor(() => expect(document.documentElement.dataset['theme']).toBe('solarized-dark'))
    localStorage.clear()
    dispatchStorageEvent(null, null)
    expect(document.documentElement.dataset['theme']).toBe('solarized-light')
  })
})

describe('password reset link', () => {
  const AT_LINK = { url: '/?uid=7&token=abc' }

  it('opens the reset form prefilled, even when signed in, and removes the token from the URL', async () => {
    fakeServer(MEMBER)
    const { screen, page } = await renderApp(AT_LINK)
    await expect.element(screen.getByLabelText('Token')).toHaveValue('abc')
    expect(page.url()).toBe('/')
    expect(document.title).toBe('Sign in · Fieldhouse')
  })

  it('lets a signed-in user stay signed in', async () => {
    fakeServer(MEMBER)
    const { screen } = await renderApp(AT_LINK)
    await screen.getByRole('button', { name: 'Stay signed in as Dario Finch' }).click()
    await expect.element(screen.getByRole('heading', { name: 'Welcome, Dario' })).toBeVisible()
  })

  it('keeps the reset form open when the user signs out in another tab', async () => {
    fakeServer(MEMBER)
    const { screen } = await renderApp(AT_LINK)
    await expect.element(screen.getByLabelText('Token')).toHaveValue('abc')
    dispatchStorageEvent('session_changed', 'out 2026-11-21T12:00:00.000Z')
    await expect.element(screen.getByRole('button', { name: /Stay signed in/ })).not.toBeInTheDocument()
    await expect.element(screen.getByLabelText('Token')).toHaveValue('abc')
  })
})

describe('title and focus', () => {
  it('shows the location in the document title', async () => {
    fakeServer(MEMBER)
    const { screen } = await renderApp(AT_LEAGUE)
    await screen.getByRole('tab', { name: 'Standings' }).click()
    expect(document.title).toBe(`Standings · ${LEAGUE} · Fieldhouse`)
    await screen.getByRole('button', { name: 'Fieldhouse' }).click()
    expect(document.title).toBe('Dashboard · Fieldhouse')
  })

  it('moves the focus to the only level 1 heading of each new screen', async () => {
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
    const clickAndExpectHeading = async (name: string, title: string) => {
      await screen.getByRole('button', { name }).click()
      await expect.element(heading(title)).toHaveFocus()
      expect(document.querySelectorAll('h1')).toHaveLength(1)
    }
    await clickAndExpectHeading('Fieldhouse', 'Welcome, Dario')
    await clickAndExpectHeading('Dario Finch, your account', 'Your account')
    page.back()
    await expect.element(heading('Welcome, Dario')).toHaveFocus()
    await screen.getByRole('button', { name: 'Open menu' }).click()
    await clickAndExpectHeading('Select League', 'Select Your League')
    await clickAndExpectHeading('Logout', 'Welcome to your league')
    await clickAndExpectHeading("Don't have an account? Create one", 'Create your account')
  })

  it('moves the focus to the tab panel that a card opens, and keeps it on a selected tab', async () => {
    fakeServer(MEMBER)
    const { screen } = await renderApp(AT_LEAGUE)
    await screen.getByRole('link', { name: 'Top teams' }).click()
    await expect.element(screen.getByRole('tabpanel', { name: 'Standings' })).toHaveFocus()
    await screen.getByRole('tab', { name: 'History' }).click()
    await expect.element(screen.getByRole('tab', { name: 'History' })).toHaveFocus()
  })
})

describe('league screen', () => {
  it('restores the league with its header and ESPN link', async () => {
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

  it('cycles through the loading messages every four seconds', async () => {
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

  it('shows in the tab that loading the standings failed, and retries', async () => {
    let isDown = true
    fakeServer({
      ...MEMBER,
      'GET /api/league/:league/standings/': () =>
        isDown ? errorResponse(500, 'internal_error', 'Internal server error.') : STANDINGS,
    })
    const { screen } = await renderApp({ ...AT_LEAGUE, url: '/?tab=standings' })
    await expect.element(screen.getByText('Failed to load standings')).toBeVisible()
    isDown = false
    await screen.getByRole('button', { name: 'Retry' }).click()
    await expect.element(screen.getByRole('rowheader', { name: 'Punt Intended' })).toBeVisible()
  })

  it('opens the tab in the URL and goes back through the tabs', async () => {
    fakeServer(MEMBER)
    const { screen, page } = await renderApp({ ...AT_LEAGUE, url: '/?tab=Standings' })
    await expect.element(screen.getByRole('rowheader', { name: 'Punt Intended' })).toBeVisible()
    await screen.getByRole('tab', { name: 'Matchup' }).click()
    await expect.element(screen.getByText('No team assigned.')).toBeVisible()
    expect(page.url()).toBe('/?tab=matchup')
    page.back()
    await expect.element(screen.getByRole('rowheader', { name: 'Punt Intended' })).toBeVisible()
  })

  it('opens the tabs from the overview cards', async () => {
    fakeServer(MEMBER)
    const { screen, page } = await renderApp(AT_LEAGUE)
    await screen.getByRole('link', { name: 'My Team' }).click()
    expect(page.url()).toBe('/?tab=roster')
    page.back()
    await screen.getByRole('link', { name: 'Latest from League Social' }).click()
    expect(page.url()).toBe('/?tab=league+social')
  })

  it.each([
    [[], false],
    [['betslip'] as const, true],
  ])('shows the Betslip tab only when the league has the feature (%#)', async (features, hasTab) => {
    fakeServer({ ...MEMBER, 'GET /api/league/:league/meta/': buildLeagueMeta({ features: [...features] }) })
    const { screen } = await renderApp(AT_LEAGUE)
    await expect.element(screen.getByRole('tab', { name: 'Overview' })).toBeVisible()
    expect(screen.getByRole('tab', { name: 'Betslip' }).elements()).toHaveLength(hasTab ? 1 : 0)
  })

  it('replaces an unavailable tab in the URL with the overview', async () => {
    fakeServer(MEMBER)
    const { screen, page } = await renderApp({ ...AT_LEAGUE, url: '/?tab=betslip' })
    await expect.element(screen.getByText('No team assigned yet.')).toBeVisible()
    expect([page.url(), page.entries()]).toEqual(['/?tab=overview', 1])
  })

  it.each([
    errorResponse(404, 'league_not_found', 'League not found.'),
    errorResponse(403, 'not_member', 'You are not a member of this league.'),
  ])('opens the dashboard when the league is unavailable (%#)', async (response) => {
    fakeServer({ ...MEMBER, 'GET /api/league/:league/meta/': response })
    const { screen, page } = await renderApp(AT_LEAGUE)
    await expect.element(screen.getByRole('heading', { name: 'Welcome, Dario' })).toBeVisible()
    expect(page.win.localStorage.getItem('active_league')).toBeNull()
  })

  it('opens a league from the dashboard and stores the active league', async () => {
    fakeServer(MEMBER)
    const { screen, page } = await renderApp()
    await screen.getByRole('button', { name: /Sunday Night Lights/ }).click()
    await expect.element(screen.getByRole('tab', { name: 'Overview' })).toBeVisible()
    expect(page.win.localStorage.getItem('route')).toBe('league')
    expect(page.win.localStorage.getItem('active_league')).toBe(LEAGUE)
  })

  it('shows the age of the data after a failed refresh', async () => {
    const threeDaysAgo = new Date()
    threeDaysAgo.setDate(threeDaysAgo.getDate() - 3)
    const day = threeDaysAgo.toLocaleDateString('en', { weekday: 'long' })
    fakeServer({
      ...MEMBER,
      'GET /api/league/:league/standings/': {
        season: 2026,
        standings: [],
        playoff_teams: null,
        is_finished: false,
        updated_at: threeDaysAgo.toISOString(),
        last_error: "ESPN didn't respond.",
      },
    })
    const { screen } = await renderApp(AT_LEAGUE)
    await expect.element(screen.getByText(`Showing data from ${day}: ESPN didn't respond.`)).toBeVisible()
    await expect.element(screen.getByText('Run a refresh.')).toBeVisible()
  })
})

describe('live league', () => {
  const ROSTER = 'GET /api/league/:league/me/roster/'

  it('updates the score on an event and closes the stream when the user leaves the league', async () => {
    let score = 80.25
    const respond = () =>
      buildMyMatchupResponse({
        state: 'live',
        status: 'In progress',
        away: { ...buildMatchupTeam({ score }), lineup: null },
      })
    const server = fakeServer({ ...MEMBER, 'GET /api/league/:league/me/matchup/': respond })
    const { screen } = await renderApp({ ...AT_LEAGUE, url: '/?tab=matchup' })
    const away = screen.getByRole('region', { name: 'Away' })
    await expect.element(away).toMatchTextContent('80.3')
    expect(server.openStreams()).toEqual(['/api/league/Sunday%20Night%20Lights/events/'])
    score = 86.25
    server.emit('scoreboard', { season: 2026 })
    await expect.element(away).toMatchTextContent('86.3')
    await expect.element(away.getByText('86.3')).toHaveAttribute('data-changed')
    await screen.getByRole('tab', { name: 'Standings' }).click()
    expect(server.openStreams()).toHaveLength(1)
    await screen.getByRole('button', { name: 'Fieldhouse' }).click()
    await expect.element(screen.getByRole('heading', { name: 'Welcome, Dario' })).toBeVisible()
    expect(server.openStreams()).toEqual([])
  })

  it('refetches the feed when a post is added', async () => {
    const { requests, emit } = fakeServer(MEMBER)
    const { screen } = await renderApp(AT_LEAGUE)
    const requestCount = () =>
      requests.filter(({ key }) => key === 'GET /api/league/:league/social/feed/').length
    await expect.element(screen.getByText('No team assigned.')).toBeVisible()
    await vi.waitFor(() => expect(requestCount()).toBe(1))
    emit('feed', { change: 'added', type: 'post', id: 7 })
    await vi.waitFor(() => expect(requestCount()).toBe(2), { timeout: 3000 })
  })

  it('refetches the history after an admin change but not after a score change', async () => {
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
    const { screen } = await renderApp({ ...AT_LEAGUE, url: '/?tab=history' })
    const requestCount = () => requests.filter(({ key }) => key === 'GET /api/league/:league/history/').length
    await expect.element(screen.getByRole('article', { name: 'Season 2025' })).toBeVisible()
    history = season('Scores were doubled.')
    emit('scoreboard', { season: 2026 })
    emit('history', { change: 'records' })
    await expect.element(screen.getByText('Excluded from records: Scores were doubled.')).toBeInTheDocument()
    expect(requestCount()).toBe(2)
    history = season(null)
    emit('history', { change: 'seasons' })
    await expect.element(screen.getByText(/^Excluded from records/)).not.toBeInTheDocument()
  })

  it('stores the progress of a refresh', async () => {
    const server = fakeServer(MEMBER)
    const { screen, client } = await renderApp(AT_LEAGUE)
    await expect.element(screen.getByText('No team assigned.')).toBeVisible()
    const progress = { job: 'refresh', state: 'running', step: 'Reading teams', done: 1, total: 4 } as const
    server.emit('refresh', progress)
    expect(client.getQueryData(refreshProgressQuery(LEAGUE).queryKey)).toEqual(progress)
  })

  it('shows the reason as soon as a refresh fails', async () => {
    let last_error: string | null = null
    const server = fakeServer({
      ...MEMBER,
      'GET /api/league/:league/standings/': () => ({ ...STANDINGS, last_error }),
    })
    const { screen } = await renderApp(AT_LEAGUE)
    await expect.element(screen.getByText('Updated 3 min ago')).toBeVisible()
    last_error = "ESPN didn't respond."
    server.emit('refresh', {
      job: 'refresh',
      state: 'failed',
      step: "ESPN didn't respond.",
      done: 1,
      total: 4,
    })
    await expect.element(screen.getByText(/^Showing data from .*: ESPN didn't respond\.$/)).toBeVisible()
  })

  it('requests news about the players on the roster only', async () => {
    const players = [
      buildRosterRow({ player: 'Ada Fleet' }),
      buildRosterRow({ player: 'Owls D/ST', espn_id: -16001 }),
    ]
    const { requests } = fakeServer({
      ...MEMBER,
      [ROSTER]: buildRoster({ players }),
      'GET /api/player-news/': { items: [] },
    })
    const { screen } = await renderApp({ ...AT_LEAGUE, url: '/?tab=roster' })
    await expect.element(screen.getByText('No recent headlines.')).toBeVisible()
    const newsRequests = requests.filter(({ key }) => key === 'GET /api/player-news/')
    expect(newsRequests.map(({ path }) => path)).toEqual(['/api/player-news/?players=Ada+Fleet'])
  })

  it('shows an error in the news panel while the roster fails to load, and retries', async () => {
    let isDown = true
    fakeServer({
      ...MEMBER,
      [ROSTER]: () =>
        isDown ? errorResponse(500, 'internal_error', 'Internal server error.') : buildRoster(),
    })
    const { screen } = await renderApp({ ...AT_LEAGUE, url: '/?tab=roster' })
    await expect.element(screen.getByText('Failed to load your roster')).toBeVisible()
    const news = screen.getByRole('complementary', { name: 'Player News' })
    await expect.element(news.getByText('Failed to load your players')).toBeVisible()
    expect(news.getByText('No recent headlines.').elements()).toHaveLength(0)
    isDown = false
    await news.getByRole('button', { name: 'Retry' }).click()
    await expect.element(news.getByText('No recent headlines.')).toBeVisible()
    await expect.element(screen.getByText('Failed to load your roster')).not.toBeInTheDocument()
  })

  it('keeps the news when the roster fails to refetch', async () => {
    let isDown = false
    fakeServer({
      ...MEMBER,
      [ROSTER]: () =>
        isDown ? errorResponse(500, 'internal_error', 'Internal server error.') : buildRoster(),
    })
    const { screen, client } = await renderApp({ ...AT_LEAGUE, url: '/?tab=roster' })
    await expect.element(screen.getByText('No roster to show yet.')).toBeVisible()
    isDown = true
    await client.refetchQueries()
    await expect.element(screen.getByText(/Showing the last good data/)).toBeVisible()
    expect(screen.getByRole('button', { name: 'Retry' }).elements()).toHaveLength(1)
    await expect.element(screen.getByText('No recent headlines.')).toBeVisible()
  })
})

describe('league picker', () => {
  it('opens the selected league and makes it the active league', async () => {
    fakeServer(MEMBER)
    const { screen, page } = await renderApp({ local: { route: 'select-league' } })
    await screen.getByRole('button', { name: /Sunday Night Lights/ }).click()
    await expect.element(screen.getByRole('heading', { level: 1, name: LEAGUE })).toBeVisible()
    expect(page.win.localStorage.getItem('active_league')).toBe(LEAGUE)
    expect(page.url()).toBe('/?tab=overview')
  })

  it('offers the join request form to a user without a league', async () => {
    fakeServer({
      ...MEMBER,
      'GET /api/user-leagues/:username/': { leagues: [] },
      'GET /api/my-requests/': { requests: [] },
      'GET /api/leagues/': { leagues: [] },
    })
    const { screen } = await renderApp()
    await screen.getByRole('button', { name: 'Request to join a league' }).click()
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
  ] as const)('for %s (%j, %s), shows %d Admin Tools buttons', async (_, siteRoles, role, count) => {
    fakeServer({
      ...MEMBER,
      'GET /api/whoami/': buildUser(siteRoles),
      'GET /api/user-leagues/:username/': { leagues: [buildMyLeague({ role })] },
    })
    const { screen } = await renderApp()
    await expect.element(screen.getByRole('button', { name: /Sunday Night Lights/ })).toBeVisible()
    expect(screen.getByRole('button', { name: /Admin Tools/ }).elements()).toHaveLength(count)
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

  const WITHOUT_ADMIN_RIGHTS: FakeResponses = {
    ...MEMBER,
    ...STATUS,
    'GET /api/league/:league/me/role/': { role: 'player', is_admin: false },
  }

  it('shows the role and warns users without admin rights', async () => {
    fakeServer(WITHOUT_ADMIN_RIGHTS)
    const { screen } = await renderApp(AT_ADMIN)
    await expect.element(screen.getByText('Role: player')).toBeVisible()
    await expect
      .element(screen.getByText(`You don't have admin rights in ${LEAGUE}. Actions are disabled.`))
      .toBeVisible()
    await expect.element(screen.getByRole('button', { name: `Refresh ${LEAGUE}` })).toBeDisabled()
  })

  it('disables all admin controls except the league select for users without admin rights', async () => {
    fakeServer(WITHOUT_ADMIN_RIGHTS)
    const { screen } = await renderApp(AT_ADMIN)
    await expect.element(screen.getByText('Role: player')).toBeVisible()
    for (const summary of document.querySelectorAll<HTMLElement>('details:not([open]) > summary'))
      summary.click()
    await expect.element(screen.getByRole('button', { name: 'Create league' })).toBeDisabled()
    const main = screen.getByRole('main').element()
    const enabledControls = main.querySelectorAll(':is(input, select, textarea, button):not(:disabled)')
    expect([...enabledControls].filter((control) => control.checkVisibility())).toEqual([
      screen.getByLabelText('League', { exact: true }).element(),
    ])
  })

  it('shows an error when the role fails to load, and retries', async () => {
    let isDown = true
    fakeServer({
      ...MEMBER,
      ...STATUS,
      'GET /api/user-leagues/:username/': { leagues: [buildMyLeague({ role: 'admin' })] },
      'GET /api/league/:league/me/role/': () =>
        isDown
          ? errorResponse(500, 'internal_error', 'Internal server error.')
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
  ] as const)('lists the Admin Tools sections in order for %s', async (_, siteRoles, staffSections) => {
    fakeServer({
      ...MEMBER,
      ...STATUS,
      'GET /api/whoami/': buildUser(siteRoles),
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
      ...staffSections.slice(0, 1),
      'Pending Join Requests',
      'Members',
      'Data Health',
      'Upload Seasons',
      'League Settings',
      'Activity Log',
      'Export or Delete League',
      ...staffSections.slice(1),
    ])
  })

  it('requests no admin data for a player', async () => {
    const { requests } = fakeServer({
      ...MEMBER,
      ...STATUS,
      'GET /api/league/:league/me/role/': { role: 'player', is_admin: false },
    })
    const { screen } = await renderApp(AT_ADMIN)
    await expect.element(screen.getByText('Only admins can see and approve join requests.')).toBeVisible()
    await expect.element(screen.getByText("You don't manage a league yet.")).toBeVisible()
    await screen.getByRole('heading', { name: 'Assign User to League' }).click()
    await expect.element(screen.getByRole('button', { name: 'Assign user' })).toBeDisabled()
    expect(requests.filter(({ key }) => /users|requests|teams|cookie/.test(key))).toEqual([])
  })

  it('shows the progress of a refresh that was started elsewhere', async () => {
    const LEAGUE_STATUS = {
      name: LEAGUE,
      season: 2026,
      last_status: 'ok',
      status: 'ok',
      last_error: null,
    } as const
    const times = { updated_at: '2026-11-21T10:00:00.000Z', last_updated: '2026-11-21T10:00:00.000Z' }
    let progress: { job: 'refresh'; step: string; done: number; total: number } | null = null
    const server = fakeServer({
      ...MEMBER,
      ...STATUS,
      'GET /api/user-leagues/:username/': { leagues: [buildMyLeague({ role: 'admin' })] },
      'GET /api/league/:league/me/role/': { role: 'admin', is_admin: true },
      'GET /api/leagues/status/': () => ({ leagues: [{ ...LEAGUE_STATUS, ...times, progress }] }),
    })
    const { screen } = await renderApp(AT_ADMIN)
    await expect.element(screen.getByRole('rowheader', { name: LEAGUE })).toBeVisible()
    expect(screen.getByRole('progressbar').elements()).toEqual([])
    progress = { job: 'refresh', step: 'Reading the 2026 season', done: 0, total: 3 }
    server.emit('refresh', { ...progress, state: 'running' })
    await expect.element(screen.getByRole('progressbar', { name: `Refreshing ${LEAGUE}` })).toBeVisible()
  })

  it('opens Admin Tools from the league when ESPN rejects its cookies', async () => {
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
  ] as const)(
    'shows an error while the league list fails to load, for %s',
    async (_, siteRoles, operation) => {
      let isDown = true
      const response =
        operation === 'GET /api/leagues/' ? { leagues: [{ name: LEAGUE }] } : { leagues: [buildMyLeague()] }
      fakeServer({
        ...MEMBER,
        ...STATUS,
        'GET /api/whoami/': buildUser(siteRoles),
        'GET /api/league/:league/me/role/': { role: 'admin', is_admin: true },
        [operation]: () =>
          isDown ? errorResponse(500, 'internal_error', 'Internal server error.') : response,
      })
      const { screen } = await renderApp(AT_ADMIN)
      await expect.element(screen.getByText('Failed to load leagues')).toBeVisible()
      await expect.element(screen.getByLabelText('League', { exact: true })).toMatchTextContent('Not loaded')
      expect(screen.getByText("You don't manage a league yet.").elements()).toHaveLength(0)
      expect(screen.getByRole('heading', { level: 2 }).elements()).toHaveLength(0)
      isDown = false
      await screen.getByRole('button', { name: 'Retry' }).click()
      await expect.element(screen.getByLabelText('League', { exact: true })).toMatchTextContent(LEAGUE)
      await expect.element(screen.getByRole('heading', { name: 'Create New League' })).toBeVisible()
    },
  )

  it('lets a site admin refresh and create leagues', async () => {
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

  it('keeps the form open after the first league is created, and selects that league', async () => {
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
    await screen.getByLabelText('ESPN league ID or URL').fill('1234')
    await screen.getByRole('button', { name: 'Create league' }).click()
    await expect.element(screen.getByText('League Brand New created.')).toBeVisible()
    await expect.element(screen.getByRole('button', { name: 'Refresh Brand New' })).toBeEnabled()
  })
})

import type { QueryClient } from '@tanstack/react-query'
import { describe, expect, it } from 'vitest'
import { markSignOutPending } from '../api/api-client.ts'
import { createUnsentPost } from '../features/feed/unsent/send-posts.ts'
import { buildUser } from '../testing/account-fixtures.ts'
import { errorResponse, fakeServer, neverResponds } from '../testing/fake-server.ts'
import { buildPost } from '../testing/feed-fixtures.ts'
import { buildHistory } from '../testing/history-fixtures.ts'
import { AT_LEAGUE, LEAGUE, MEMBER, STANDINGS } from '../testing/member-fixtures.ts'
import { renderApp } from '../testing/render.tsx'

/** Simulates a change of local storage by another browser tab. */
function dispatchStorageEvent(key: string | null, newValue: string | null): void {
  dispatchEvent(new StorageEvent('storage', { key, newValue }))
}

/** Leaves out the sign-in providers of the login screen, which are the same for everybody. */
function cachedQueryKeys(client: QueryClient): unknown[] {
  return client
    .getQueryCache()
    .getAll()
    .map((query) => query.queryKey)
    .filter(([name]) => name !== 'sign-in-providers')
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

const serverError = () => errorResponse(500, 'internal_error', 'Internal server error.')

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

  it('reminds of an unverified email address on the dashboard', async () => {
    const user = buildUser({ email: 'dario@example.com' })
    fakeServer({ ...MEMBER, 'GET /api/whoami/': user, 'GET /api/account/email/': { status: 'unverified' } })
    const { screen } = await renderApp()
    await expect.element(screen.getByText(/^Your email isn't verified yet\./)).toBeVisible()
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

  it('signs out at once, before the server responds', async () => {
    let respond: (body: { ok: true }) => void = () => undefined
    const pendingResponse = new Promise<{ ok: true }>((resolve) => {
      respond = resolve
    })
    fakeServer({ ...MEMBER, 'POST /api/logout/': pendingResponse })
    const { screen } = await renderApp(AT_LEAGUE)
    await screen.getByRole('button', { name: 'Logout' }).click()
    await expect.element(screen.getByRole('form', { name: 'Sign in' })).toBeVisible()
    expect(document.cookie).toContain('signed_out=1')
    respond({ ok: true })
    await expect.poll(() => document.cookie).not.toContain('signed_out')
  })

  it('stays signed out while the sign-out cannot be sent, and sends it before any other request', async () => {
    let isReachable = false
    const { requests } = fakeServer({
      ...MEMBER,
      'POST /api/logout/': () => (isReachable ? { ok: true } : serverError()),
      'POST /api/login/': buildUser({ username: 'ada', first_name: 'Ada', last_name: 'Quill' }),
    })
    const { screen, client } = await renderApp()
    await screen.getByRole('button', { name: 'Logout' }).click()
    await expect.element(screen.getByRole('form', { name: 'Sign in' })).toBeVisible()
    const requestCount = requests.length
    await client.invalidateQueries()
    await screen.getByLabelText('Username').fill('ada')
    await screen.getByLabelText('Password').fill('secret')
    await screen.getByRole('button', { name: 'Sign in' }).click()
    await expect.element(screen.getByRole('alert')).toBeVisible()
    expect(new Set(requests.slice(requestCount).map(({ key }) => key))).toEqual(
      new Set(['POST /api/logout/', 'GET /api/csrf/']),
    )

    isReachable = true
    await screen.getByRole('button', { name: 'Sign in' }).click()
    await expect.element(screen.getByRole('heading', { name: 'Welcome, Ada' })).toBeVisible()
    expect(document.cookie).not.toContain('signed_out')
  })

  it('stays signed out after a reload and sends the sign-out as soon as the server responds', async () => {
    markSignOutPending()
    localStorage.setItem(`player_news:${LEAGUE}`, '{}')
    let isReachable = false
    const { requests } = fakeServer({
      ...MEMBER,
      'POST /api/logout/': () => (isReachable ? { ok: true } : serverError()),
    })
    const { screen } = await renderApp(AT_LEAGUE)
    await expect.element(screen.getByRole('form', { name: 'Sign in' })).toBeVisible()
    expect(Object.keys(localStorage)).toEqual([])
    await expect.poll(() => requests.map(({ key }) => key)).toContain('POST /api/logout/')
    isReachable = true
    await expect.poll(() => document.cookie).not.toContain('signed_out')
    expect(requests.map(({ key }) => key)).not.toContain('GET /api/whoami/')
    await expect.element(screen.getByRole('form', { name: 'Sign in' })).toBeVisible()
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

  it('sends the posts of the user that wait on the device, on any screen', async () => {
    const post = { ...createUnsentPost(LEAGUE, { text: 'From the train' }, 1), state: 'waiting' }
    localStorage.setItem(`unsent_post:Dario Finch:${post.key}`, JSON.stringify(post))
    const createPost = 'POST /api/league/:league/social/posts/'
    const { requests } = fakeServer({ ...MEMBER, [createPost]: buildPost({ content: post.text }) })
    const { screen } = await renderApp()
    await expect.element(screen.getByRole('heading', { name: 'Welcome, Dario' })).toBeVisible()
    const sent = () => requests.filter(({ key }) => key === createPost)
    await expect.poll(() => sent().map(({ body }) => body)).toEqual([{ content: post.text, key: post.key }])
    await expect.poll(() => Object.keys(localStorage).join()).not.toContain('unsent_post')
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
    // The cards of the overview load their data after its tab is visible.
    const texts = ['No team assigned yet.', 'Punt Intended', 'No team assigned.', 'No posts yet.']
    for (const text of texts) await expect.element(screen.getByText(text)).toBeVisible()
    const isLast = ({ key }: { key: string }) => key === 'GET /api/league/:league/scoreboard/'
    await expect.poll(() => requests.some(isLast)).toBe(true)
    const requestCount = requests.length
    dispatchStorageEvent('session_changed', 'out 2026-11-21T12:00:00.000Z')
    await expect.element(screen.getByRole('form', { name: 'Sign in' })).toBeVisible()
    const newRequests = requests.slice(requestCount).map(({ key }) => key)
    expect(newRequests.filter((key) => key !== 'GET /api/auth/oidc/providers/')).toEqual([])
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
    await expect.poll(() => document.documentElement.dataset['theme']).toBe('solarized-dark')
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
    await expect.element(screen.getByLabelText('Token', { exact: true })).toHaveValue('abc')
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
    await expect.element(screen.getByLabelText('Token', { exact: true })).toHaveValue('abc')
    dispatchStorageEvent('session_changed', 'out 2026-11-21T12:00:00.000Z')
    await expect.element(screen.getByRole('button', { name: /Stay signed in/ })).not.toBeInTheDocument()
    await expect.element(screen.getByLabelText('Token', { exact: true })).toHaveValue('abc')
  })
})

describe('an email verification link', () => {
  const AT_LINK = { url: '/?verify_email=7.1.abc' }

  it('verifies the address of a signed-in user and continues to their page', async () => {
    const { requests } = fakeServer({
      ...MEMBER,
      'POST /api/account/email/verify/': { message: 'Your email is verified.' },
    })
    const { screen, page } = await renderApp({ ...AT_LEAGUE, ...AT_LINK })
    await screen.getByRole('button', { name: 'Verify email' }).click()
    await expect.element(screen.getByText('Your email is verified. You can use it to sign in.')).toBeVisible()
    expect(requests.filter(({ key }) => key.startsWith('POST')).map(({ body }) => body)).toEqual([
      { token: '7.1.abc' },
    ])
    expect(page.win.location.search).not.toContain('abc')
    await screen.getByRole('button', { name: 'Continue to Fieldhouse' }).click()
    await expect.element(screen.getByRole('heading', { level: 1, name: LEAGUE })).toBeVisible()
  })

  it('works when signed out, and explains what to do about an old link', async () => {
    fakeServer({
      'GET /api/whoami/': { username: null },
      'POST /api/account/email/verify/': errorResponse(
        400,
        'invalid_verification_link',
        'This verification link is invalid or has expired.',
      ),
    })
    const { screen } = await renderApp(AT_LINK)
    await screen.getByRole('button', { name: 'Verify email' }).click()
    await expect
      .element(screen.getByRole('alert'))
      .toMatchTextContent('This verification link is invalid or has expired.')
    await expect.element(screen.getByText(/^To get a new link/)).toBeVisible()
    await expect.element(screen.getByRole('button', { name: 'Verify email' })).not.toBeInTheDocument()
    await screen.getByRole('button', { name: 'Go to sign in' }).click()
    await expect.element(screen.getByRole('form', { name: 'Sign in' })).toBeVisible()
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

  it('names the owners that a link opens in the document title', async () => {
    fakeServer({
      ...MEMBER,
      'GET /api/league/:league/history/': buildHistory([]),
      'GET /api/league/:league/owner-compare/': errorResponse(404, 'owner_not_found', 'Owner not found.'),
    })
    const query = new URLSearchParams({ league: LEAGUE, tab: 'history' })
    const { screen } = await renderApp({ url: `/?${query}&owner=Ada&owner=Ben` })
    await expect.element(screen.getByRole('dialog', { name: 'Head-to-Head' })).toBeVisible()
    expect(document.title).toBe(`Ada vs Ben · ${LEAGUE}`)
  })

  it('moves the focus to the only level 1 heading of each new screen', async () => {
    fakeServer({
      ...MEMBER,
      'GET /api/account/sessions/': { sessions: [] },
      'GET /api/account/security/': {
        passkeys: [],
        totp: null,
        recovery_codes_left: 0,
        has_passkey_support: true,
      },
      'GET /api/account/email/': { status: 'none' },
      'GET /api/account/subscriptions/': { subscriptions: [] },
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
    fakeServer({ ...MEMBER, 'GET /api/league/:league/history/': buildHistory([]) })
    const { screen } = await renderApp(AT_LEAGUE)
    await screen.getByRole('link', { name: 'Top teams' }).click()
    await expect.element(screen.getByRole('tabpanel', { name: 'Standings' })).toHaveFocus()
    await screen.getByRole('tab', { name: 'History' }).click()
    await expect.element(screen.getByRole('tab', { name: 'History' })).toHaveFocus()
  })
})

describe('league picker', () => {
  it('opens the selected league and makes it the active league', async () => {
    fakeServer(MEMBER)
    const { screen, page } = await renderApp({ local: { route: 'select-league' } })
    await screen.getByRole('button', { name: /Sunday Night Lights/ }).click()
    await expect.element(screen.getByRole('heading', { level: 1, name: LEAGUE })).toBeVisible()
    expect(page.win.localStorage.getItem('active_league')).toBe(LEAGUE)
    expect(page.url()).toBe('/?league=Sunday+Night+Lights&tab=overview')
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

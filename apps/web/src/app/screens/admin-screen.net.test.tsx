import { describe, expect, it, onTestFinished } from 'vitest'
import { page } from 'vitest/browser'
import { buildLeagueCookies, buildMyLeague, buildUser } from '../../testing/account-fixtures.ts'
import { errorResponse, type FakeResponses, fakeServer } from '../../testing/fake-server.ts'
import { AT_LEAGUE, LEAGUE, MEMBER } from '../../testing/member-fixtures.ts'
import { renderApp } from '../../testing/render.tsx'

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
    'GET /api/refresh-espn/': { refresh: null },
    'GET /api/users/': { users: [] },
    'GET /api/league-requests/': { requests: [] },
    'GET /api/league/:league/teams/': { scoring_format: 'points', teams: [], ended_assignments: [] },
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
    await expect.element(screen.getByRole('heading', { name: 'Create New League' })).toBeVisible()
    for (const summary of document.querySelectorAll<HTMLElement>('details:not([open]) > summary'))
      summary.click()
    await expect.element(screen.getByRole('button', { name: 'Create league' })).toBeDisabled()
    const main = screen.getByRole('main').element()
    const enabledControls = main.querySelectorAll(':is(input, select, textarea, button):not(:disabled)')
    const isAdminControl = (control: Element) =>
      control.checkVisibility() && control.closest('nav[aria-label="Sections"]') === null
    expect([...enabledControls].filter(isAdminControl)).toEqual([
      screen.getByLabelText('League', { exact: true }).element(),
    ])
  })

  it('has the pending requests on top when there are any, also after the last one was decided', async () => {
    let requests = [
      {
        username: 'rowan',
        name: 'rowan',
        league: LEAGUE,
        message: '',
        team: null,
        created_at: new Date().toISOString(),
      },
    ]
    fakeServer({
      ...MEMBER,
      ...STATUS,
      'GET /api/user-leagues/:username/': { leagues: [buildMyLeague({ role: 'admin' })] },
      'GET /api/league/:league/me/role/': { role: 'admin', is_admin: true },
      'GET /api/inbox/unread/': () => ({ count: 0, tabs: [], requests: requests.length, reports: 0 }),
      'GET /api/league-requests/': () => ({ requests }),
      'POST /api/league-requests/approve/': () => {
        requests = []
        return { message: 'rowan joined.' }
      },
    })
    const { screen } = await renderApp(AT_ADMIN)
    const title = screen.getByRole('main').getByRole('heading', { level: 2 }).first()
    await expect.element(title).toMatchTextContent('Pending Join Requests')
    await screen.getByRole('button', { name: 'Approve rowan' }).click()
    await expect.element(screen.getByText('rowan joined.')).toBeVisible()
    await expect.element(screen.getByRole('button', { name: 'Open menu', exact: true })).toBeVisible()
    await expect.element(title).toMatchTextContent('Pending Join Requests')
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
    [
      'a site admin',
      { is_admin: true, is_staff: true },
      [
        'Import League',
        'User Accounts',
        'Imported people',
        'Address of this site',
        'Who can join this site',
        'Failed jobs',
      ],
    ],
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
      'Sources',
      'Create New League',
      ...staffSections.slice(0, 1),
      'Assign User to League',
      'Team assignments',
      ...staffSections.slice(1, 2),
      'Pending Join Requests',
      'Invite Links',
      'Members',
      'Moderation',
      'Owners Across Platforms',
      ...staffSections.slice(2, 3),
      'Data Health',
      'Upload Seasons',
      'League Settings',
      'Activity Log',
      ...staffSections.slice(3),
      'Export or Delete League',
    ])
  })

  it('jumps to a group of sections from its menu, and marks the group that is read', async () => {
    onTestFinished(() => page.viewport(1280, 800))
    await page.viewport(390, 844)
    fakeServer({
      ...MEMBER,
      ...STATUS,
      'GET /api/user-leagues/:username/': { leagues: [buildMyLeague({ role: 'admin' })] },
      'GET /api/league/:league/me/role/': { role: 'admin', is_admin: true },
    })
    const { screen } = await renderApp(AT_ADMIN)
    await expect.element(screen.getByText('No teams yet.')).toBeVisible()
    const menu = screen.getByRole('navigation', { name: 'Sections' })
    const titles = menu
      .getByRole('button')
      .elements()
      .map(({ textContent }) => textContent)
    expect(titles).toEqual(['Connect', 'People', 'Seasons', 'Settings', 'Danger'])
    const groupOf = (title: string) =>
      screen.getByRole('heading', { name: title, exact: true }).element().closest('section')
    expect(titles.map((title) => screen.getByRole('region', { name: title, exact: true }).element())).toEqual(
      ['Provider Cookies', 'Members', 'Data Health', 'Activity Log', 'Export or Delete League'].map(groupOf),
    )

    for (const title of ['People', 'Danger', 'Connect']) {
      await menu.getByRole('button', { name: title }).click()
      await expect.element(menu.getByRole('button', { name: title })).toHaveAttribute('aria-current', 'true')
      const group = screen.getByRole('region', { name: title, exact: true }).element()
      expect(document.activeElement?.closest('section')).toBe(group)
      expect(group.getBoundingClientRect().top).toBeGreaterThanOrEqual(
        menu.element().getBoundingClientRect().bottom,
      )
    }
    scrollTo(0, document.documentElement.scrollHeight)
    await expect.element(menu.getByRole('button', { name: 'Danger' })).toHaveAttribute('aria-current', 'true')
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
    await expect.poll(() => screen.getByRole('button', { name: 'Refresh Another' }).element()).toBeEnabled()
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
      'POST /api/refresh-espn/': { ok: true, log: '', error: null, progress: null },
    })
    const { screen } = await renderApp(AT_ADMIN)
    await screen.getByLabelText('League name').fill('Brand New')
    await screen.getByLabelText('ESPN league ID or URL').fill('1234')
    await screen.getByRole('button', { name: 'Create league' }).click()
    await expect.element(screen.getByText('League Brand New created.')).toBeVisible()
    await expect.element(screen.getByRole('button', { name: 'Refresh Brand New' })).toBeEnabled()
  })
})

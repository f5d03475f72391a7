import { describe, expect, it } from 'vitest'
import { type Locator, userEvent } from 'vitest/browser'
import { buildLeagueCookies, buildMyLeague, buildTeam, buildUser } from '../../testing/account-fixtures.ts'
import { errorResponse, type FakeResponses, fakeServer, neverResponds } from '../../testing/fake-server.ts'
import { AT_LEAGUE, LEAGUE, MEMBER } from '../../testing/member-fixtures.ts'
import { renderApp } from '../../testing/render.tsx'
import { buildBackups, HEALTHY_SITE } from '../../testing/site-fixtures.ts'

const groupLink = (screen: Pick<Locator, 'getByRole'>, name: string) =>
  screen.getByRole('navigation', { name: 'Sections' }).getByRole('link', { name, exact: true })

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
  const at = (section: string) => ({
    url: `/?${new URLSearchParams({ route: 'admin', league: LEAGUE, section })}`,
  })
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
    const { screen } = await renderApp(at('data'))
    await expect.element(screen.getByText('Role: player')).toBeVisible()
    await expect
      .element(screen.getByText(`You don't have admin rights in ${LEAGUE}. Actions are disabled.`))
      .toBeVisible()
    await expect.element(screen.getByRole('button', { name: `Refresh ${LEAGUE}` })).toBeDisabled()
  })

  it('disables all actions for users without admin rights', async () => {
    fakeServer(WITHOUT_ADMIN_RIGHTS)
    const { screen } = await renderApp(AT_ADMIN)
    await expect.element(screen.getByText('Role: player')).toBeVisible()
    for (const [group, title] of [
      ['Data', 'Provider Cookies'],
      ['People', 'Members'],
      ['League', 'League Settings'],
      ['New league', 'Create New League'],
    ] as const) {
      await groupLink(screen, group).click()
      await expect.element(screen.getByRole('heading', { name: title, exact: true })).toBeVisible()
      for (const summary of document.querySelectorAll<HTMLElement>('details:not([open]) > summary'))
        summary.click()
      const sections = [...screen.getByRole('main').element().querySelectorAll('details')]
      const buttons = sections.flatMap((section) => [
        ...section.querySelectorAll('button:not(:disabled, [aria-disabled])'),
      ])
      expect(
        buttons.filter((button) => button.checkVisibility()).map((button) => button.textContent),
      ).toEqual([])
    }
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
    const { screen } = await renderApp(at('data'))
    await expect.element(screen.getByText(`Failed to load your role in ${LEAGUE}`)).toBeVisible()
    const refresh = screen.getByRole('button', { name: `Refresh ${LEAGUE}` })
    await expect.element(refresh).toBeDisabled()
    isDown = false
    await screen.getByRole('button', { name: 'Retry' }).click()
    await expect.element(refresh).toBeEnabled()
  })

  const LEAGUE_ADMIN: FakeResponses = {
    ...MEMBER,
    ...STATUS,
    'GET /api/user-leagues/:username/': { leagues: [buildMyLeague({ role: 'admin' })] },
    'GET /api/leagues/': { leagues: [{ name: LEAGUE }] },
    'GET /api/league/:league/me/role/': { role: 'admin', is_admin: true },
    'GET /api/league/:league/members/': { members: [] },
    'GET /api/audit/': { acts: [], next: null, actions: [] },
    // The settings of the league are open.
    'GET /api/league/:league/settings/': neverResponds(),
    'GET /api/league/:league/insights/keepers/': neverResponds(),
    'GET /api/league/:league/webhook/': neverResponds(),
    'GET /api/league/:league/storage/': neverResponds(),
  }
  const SITE_ADMIN: FakeResponses = {
    ...LEAGUE_ADMIN,
    'GET /api/site/status/': HEALTHY_SITE,
    'GET /api/site/backups/': buildBackups(),
    'GET /api/whoami/': buildUser({ is_admin: true, is_staff: true }),
  }

  const DATA = ['Refresh from the provider', 'Provider Cookies', 'Sources', 'Data Health', 'Upload Seasons']
  const PEOPLE = [
    'Pending Join Requests',
    'Team assignments',
    'Invite Links',
    'Members',
    'Assign User to League',
    'Owners Across Platforms',
  ]
  const LEAGUE_SECTIONS = ['League Settings', 'Moderation', 'Export or Delete League']
  const SITE = [
    'State of the site',
    'Address of this site',
    'Who can join this site',
    'Backups',
    'Failed jobs',
    'Data sources',
    'Settings in effect',
  ]
  const LEAGUE_LINKS = [
    ['Rules', 'tab=league+social&view=rules'],
    ['Dues', 'tab=league+social&view=dues'],
    ['Keepers', 'tab=history&view=keepers'],
  ] as const

  it.each<[string, FakeResponses, Record<string, readonly string[]>]>([
    [
      'an admin of the league',
      LEAGUE_ADMIN,
      {
        Data: DATA,
        People: PEOPLE,
        League: LEAGUE_SECTIONS,
        'New league': ['Create New League'],
        Log: ['Activity Log'],
      },
    ],
    [
      'a site admin',
      SITE_ADMIN,
      {
        Data: DATA,
        People: [...PEOPLE, 'Imported people'],
        League: LEAGUE_SECTIONS,
        'New league': ['Create New League', 'Import League'],
        Accounts: ['User Accounts'],
        Site: SITE,
        Log: ['Activity Log'],
      },
    ],
  ])(
    'lists every section by its group, and shows one group at a time, for %s',
    async (_, responses, groups) => {
      fakeServer(responses)
      const { screen } = await renderApp(AT_ADMIN)
      const main = screen.getByRole('main')
      const titlesOf = (level: number) =>
        main
          .getByRole('heading', { level })
          .elements()
          .map(({ textContent }) => textContent)
      await expect.poll(() => titlesOf(2)).toEqual(Object.keys(groups))
      for (const title of Object.values(groups).flat())
        await expect.element(main.getByRole('link', { name: title }).first()).toBeVisible()
      for (const [group, sections] of Object.entries(groups)) {
        await groupLink(screen, group).click()
        await expect.element(groupLink(screen, group)).toHaveAttribute('aria-current', 'page')
        await expect.poll(() => titlesOf(2)).toEqual(sections)
      }
    },
  )

  it('has an address for each group and each section, which Back returns to', async () => {
    fakeServer(LEAGUE_ADMIN)
    const { screen, page } = await renderApp(at('league'))
    const settings = screen.getByRole('heading', { name: 'League Settings' })
    await expect.element(settings).toBeVisible()
    for (const [title, query] of LEAGUE_LINKS)
      await expect
        .element(screen.getByRole('link', { name: title }))
        .toHaveAttribute('href', `/?${new URLSearchParams({ league: LEAGUE })}&${query}`)
    await groupLink(screen, 'People').click()
    await expect.element(screen.getByText('No teams yet.')).toBeVisible()
    await expect.element(settings).not.toBeInTheDocument()
    expect(page.url()).toBe(at('people').url)
    await groupLink(screen, 'Overview').click()
    await screen.getByRole('link', { name: /^Members/ }).click()
    await expect.element(screen.getByText('No members yet.')).toBeVisible()
    expect(page.url()).toBe(at('members').url)
    // Only the chosen section is unfolded, and the keyboard goes on from there.
    await expect.element(screen.getByText('No teams yet.')).not.toBeInTheDocument()
    expect(document.activeElement?.textContent).toBe('Members')
    page.back()
    page.back()
    await expect.element(screen.getByText('No teams yet.')).toBeVisible()
  })

  it('finds a section by what it is for', async () => {
    fakeServer(LEAGUE_ADMIN)
    const { screen, page } = await renderApp(at('people'))
    await screen.getByLabelText('Find a tool').fill('archive')
    const results = screen.getByRole('list', { name: 'Search results' }).getByRole('link')
    await expect.element(results).toHaveLength(1)
    await userEvent.keyboard('{Enter}')
    await expect.poll(page.url).toBe(at('export-or-delete-league').url)
    await expect.element(screen.getByLabelText('Find a tool')).toHaveValue('')
    await screen.getByLabelText('Find a tool').fill('nothing like that')
    await expect.element(screen.getByText('No matches.')).toBeVisible()
  })

  it('holds what was entered in a form while a tool is searched for', async () => {
    fakeServer(LEAGUE_ADMIN)
    const { screen } = await renderApp(at('new'))
    await screen.getByLabelText('League name').fill('Brand New')
    await screen.getByLabelText('Find a tool').fill('archive')
    await expect.element(screen.getByLabelText('League name')).not.toBeVisible()
    await screen.getByLabelText('Find a tool').fill('')
    await expect.element(screen.getByLabelText('League name')).toHaveValue('Brand New')
  })

  it('says so when the address names a league that the user does not have', async () => {
    fakeServer(LEAGUE_ADMIN)
    const { screen } = await renderApp({ url: '/?route=admin&league=Monday&section=data' })
    await expect.element(screen.getByText(`You have no league “Monday”. This is ${LEAGUE}.`)).toBeVisible()
  })

  it('leads a site admin to what should be done, and says when nothing is', async () => {
    fakeServer({
      ...SITE_ADMIN,
      'GET /api/inbox/unread/': { count: 0, tabs: [], requests: 0, reports: 2 },
      'GET /api/league/:league/teams/': {
        scoring_format: 'points',
        teams: [buildTeam()],
        ended_assignments: [],
      },
      'GET /api/site/status/': { ...HEALTHY_SITE, failed_jobs: 3 },
      'GET /api/site/backups/': buildBackups({ is_overdue: true }),
    })
    const { screen } = await renderApp(AT_ADMIN)
    const tasks = screen.getByRole('region', { name: 'Needs you' }).getByRole('link')
    await expect.element(tasks).toHaveLength(4)
    expect(
      tasks.elements().map((task) => new URL((task as HTMLAnchorElement).href).searchParams.get('section')),
    ).toEqual(['backups', 'failed-jobs', 'moderation', 'team-assignments'])
    await expect.element(tasks.nth(3)).toMatchTextContent(/1 team without a member\s*Fumblers/)
  })

  it('says that nothing needs a site admin', async () => {
    fakeServer(SITE_ADMIN)
    const { screen } = await renderApp(AT_ADMIN)
    await expect.element(screen.getByText('Nothing needs you.')).toBeVisible()
  })

  it('requests no admin data for a player', async () => {
    const { requests } = fakeServer({
      ...MEMBER,
      ...STATUS,
      'GET /api/league/:league/me/role/': { role: 'player', is_admin: false },
    })
    const { screen } = await renderApp(at('people'))
    await expect.element(screen.getByText('Only admins can see and approve join requests.')).toBeVisible()
    await expect.element(screen.getByText("You don't manage a league yet.")).toBeVisible()
    await screen.getByRole('heading', { name: 'Assign User to League' }).click()
    await expect.element(screen.getByRole('button', { name: 'Assign user' })).toBeDisabled()
    await groupLink(screen, 'Overview').click()
    await expect.element(screen.getByRole('link', { name: /^Team assignments/ })).toBeVisible()
    expect(requests.filter(({ key }) => /users|requests|teams|cookie|site/.test(key))).toEqual([])
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
    const { screen } = await renderApp(at('data'))
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
    await expect.element(screen.getByLabelText('Raw Cookie')).toBeVisible()
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
        'GET /api/site/status/': HEALTHY_SITE,
        'GET /api/site/backups/': buildBackups(),
        [operation]: () =>
          isDown ? errorResponse(500, 'internal_error', 'Internal server error.') : response,
      })
      const { screen } = await renderApp(AT_ADMIN)
      await expect.element(screen.getByText('Failed to load leagues')).toBeVisible()
      await expect.element(screen.getByLabelText('League', { exact: true })).toMatchTextContent('Not loaded')
      expect(screen.getByRole('heading', { level: 2 }).elements()).toHaveLength(0)
      isDown = false
      await screen.getByRole('button', { name: 'Retry' }).click()
      await expect.element(screen.getByLabelText('League', { exact: true })).toMatchTextContent(LEAGUE)
      await expect.element(screen.getByRole('link', { name: /^Create New League/ })).toBeVisible()
    },
  )

  it('stays in the group when another league is chosen', async () => {
    fakeServer({ ...SITE_ADMIN, 'GET /api/leagues/': { leagues: [{ name: LEAGUE }, { name: 'Another' }] } })
    const { screen, page } = await renderApp(at('data'))
    await expect.element(screen.getByText('Site staff')).toBeVisible()
    await screen.getByLabelText('League', { exact: true }).selectOptions('Another')
    await expect.element(screen.getByRole('button', { name: 'Refresh Another' })).toBeEnabled()
    expect(page.url()).toBe('/?route=admin&league=Another&section=data')
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
    await expect.element(screen.getByLabelText('League', { exact: true })).toHaveValue('Brand New')
  })
})

import { describe, expect, it } from 'vitest'
import { fakeWindow } from '../testing/fake-window.ts'
import { createRouter, NO_SELECTION } from './router.ts'

describe('createRouter', () => {
  it('starts at the dashboard without a league on a first visit', () => {
    const { win } = fakeWindow({})
    expect(createRouter(win).location()).toEqual({
      route: 'dashboard',
      league: null,
      tab: 'overview',
      ...NO_SELECTION,
    })
  })

  it('restores the stored route, league and tab', () => {
    const { win, url } = fakeWindow({
      local: { route: 'league', active_league: 'Sunday' },
      session: { league_active_tab: 'Standings' },
    })
    expect(createRouter(win).location()).toEqual({
      route: 'league',
      league: 'Sunday',
      tab: 'standings',
      ...NO_SELECTION,
    })
    expect(url()).toBe('/?league=Sunday&tab=standings')
  })

  it('prefers the tab in the URL over the stored tab, ignoring case', () => {
    const { win } = fakeWindow({
      url: '/?tab=ROSTER',
      local: { route: 'league', active_league: 'Sunday' },
      session: { league_active_tab: 'standings' },
    })
    expect(createRouter(win).location().tab).toBe('roster')
    expect(win.sessionStorage.getItem('league_active_tab')).toBe('roster')
  })

  it.each([
    ['Sunday', '/?league=Sunday&tab=history&view=draft'],
    [undefined, '/?tab=history&view=draft'],
  ])('shows the newest draft of the last league, %s, at the address of the draft app', (league, address) => {
    const local = league === undefined ? {} : { active_league: league }
    const { win, url } = fakeWindow({ url: '/draft/draft', local })
    expect(createRouter(win).location()).toMatchObject({ route: 'league', tab: 'history', view: 'draft' })
    expect(url()).toBe(address)
  })

  it.each(['login', 'register', 'new-league', 'unknown'])('does not restore the stored route %s', (route) => {
    const { win } = fakeWindow({ local: { route } })
    expect(createRouter(win).location().route).toBe('dashboard')
  })

  it('removes a reset link from the URL and keeps it until the next navigation', () => {
    const { win, url, entries } = fakeWindow({ url: '/?uid=7&token=abc' })
    const router = createRouter(win)
    expect([url(), entries()]).toEqual(['/', 1])
    expect(JSON.stringify(win.history.state)).not.toContain('abc')
    expect(router.resetLink()).toEqual({ uid: '7', token: 'abc' })
    router.replace({})
    expect(router.resetLink()).toBeNull()
  })
})

describe('an invite link', () => {
  it('keeps its address until the next navigation', () => {
    const { win, url } = fakeWindow({
      url: '/join/AbC_-1',
      local: { route: 'league', active_league: 'Sunday' },
    })
    const router = createRouter(win)
    expect([router.inviteCode(), url()]).toEqual(['AbC_-1', '/join/AbC_-1'])
    router.replace({ route: 'league', league: 'Monday', tab: 'roster' })
    expect([router.inviteCode(), url()]).toEqual([null, '/?league=Monday&tab=roster'])
    expect(win.sessionStorage.getItem('invite')).toBeNull()
  })

  it('has its steps in the history', () => {
    const page = fakeWindow({ url: '/join/AbC' })
    const router = createRouter(page.win)
    router.navigate({ team: 7, view: null })
    expect([router.inviteCode(), router.location().team, page.url()]).toEqual(['AbC', 7, '/join/AbC?team=7'])
    router.goBack({ team: null, view: null })
    expect([router.inviteCode(), router.location().team, page.url()]).toEqual(['AbC', null, '/join/AbC'])
    const reloaded = fakeWindow({ url: '/join/AbC?view=watching' })
    expect(createRouter(reloaded.win).location().view).toBe('watching')
    expect(reloaded.url()).toBe('/join/AbC?view=watching')
    router.replace({})
    expect(router.inviteCode()).toBeNull()
  })

  it('is restored at the start page, but not at a link to something else', () => {
    const session = { invite: 'AbC' }
    expect(createRouter(fakeWindow({ session }).win).inviteCode()).toBe('AbC')
    const elsewhere = fakeWindow({ session, url: '/?league=Sunday' })
    expect(createRouter(elsewhere.win).inviteCode()).toBeNull()
    expect(elsewhere.win.sessionStorage.getItem('invite')).toBeNull()
  })

  it.each(['/join/', '/join/a/b', '/join/a%20b', '/joins/abc'])('is not %s', (url) => {
    expect(createRouter(fakeWindow({ url }).win).inviteCode()).toBeNull()
  })

  it('is left by Back and opened again by Forward', () => {
    const page = fakeWindow({ url: '/join/AbC' })
    const router = createRouter(page.win)
    router.navigate({ route: 'account' })
    page.back()
    expect(router.inviteCode()).toBe('AbC')
    page.forward()
    expect(router.inviteCode()).toBeNull()
  })
})

describe('links', () => {
  it.each([
    ['account', ''],
    ['admin', '&league=Sunday'],
    ['select-league', ''],
  ])('opens the route %s of the URL instead of the stored one', (route, league) => {
    const page = fakeWindow({
      url: `/?route=${route}`,
      local: { route: 'league', active_league: 'Sunday' },
    })
    expect(createRouter(page.win).location()).toMatchObject({ route, league: 'Sunday' })
    expect(page.url()).toBe(`/?route=${route}${league}`)
  })

  it('ignores routes in the URL that are not for links', () => {
    const page = fakeWindow({ url: '/?route=login', local: { route: 'league', active_league: 'Sunday' } })
    expect(createRouter(page.win).location().route).toBe('league')
  })

  it('opens the league, tab and selection of the URL instead of the stored ones', () => {
    const url = '/?league=Monday&tab=matchup&season=2024&week=7&game=31'
    const page = fakeWindow({
      url,
      local: { route: 'admin', active_league: 'Sunday' },
      session: { league_active_tab: 'standings' },
    })
    const selection = { ...NO_SELECTION, season: 2024, week: 7, game: 31 }
    expect(createRouter(page.win).location()).toEqual({
      route: 'league',
      league: 'Monday',
      tab: 'matchup',
      ...selection,
    })
    expect(page.url()).toBe(url)
    expect(page.win.localStorage.getItem('active_league')).toBe('Monday')
  })
})

describe('navigation', () => {
  it('stores the route and the league, but not login and register', () => {
    const { win } = fakeWindow({})
    const router = createRouter(win)
    router.navigate({ route: 'league', league: 'Sunday' })
    router.navigate({ route: 'register' })
    expect(win.localStorage.getItem('route')).toBe('league')
    expect(win.localStorage.getItem('active_league')).toBe('Sunday')
  })

  it('stores and restores the account page', () => {
    const { win } = fakeWindow({})
    createRouter(win).navigate({ route: 'account' })
    expect(createRouter(fakeWindow({ local: { route: 'account' } }).win).location().route).toBe('account')
    expect(win.localStorage.getItem('route')).toBe('account')
  })

  it('pushes a history entry for each change of route, league or tab', () => {
    const page = fakeWindow({})
    const router = createRouter(page.win)
    router.navigate({ route: 'league', league: 'Sunday' })
    router.navigate({ tab: 'standings' })
    router.navigate({ tab: 'standings' })
    router.navigate({ league: 'Monday' })
    expect(page.entries()).toBe(4)
  })

  it('goes back and forward through the history', () => {
    const page = fakeWindow({})
    const router = createRouter(page.win)
    router.navigate({ route: 'league', league: 'Sunday' })
    router.navigate({ tab: 'standings' })
    page.back()
    expect(router.location()).toEqual({ route: 'league', league: 'Sunday', tab: 'overview', ...NO_SELECTION })
    page.back()
    expect(router.location()).toMatchObject({ route: 'dashboard', league: null })
    page.forward()
    page.forward()
    expect(router.location()).toEqual({
      route: 'league',
      league: 'Sunday',
      tab: 'standings',
      ...NO_SELECTION,
    })
  })

  it('goes back and forward through selections, and scrolls to the top for another game only', () => {
    const page = fakeWindow({ url: '/?league=Sunday&tab=matchup' })
    const router = createRouter(page.win)
    router.navigate({ week: 7 })
    router.navigate({ game: 31 })
    expect(page.scrolls()).toBe(1)
    page.back()
    expect(router.location()).toMatchObject({ tab: 'matchup', week: 7, game: null })
    page.forward()
    expect(router.location()).toMatchObject({ tab: 'matchup', week: 7, game: 31 })
    router.navigate({ tab: 'matchup' })
    expect(router.location()).toMatchObject({ tab: 'matchup', week: null, game: null })
  })

  it('scrolls to the top for another section of Admin Tools', () => {
    const page = fakeWindow({ url: '/?route=admin&league=Sunday&section=site' })
    const router = createRouter(page.win)
    router.navigate({ route: 'admin', view: 'backups' })
    expect([page.scrolls(), page.url()]).toEqual([1, '/?route=admin&league=Sunday&section=backups'])
  })

  it('closes what was opened by going back, and what a link opened by changing the location', () => {
    const page = fakeWindow({ url: '/?league=Sunday&tab=history&owner=Ada' })
    const router = createRouter(page.win)
    router.navigate({ owners: ['Bo'] })
    router.goBack({ owners: [] })
    expect(router.location().owners).toEqual(['Ada'])
    router.goBack({ owners: [] })
    expect(router.location().owners).toEqual([])
    expect([page.url(), page.entries()]).toEqual(['/?league=Sunday&tab=history', 2])
  })

  it('shows the newest title, and the one before it again', () => {
    const router = createRouter(fakeWindow({}).win)
    const titles: (string | null)[] = []
    router.subscribe(() => titles.push(router.title()))
    const hideWeek = router.showTitle('Week 7')
    const hidePlayer = router.showTitle('Ada Fleet')
    hidePlayer()
    hideWeek()
    expect(titles).toEqual(['Week 7', 'Ada Fleet', 'Week 7', null])
  })

  it('keeps the location after a reload even when another tab changed the stored route', () => {
    const page = fakeWindow({})
    const router = createRouter(page.win)
    router.navigate({ route: 'league', league: 'Sunday', tab: 'history' })
    page.reload()
    page.win.localStorage.setItem('route', 'admin')
    expect(createRouter(page.win).location()).toEqual({
      route: 'league',
      league: 'Sunday',
      tab: 'history',
      ...NO_SELECTION,
    })
  })

  it('notifies listeners until they unsubscribe', () => {
    const router = createRouter(fakeWindow({}).win)
    const routes: string[] = []
    const unsubscribe = router.subscribe(() => routes.push(router.location().route))
    router.navigate({ route: 'admin' })
    unsubscribe()
    router.navigate({ route: 'dashboard' })
    expect(routes).toEqual(['admin'])
  })

  it('clears the stored route and league on sign-out', () => {
    const { win } = fakeWindow({ local: { route: 'league', active_league: 'Sunday' } })
    const router = createRouter(win)
    router.signOut()
    expect(router.location()).toMatchObject({ route: 'login', league: null })
    expect(win.localStorage.getItem('route')).toBeNull()
    expect(win.localStorage.getItem('active_league')).toBeNull()
  })
})

it('opens the registration with the admin signup code of a link, and removes the code from the URL', () => {
  const page = fakeWindow({ url: '/#admin-code=a%2Bb', local: { route: 'account' } })
  const router = createRouter(page.win)
  expect([router.location().route, router.atStart.adminCode, page.url()]).toEqual(['register', 'a+b', '/'])
})

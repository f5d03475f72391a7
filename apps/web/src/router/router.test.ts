import { describe, expect, it } from 'vitest'
import { fakeWindow } from '../testing/fake-window.ts'
import { createRouter } from './router.ts'

describe('createRouter', () => {
  it('starts at the dashboard without a league on a first visit', () => {
    const { win } = fakeWindow({})
    expect(createRouter(win).location()).toEqual({ route: 'dashboard', league: null, tab: 'overview' })
  })

  it('restores the stored route, league and tab', () => {
    const { win, url } = fakeWindow({
      local: { route: 'league', active_league: 'Sunday' },
      session: { league_active_tab: 'Standings' },
    })
    expect(createRouter(win).location()).toEqual({ route: 'league', league: 'Sunday', tab: 'standings' })
    expect(url()).toBe('/?tab=standings')
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

  it.each(['login', 'register', 'unknown'])('does not restore the stored route %s', (route) => {
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

describe('link to the account page in emails', () => {
  it('opens the account page, removes the parameter from the URL, and overrides the stored route', () => {
    const page = fakeWindow({
      url: '/?route=account',
      local: { route: 'league', active_league: 'Sunday' },
    })
    const router = createRouter(page.win)
    expect(router.location()).toEqual({ route: 'account', league: 'Sunday', tab: 'overview' })
    expect(page.win.location.search).toBe('')
  })

  it('ignores routes other than account in the URL', () => {
    const page = fakeWindow({ url: '/?route=admin', local: { route: 'league', active_league: 'Sunday' } })
    expect(createRouter(page.win).location().route).toBe('league')
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
    expect(router.location()).toEqual({ route: 'league', league: 'Sunday', tab: 'overview' })
    page.back()
    expect(router.location()).toMatchObject({ route: 'dashboard', league: null })
    page.forward()
    page.forward()
    expect(router.location()).toEqual({ route: 'league', league: 'Sunday', tab: 'standings' })
  })

  it('keeps the location after a reload even when another tab changed the stored route', () => {
    const page = fakeWindow({})
    const router = createRouter(page.win)
    router.navigate({ route: 'league', league: 'Sunday', tab: 'history' })
    page.reload()
    page.win.localStorage.setItem('route', 'admin')
    expect(createRouter(page.win).location()).toEqual({ route: 'league', league: 'Sunday', tab: 'history' })
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

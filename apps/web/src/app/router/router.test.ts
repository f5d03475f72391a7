import { describe, expect, it } from 'vitest'
import { fakeWindow } from '../../testing/fake-window.ts'
import { createRouter } from './router.ts'

describe('a first visit', () => {
  it('starts at the dashboard without a league', () => {
    const { win } = fakeWindow({})
    expect(createRouter(win).location()).toEqual({ route: 'dashboard', league: null, tab: 'overview' })
  })

  it('restores the stored route, league and tab', () => {
    const { win, address } = fakeWindow({
      local: { route: 'league', active_league: 'Sunday' },
      session: { league_active_tab: 'Standings' },
    })
    expect(createRouter(win).location()).toEqual({ route: 'league', league: 'Sunday', tab: 'standings' })
    expect(address()).toBe('/?tab=standings')
  })

  it('lets the address win over the stored tab, without regard to case', () => {
    const { win } = fakeWindow({
      address: '/?tab=ROSTER',
      local: { route: 'league', active_league: 'Sunday' },
      session: { league_active_tab: 'standings' },
    })
    expect(createRouter(win).location().tab).toBe('roster')
    expect(win.sessionStorage.getItem('league_active_tab')).toBe('roster')
  })

  it.each(['login', 'register', 'nowhere'])('never restores the route %s', (route) => {
    const { win } = fakeWindow({ local: { route } })
    expect(createRouter(win).location().route).toBe('dashboard')
  })

  it('takes a reset link out of the address at once, and keeps it until it is left', () => {
    const { win, address, entries } = fakeWindow({ address: '/?uid=7&token=abc' })
    const router = createRouter(win)
    expect([address(), entries()]).toEqual(['/', 1])
    expect(JSON.stringify(win.history.state)).not.toContain('abc')
    expect(router.resetLink()).toEqual({ uid: '7', token: 'abc' })
    router.replace({})
    expect(router.resetLink()).toBeNull()
  })
})

describe('the way out of letters', () => {
  it('leads to the account and stands in the address no longer, whatever was open before', () => {
    const page = fakeWindow({
      address: '/?route=account',
      local: { route: 'league', active_league: 'Sunday' },
    })
    const router = createRouter(page.win)
    expect(router.location()).toEqual({ route: 'account', league: 'Sunday', tab: 'overview' })
    expect(page.win.location.search).toBe('')
  })

  it('leads to nothing but the account', () => {
    const page = fakeWindow({ address: '/?route=admin', local: { route: 'league', active_league: 'Sunday' } })
    expect(createRouter(page.win).location().route).toBe('league')
  })
})

describe('going', () => {
  it('stores the route and the league, but never login and register', () => {
    const { win } = fakeWindow({})
    const router = createRouter(win)
    router.navigate({ route: 'league', league: 'Sunday' })
    router.navigate({ route: 'register' })
    expect(win.localStorage.getItem('route')).toBe('league')
    expect(win.localStorage.getItem('active_league')).toBe('Sunday')
  })

  it('stores the account page like any other', () => {
    const { win } = fakeWindow({})
    createRouter(win).navigate({ route: 'account' })
    expect(createRouter(fakeWindow({ local: { route: 'account' } }).win).location().route).toBe('account')
    expect(win.localStorage.getItem('route')).toBe('account')
  })

  it('makes each change of route, league or tab a history entry', () => {
    const page = fakeWindow({})
    const router = createRouter(page.win)
    router.navigate({ route: 'league', league: 'Sunday' })
    router.navigate({ tab: 'standings' })
    router.navigate({ tab: 'standings' })
    router.navigate({ league: 'Monday' })
    expect(page.entries()).toBe(4)
  })

  it('comes back and forth through the history', () => {
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

  it('is at the same place after a reload, whatever another tab stored', () => {
    const page = fakeWindow({})
    const before = createRouter(page.win)
    before.navigate({ route: 'league', league: 'Sunday', tab: 'history' })
    page.reload()
    page.win.localStorage.setItem('route', 'admin')
    expect(createRouter(page.win).location()).toEqual({ route: 'league', league: 'Sunday', tab: 'history' })
  })

  it('tells those who listen, until they stop', () => {
    const router = createRouter(fakeWindow({}).win)
    const heard: string[] = []
    const stop = router.subscribe(() => heard.push(router.location().route))
    router.navigate({ route: 'admin' })
    stop()
    router.navigate({ route: 'dashboard' })
    expect(heard).toEqual(['admin'])
  })

  it('forgets route and league at sign-out', () => {
    const { win } = fakeWindow({ local: { route: 'league', active_league: 'Sunday' } })
    const router = createRouter(win)
    router.signOut()
    expect(router.location()).toMatchObject({ route: 'login', league: null })
    expect(win.localStorage.getItem('route')).toBeNull()
    expect(win.localStorage.getItem('active_league')).toBeNull()
  })
})

import { describe, expect, it } from 'vitest'
import { addressOf, readTab, shownRoute } from './place.ts'

describe('place', () => {
  it.each([
    ['STANDINGS', 'standings'],
    ['Overview', 'overview'],
    ['League Social', 'league social'],
    ['league-social', 'league social'],
    ['social', 'league social'],
    ['draft', undefined],
    [null, undefined],
  ])('reads the tab %j as %s', (text, tab) => {
    expect(readTab(text)).toBe(tab)
  })

  it.each([
    ['league', 'Sunday', true, 'league'],
    ['league', null, true, 'dashboard'],
    ['login', null, true, 'dashboard'],
    ['register', null, true, 'dashboard'],
    ['account', null, true, 'account'],
    ['account', null, false, 'login'],
    ['register', null, false, 'register'],
  ] as const)('shows at %s of %j to somebody (%j) the screen %s', (route, league, isSignedIn, shown) => {
    expect(shownRoute({ route, league, tab: 'overview' }, isSignedIn)).toBe(shown)
  })

  it('tells the tab in the address of the league route only', () => {
    expect(addressOf({ route: 'league', league: 'Sunday', tab: 'league social' })).toBe('/?tab=league+social')
    expect(addressOf({ route: 'dashboard', league: 'Sunday', tab: 'standings' })).toBe('/')
  })
})

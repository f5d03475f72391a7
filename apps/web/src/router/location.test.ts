import { describe, expect, it } from 'vitest'
import { parseTab, resolveRoute, toUrl } from './location.ts'

describe('location', () => {
  it.each([
    ['STANDINGS', 'standings'],
    ['Overview', 'overview'],
    ['League Social', 'league social'],
    ['league-social', 'league social'],
    ['social', 'league social'],
    ['draft', undefined],
    [null, undefined],
  ])('parses the tab %j as %s', (text, tab) => {
    expect(parseTab(text)).toBe(tab)
  })

  it.each([
    ['league', 'Sunday', true, 'league'],
    ['league', null, true, 'dashboard'],
    ['login', null, true, 'dashboard'],
    ['register', null, true, 'dashboard'],
    ['account', null, true, 'account'],
    ['account', null, false, 'login'],
    ['register', null, false, 'register'],
  ] as const)(
    'resolves the route %s with league %j and isSignedIn %j to %s',
    (route, league, isSignedIn, resolved) => {
      expect(resolveRoute({ route, league, tab: 'overview' }, isSignedIn)).toBe(resolved)
    },
  )

  it('includes the tab in the URL of the league route only', () => {
    expect(toUrl({ route: 'league', league: 'Sunday', tab: 'league social' })).toBe('/?tab=league+social')
    expect(toUrl({ route: 'dashboard', league: 'Sunday', tab: 'standings' })).toBe('/')
  })
})

import { describe, expect, it } from 'vitest'
import {
  changeLocation,
  type Location,
  NO_SELECTION,
  parseQuery,
  parseTab,
  resolveRoute,
  toUrl,
} from './router.ts'

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
      expect(resolveRoute({ route, league }, isSignedIn)).toBe(resolved)
    },
  )

  const STANDINGS: Location = { route: 'league', league: 'Sunday Night', tab: 'standings', ...NO_SELECTION }

  it.each<[Partial<Location>, string]>([
    [{}, '/?league=Sunday+Night&tab=standings'],
    [{ season: 2025, week: 7, game: 0 }, '/?league=Sunday+Night&tab=standings&season=2025&week=7&game=0'],
    [{ tab: 'roster', team: 3 }, '/?league=Sunday+Night&tab=roster&team=3'],
    [{ player: -16_001 }, '/?league=Sunday+Night&tab=standings&player=-16001'],
    [{ owners: ['Ada & Bo', 'Cy'] }, '/?league=Sunday+Night&tab=standings&owner=Ada+%26+Bo&owner=Cy'],
    [
      { tab: 'league social', post: 'post-12', view: 'post' },
      '/?league=Sunday+Night&tab=league+social&post=post-12&view=post',
    ],
  ])('parses the URL of %j', (change, url) => {
    const location = { ...STANDINGS, ...change }
    expect(toUrl(location)).toBe(url)
    expect(parseQuery(url.slice(1))).toEqual(location)
  })

  it.each(['select-league', 'account'] as const)('names the route %s in the URL', (route) => {
    expect(toUrl({ ...STANDINGS, route })).toBe(`/?route=${route}`)
    expect(parseQuery(`?route=${route}`)).toEqual({ route, ...NO_SELECTION })
  })

  it.each<[Partial<Location>, string]>([
    [{ league: null }, '/?route=admin'],
    [{}, '/?route=admin&league=Sunday+Night'],
    [{ view: 'people' }, '/?route=admin&league=Sunday+Night&section=people'],
  ])('names the league and the section of Admin Tools in the URL: %j', (change, url) => {
    const location = { ...STANDINGS, route: 'admin' as const, ...change }
    expect(toUrl(location)).toBe(url)
    const { tab: _, league, ...parsed } = location
    expect(parseQuery(url.slice(1))).toEqual({ ...parsed, ...(league === null ? {} : { league }) })
  })

  it.each(['dashboard', 'login', 'register'] as const)('has the URL / for the route %s', (route) => {
    expect(toUrl({ ...STANDINGS, route })).toBe('/')
    expect(parseQuery(`?route=${route}`)).toEqual(NO_SELECTION)
  })

  it.each([
    '?season=abc&week=1.5&team=1e3&game=&player=99999999999',
    '?tab=draft&league=&owner=&post=&view=',
  ])('ignores the invalid values of %s', (query) => {
    expect(parseQuery(query)).toEqual(NO_SELECTION)
  })

  it('keeps the selection on the same tab and drops it on another one', () => {
    const shown = { ...STANDINGS, season: 2025, week: 7 }
    expect(changeLocation(shown, { week: 8 })).toEqual({ ...shown, week: 8 })
    expect(changeLocation(shown, { tab: 'roster', team: 2 })).toEqual({
      ...STANDINGS,
      tab: 'roster',
      team: 2,
    })
    expect(changeLocation(shown, { tab: 'standings' })).toEqual(STANDINGS)
    expect(changeLocation(shown, { route: 'dashboard' })).toEqual({ ...STANDINGS, route: 'dashboard' })
  })

  it('keeps the selection while somebody signs in or registers', () => {
    const shown = { ...STANDINGS, week: 7 }
    const registering = changeLocation(shown, { route: 'register' })
    expect(changeLocation(registering, { route: 'league' })).toEqual(shown)
  })
})

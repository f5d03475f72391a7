import { describe, expect, it } from 'vitest'
import { addressOf, readTab } from './place.ts'

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

  it('tells the tab in the address of the league route only', () => {
    expect(addressOf({ route: 'league', league: 'Sunday', tab: 'league social' })).toBe('/?tab=league+social')
    expect(addressOf({ route: 'dashboard', league: 'Sunday', tab: 'standings' })).toBe('/')
  })
})

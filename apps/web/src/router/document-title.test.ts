import { expect, it } from 'vitest'
import { documentTitle } from './document-title.ts'
import type { Route } from './location.ts'

it.each<[Route, string]>([
  ['login', 'Sign in · Fieldhouse'],
  ['register', 'Create account · Fieldhouse'],
  ['dashboard', 'Dashboard · Fieldhouse'],
  ['select-league', 'Select League · Fieldhouse'],
  ['league', 'Standings · Sunday Night Lights · Fieldhouse'],
  ['admin', 'Admin Tools · Fieldhouse'],
  ['account', 'Your account · Fieldhouse'],
])('returns the title of the %s screen: %s', (route, title) => {
  expect(documentTitle({ route, league: 'Sunday Night Lights', tab: 'standings' })).toBe(title)
})

it('returns only the product name while the location is unknown', () => {
  expect(documentTitle(null)).toBe('Fieldhouse')
})

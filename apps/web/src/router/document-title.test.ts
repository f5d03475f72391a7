import { expect, it } from 'vitest'
import { documentTitle, NO_SELECTION, type Route } from './router.ts'

it.each<[Route, string]>([
  ['login', 'Sign in · Fieldhouse'],
  ['register', 'Create account · Fieldhouse'],
  ['dashboard', 'Dashboard · Fieldhouse'],
  ['select-league', 'Select League · Fieldhouse'],
  ['league', 'Standings · Sunday Night Lights · Fieldhouse'],
  ['admin', 'Admin Tools · Fieldhouse'],
  ['account', 'Your account · Fieldhouse'],
])('returns the title of the %s screen: %s', (route, title) => {
  const location = { route, league: 'Sunday Night Lights', tab: 'standings', ...NO_SELECTION } as const
  expect(documentTitle(location, null)).toBe(title)
})

it('names what a league screen shows instead of its tab', () => {
  const location = { route: 'league', league: 'Sunday', tab: 'matchup', ...NO_SELECTION } as const
  expect(documentTitle(location, 'Week 10: Owls vs Larks')).toBe('Week 10: Owls vs Larks · Sunday')
})

it('names the week and the season of the address', () => {
  const selection = { ...NO_SELECTION, season: 2025, week: 9 }
  const location = { route: 'league', league: 'Sunday', tab: 'betslip', ...selection } as const
  expect(documentTitle(location, null)).toBe('Betslip · Week 9 · 2025 · Sunday · Fieldhouse')
})

it('returns only the product name while the location is unknown', () => {
  expect(documentTitle(null, null)).toBe('Fieldhouse')
})

import { TAB_NAMES } from './league/tab-names.ts'
import type { Place, Route } from './router/place.ts'

const PRODUCT = 'Fieldhouse'

const SCREENS: Record<Exclude<Route, 'league'>, string> = {
  login: 'Sign in',
  register: 'Create account',
  dashboard: 'Dashboard',
  'select-league': 'Select League',
  admin: 'Admin Tools',
  account: 'Your account',
}

/** The document's title at a place, the most particular first; the product alone while nobody knows where. */
export function titleOf(place: Place | null): string {
  if (place === null) return PRODUCT
  const names = place.route === 'league' ? [TAB_NAMES[place.tab], place.league] : [SCREENS[place.route]]
  return [...names, PRODUCT].join(' · ')
}

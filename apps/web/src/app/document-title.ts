import { TAB_LABELS } from './league/tab-labels.ts'
import type { Location, Route } from './router/location.ts'

const PRODUCT_NAME = 'Fieldhouse'

const SCREEN_TITLES: Record<Exclude<Route, 'league'>, string> = {
  login: 'Sign in',
  register: 'Create account',
  dashboard: 'Dashboard',
  'select-league': 'Select League',
  admin: 'Admin Tools',
  account: 'Your account',
}

/** The document's title at a place, the most particular first; the product alone while nobody knows where. */
export function documentTitle(place: Location | null): string {
  if (place === null) return PRODUCT_NAME
  const names =
    place.route === 'league' ? [TAB_LABELS[place.tab], place.league] : [SCREEN_TITLES[place.route]]
  return [...names, PRODUCT_NAME].join(' · ')
}

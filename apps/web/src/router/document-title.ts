import type { Location, Route } from './location.ts'
import { TAB_LABELS } from './location.ts'

const PRODUCT_NAME = 'Fieldhouse'

const SCREEN_TITLES: Record<Exclude<Route, 'league'>, string> = {
  login: 'Sign in',
  register: 'Create account',
  dashboard: 'Dashboard',
  'select-league': 'Select League',
  admin: 'Admin Tools',
  account: 'Your account',
}

/** Returns the document title, most specific part first; only the product name when `location` is null. */
export function documentTitle(location: Location | null): string {
  if (location === null) return PRODUCT_NAME
  const parts =
    location.route === 'league'
      ? [TAB_LABELS[location.tab], location.league]
      : [SCREEN_TITLES[location.route]]
  return [...parts, PRODUCT_NAME].join(' · ')
}

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
  'new-league': 'New league',
}

/**
 * Most specific part first; only the product name when `location` is null. `shown` is null for the name of the screen
 * or tab.
 */
export function documentTitle(location: Location | null, shown: string | null): string {
  if (location === null) return PRODUCT_NAME
  if (location.route !== 'league') return `${shown ?? SCREEN_TITLES[location.route]} · ${PRODUCT_NAME}`
  if (shown !== null) return `${shown} · ${location.league}`
  const { season, week } = location
  const parts = [
    TAB_LABELS[location.tab],
    ...(week === null ? [] : [`Week ${week}`]),
    ...(season === null ? [] : [season]),
    location.league,
    PRODUCT_NAME,
  ]
  return parts.join(' · ')
}

export const ROUTES = [
  'login',
  'register',
  'dashboard',
  'select-league',
  'league',
  'admin',
  'account',
] as const

export type Route = (typeof ROUTES)[number]

/** Tabs of the league screen, by their lowercase names as used in the URL. */
export const TABS = [
  'overview',
  'league social',
  'standings',
  'roster',
  'scoreboard',
  'matchup',
  'history',
  'betslip',
] as const

export type Tab = (typeof TABS)[number]

/** The labels of the league screen's tabs. */
export const TAB_LABELS: Record<Tab, string> = {
  overview: 'Overview',
  'league social': 'League Social',
  standings: 'Standings',
  roster: 'Roster',
  scoreboard: 'Scoreboard',
  matchup: 'Matchup',
  history: 'History',
  betslip: 'Betslip',
}

/** The current screen of the app. `tab` applies to the league route only. */
export type Location = { route: Route; league: string | null; tab: Tab }

export function parseRoute(text: unknown): Route | undefined {
  return ROUTES.find((route) => route === text)
}

/** Case-insensitive; 'league-social' and 'social' also mean the social tab. */
export function parseTab(text: unknown): Tab | undefined {
  if (typeof text !== 'string') return undefined
  const name = text.trim().toLowerCase().replaceAll('-', ' ')
  return name === 'social' ? 'league social' : TABS.find((tab) => tab === name)
}

/** Whether a route is stored for the next visit. */
export function isPersistedRoute(route: Route): boolean {
  return route !== 'login' && route !== 'register'
}

/**
 * Returns the route to show. Signed-out users see only login and register; signed-in users see the dashboard
 * instead of those, and instead of the league screen when no league is active.
 */
export function resolveRoute({ route, league }: Location, isSignedIn: boolean): Route {
  if (!isSignedIn) return route === 'register' ? 'register' : 'login'
  const isUnavailable = route === 'login' || route === 'register' || (route === 'league' && league === null)
  return isUnavailable ? 'dashboard' : route
}

/** Returns the URL of a location. Only the league route includes its tab. */
export function toUrl({ route, tab }: Location): string {
  return route === 'league' ? `/?${new URLSearchParams({ tab })}` : '/'
}

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

/** Tabs of the league screen by their names in lower case, as they stand in the address. */
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

/** Where a person is in the application. `tab` counts on the league route only. */
export type Location = { route: Route; league: string | null; tab: Tab }

export function parseRoute(text: unknown): Route | undefined {
  return ROUTES.find((route) => route === text)
}

/** Matches without regard to case; 'league-social' and 'social' are the social tab too. */
export function parseTab(text: unknown): Tab | undefined {
  if (typeof text !== 'string') return undefined
  const name = text.trim().toLowerCase().replaceAll('-', ' ')
  return name === 'social' ? 'league social' : TABS.find((tab) => tab === name)
}

/** Whether a route is kept for the next visit. */
export function isPersistedRoute(route: Route): boolean {
  return route !== 'login' && route !== 'register'
}

/** What a person sees at a place: signed in nothing of the way in, and no league screen without a league. */
export function resolveRoute({ route, league }: Location, isSignedIn: boolean): Route {
  if (!isSignedIn) return route === 'register' ? 'register' : 'login'
  const isNowhere = route === 'login' || route === 'register' || (route === 'league' && league === null)
  return isNowhere ? 'dashboard' : route
}

/** The address of a place: only the league route says its tab. */
export function toUrl(place: Location): string {
  return place.route === 'league' ? `/?${new URLSearchParams({ tab: place.tab })}` : '/'
}

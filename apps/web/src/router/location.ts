export const ROUTES = [
  'login',
  'register',
  'dashboard',
  'select-league',
  'league',
  'admin',
  'account',
  'new-league',
] as const

export type Route = (typeof ROUTES)[number]

/** Routes that are named in the URL. The league route is identified by its league and tab. */
const ROUTES_IN_URL: readonly Route[] = ['select-league', 'admin', 'account', 'new-league']

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

/** What a tab shows. null and an empty list stand for the tab's default, such as the current week. */
export type Selection = {
  season: number | null
  week: number | null
  /** The provider's team id. */
  team: number | null
  /** The provider's game id. */
  game: number | null
  /** The provider's player id. */
  player: number | null
  /** One owner, or the two of a head-to-head. */
  owners: readonly string[]
  /** An item of League Social, by its key. */
  post: string | null
  /** One of several views of a tab; in Admin Tools a section, or a group of them. */
  view: string | null
  /** The results that are picked in a what-if. */
  picks: string | null
}

export const NO_SELECTION: Selection = {
  season: null,
  week: null,
  team: null,
  game: null,
  player: null,
  owners: [],
  post: null,
  view: null,
  picks: null,
}

/** The current screen of the app. `tab` and the selection apply to the league route only. */
export type Location = { route: Route; league: string | null; tab: Tab } & Selection

export function parseRoute(text: unknown): Route | undefined {
  return ROUTES.find((route) => route === text)
}

/** Case-insensitive; 'league-social' and 'social' also mean the social tab. */
export function parseTab(text: unknown): Tab | undefined {
  if (typeof text !== 'string') return undefined
  const name = text.trim().toLowerCase().replaceAll('-', ' ')
  return name === 'social' ? 'league social' : TABS.find((tab) => tab === name)
}

/** Whether a route is stored for the next visit, which does not begin with setting up one more league. */
export function isPersistedRoute(route: Route): boolean {
  return !isSignInRoute(route) && route !== 'new-league'
}

function isSignInRoute(route: Route): boolean {
  return route === 'login' || route === 'register'
}

/**
 * Signed-out users see only login and register; signed-in users see the dashboard instead of those, and instead of the
 * league screen when no league is active.
 */
export function resolveRoute(
  { route, league }: Pick<Location, 'route' | 'league'>,
  isSignedIn: boolean,
): Route {
  if (!isSignedIn) return route === 'register' ? 'register' : 'login'
  const isUnavailable = isSignInRoute(route) || (route === 'league' && league === null)
  return isUnavailable ? 'dashboard' : route
}

/** Another route, league or tab starts without a selection. Login and register keep it, for the time after sign-in. */
export function changeLocation(current: Location, change: Partial<Location>): Location {
  const isOtherScreen =
    change.league !== undefined ||
    change.tab !== undefined ||
    (change.route !== undefined && !isSignInRoute(change.route) && !isSignInRoute(current.route))
  return { ...current, ...(isOtherScreen ? NO_SELECTION : {}), ...change }
}

/** Returns the URL of a location: `/` for the dashboard, login and register. */
export function toUrl(location: Location): string {
  const { route, league, tab, season, week, team, game, player, owners, post, view, picks } = location
  if (route === 'new-league') return toNewLeagueUrl(view, league)
  if (route === 'admin') return `/?${toQuery({ route, league, section: view })}`
  if (route !== 'league') {
    return ROUTES_IN_URL.includes(route) ? `/?${new URLSearchParams({ route })}` : '/'
  }
  const query = toQuery({ league, tab, season, week, team, game, player, post, view, picks })
  for (const owner of owners) query.append('owner', owner)
  return `/?${query}`
}

function toQuery(values: Readonly<Record<string, string | number | null>>): URLSearchParams {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(values)) if (value !== null) query.append(name, String(value))
  return query
}

/** The `view` of the new-league route once the league has been created. Before, the view is what to look for, or null. */
export const CREATED_LEAGUE_VIEW = 'created'

/** Leads to the newest draft of the league that was open last, unless the site links a draft app there. */
export const DRAFT_PATH = '/draft/draft'
export const DRAFT_VIEW = 'draft'

/** Contains the league only when it is the new one, because the active league can be another one. */
function toNewLeagueUrl(view: string | null, league: string | null): string {
  return `/?${toQuery({ route: 'new-league', league: view === CREATED_LEAGUE_VIEW ? league : null, view })}`
}

/** Returns the parts of a location that a URL's query states. Values that it cannot have are left out. */
export function parseQuery(search: string): Partial<Location> {
  const query = new URLSearchParams(search)
  const [league, tab] = [query.get('league'), parseTab(query.get('tab'))]
  const route = ROUTES_IN_URL.find((name) => name === query.get('route'))
  if (route === 'new-league') {
    const view = query.get('view') || null
    return { route, ...NO_SELECTION, view, ...(view === CREATED_LEAGUE_VIEW && league ? { league } : {}) }
  }
  if (route === 'admin')
    return { route, ...NO_SELECTION, view: query.get('section') || null, ...(league ? { league } : {}) }
  if (route !== undefined) return { route, ...NO_SELECTION }
  return {
    ...(league === null || league === '' ? {} : { route: 'league', league }),
    ...(tab === undefined ? {} : { tab }),
    ...parseSelection(query),
  }
}

function parseSelection(query: URLSearchParams): Selection {
  const text = (name: string) => query.get(name) || null
  const number = (name: string) => {
    const value = query.get(name)
    return value !== null && /^-?\d{1,10}$/.test(value) ? Number(value) : null
  }
  return {
    season: number('season'),
    week: number('week'),
    team: number('team'),
    game: number('game'),
    player: number('player'),
    owners: query
      .getAll('owner')
      .filter((owner) => owner !== '')
      .slice(0, 2),
    post: text('post'),
    view: text('view'),
    picks: text('picks'),
  }
}

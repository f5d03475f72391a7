import { createContext, use, useEffect, useSyncExternalStore } from 'react'
import { createListeners } from '../api/connectivity.ts'
import { type KeyValueStorage, readStorage, writeStorage } from '../storage/browser-storage.ts'

export const ROUTE_KEY = 'route'
export const LEAGUE_KEY = 'active_league'
const TAB_KEY = 'league_active_tab'
/** Session storage: a sign-in provider leads back to another address than that of the invite link. */
const INVITE_KEY = 'invite'

export type ResetLink = { uid: string; token: string }

/** What the opened link holds; each is null without one. */
type Links = { resetLink: ResetLink | null; verificationToken: string | null; inviteCode: string | null }

export type Router = {
  /** What the visit began with, which a page that the server has rendered shows until the app has taken over all of it. */
  atStart: Links & {
    location: Location
    /** The admin signup code of the link that a server without an admin prints when it starts. */
    adminCode: string | null
  }
  /** The current location; the same object until it changes. */
  location: () => Location
  /** null after the next navigation. The same object until it changes. */
  resetLink: () => ResetLink | null
  /** The token of the email verification link that was opened; null after the next navigation. */
  verificationToken: () => string | null
  /** The code of the invite link that was opened; null after the next navigation, unless that only changes its step. */
  inviteCode: () => string | null
  subscribe: (listener: () => void) => () => void
  /**
   * Changes the given parts of the location as {@link changeLocation} does, and pushes a history entry. Scrolls to
   * the top on another screen.
   */
  navigate: (change: Partial<Location>) => void
  replace: (change: Partial<Location>) => void
  /** Goes back one history entry. Where the visit began here, changes the given parts instead. */
  goBack: (change: Partial<Location>) => void
  /** What the screen shows, for the document title; null for the name of the screen. */
  title: () => string | null
  /** Shows a title until the returned function is called. The newest one is shown. */
  showTitle: (title: string) => () => void
  /** Navigates to login and clears the stored route and league. */
  signOut: () => void
}

export type RouterWindow = {
  history: Pick<History, 'state' | 'pushState' | 'replaceState' | 'back'>
  location: { search: string; pathname: string; hash: string }
  localStorage: KeyValueStorage
  sessionStorage: KeyValueStorage
  addEventListener: (type: 'popstate', listener: (event: { state: unknown }) => void) => void
  scrollTo: (x: number, y: number) => void
}

export function createRouter(win: RouterWindow): Router {
  const { subscribe, notify } = createListeners()
  let current = initialLocation(win)
  let resetLink = parseResetLink(win.location.search)
  const titles: { title: string }[] = []
  let verificationToken = new URLSearchParams(win.location.search).get('verify_email')
  let inviteCode = initialInviteCode(win)
  const adminCode = parseAdminCode(win.location.hash)
  const atStart = { location: current, resetLink, verificationToken, inviteCode, adminCode }

  function setLocation(next: Location): void {
    current = next
    resetLink = null
    verificationToken = null
    inviteCode = parseInviteCode(win.location.pathname)
    writeStorage(win.sessionStorage, INVITE_KEY, inviteCode)
    persistLocation(win, current)
    notify()
  }

  function move(change: Partial<Location>, method: 'pushState' | 'replaceState'): void {
    const next = changeLocation(current, change)
    const address = isInviteStep(change) && inviteCode !== null ? inviteUrl(inviteCode, next) : toUrl(next)
    const isSame = next.route === current.route && toUrl(next) === toUrl(current)
    const hasLink = resetLink !== null || verificationToken !== null || inviteCode !== null
    if (isSame && method === 'pushState' && !hasLink) return
    const isOtherScreen =
      SCREEN_PARTS.some((part) => next[part] !== current[part]) ||
      (next.route === 'admin' && next.view !== current.view)
    win.history[method](toState(next, depthOf(win) + (method === 'pushState' ? 1 : 0)), '', address)
    setLocation(next)
    if (method === 'pushState' && isOtherScreen) win.scrollTo(0, 0)
  }

  // Also removes the secret of a password reset, verification or setup link from the URL and the history.
  const url = inviteCode === null ? toUrl(current) : inviteUrl(inviteCode, current)
  win.history.replaceState(toState(current, depthOf(win)), '', url)
  writeStorage(win.sessionStorage, INVITE_KEY, inviteCode)
  persistLocation(win, current)
  win.addEventListener('popstate', (event) => setLocation(locationOfEntry(win, event.state, current)))

  return {
    atStart,
    location: () => current,
    resetLink: () => resetLink,
    verificationToken: () => verificationToken,
    inviteCode: () => inviteCode,
    subscribe,
    navigate: (change) => move(change, 'pushState'),
    replace: (change) => move(change, 'replaceState'),
    goBack: (change) => {
      if (depthOf(win) > 0) win.history.back()
      else move(change, 'replaceState')
    },
    title: () => titles.at(-1)?.title ?? null,
    showTitle: (title) => {
      const shown = { title }
      titles.push(shown)
      notify()
      return () => {
        titles.splice(titles.indexOf(shown), 1)
        notify()
      }
    },
    signOut: () => {
      writeStorage(win.localStorage, ROUTE_KEY, null)
      move({ route: 'login', league: null }, 'pushState')
    },
  }
}

/** A change of one of these shows another screen, which starts at its top. */
const SCREEN_PARTS = ['route', 'league', 'tab', 'team', 'game'] as const satisfies readonly (keyof Location)[]

/** The URL has the rest of the location. `depth` counts the entries that the app has pushed before this one. */
type EntryState = Pick<Location, 'route' | 'league'> & { depth: number }

function toState({ route, league }: Location, depth: number): EntryState {
  return { route, league, depth }
}

function parseState(state: unknown): Partial<EntryState> {
  if (typeof state !== 'object' || state === null) return {}
  const { route: routeText, league, depth } = state as Record<keyof EntryState, unknown>
  const route = parseRoute(routeText)
  return {
    ...(route === undefined ? {} : { route }),
    ...(typeof league === 'string' || league === null ? { league } : {}),
    ...(typeof depth === 'number' ? { depth } : {}),
  }
}

function depthOf(win: RouterWindow): number {
  return parseState(win.history.state).depth ?? 0
}

/** What the URL states, else the history entry's state after a reload, else the stored location. */
function initialLocation(win: RouterWindow): Location {
  const stored: Location = {
    route: readStoredRoute(win),
    league: readStorage(win.localStorage, LEAGUE_KEY),
    tab: parseTab(readStorage(win.sessionStorage, TAB_KEY)) ?? 'overview',
    ...NO_SELECTION,
  }
  if (win.location.pathname === DRAFT_PATH)
    return { ...stored, route: 'league', tab: 'history', view: DRAFT_VIEW }
  if (parseAdminCode(win.location.hash) !== null) return { ...stored, route: 'register' }
  return locationOfEntry(win, win.history.state, stored)
}

function locationOfEntry(win: RouterWindow, state: unknown, fallback: Location): Location {
  const { depth: _, ...entry } = parseState(state)
  return { ...fallback, ...entry, ...parseQuery(win.location.search) }
}

function readStoredRoute(win: RouterWindow): Route {
  const route = parseRoute(readStorage(win.localStorage, ROUTE_KEY))
  return route !== undefined && isPersistedRoute(route) ? route : 'dashboard'
}

/** The code of the opened invite link, or of one that was open before a sign-in provider led back to the start page. */
function initialInviteCode(win: RouterWindow): string | null {
  const { pathname, search } = win.location
  const isStartPage = pathname === '/' && search === ''
  return parseInviteCode(pathname) ?? (isStartPage ? readStorage(win.sessionStorage, INVITE_KEY) : null)
}

/** The steps of an invite link differ in the chosen team, and in the view of those who choose none. */
function isInviteStep(change: Partial<Location>): boolean {
  return 'team' in change && Object.keys(change).every((part) => part === 'team' || part === 'view')
}

function inviteUrl(code: string, { team, view }: Pick<Location, 'team' | 'view'>): string {
  const query = new URLSearchParams()
  if (team !== null) query.append('team', String(team))
  if (view !== null) query.append('view', view)
  return `/join/${code}${query.size === 0 ? '' : `?${query}`}`
}

function parseInviteCode(pathname: string): string | null {
  return /^\/join\/([\w-]+)\/?$/.exec(pathname)?.[1] ?? null
}

/** Browsers send no fragment to the server, so the code is in no log. */
function parseAdminCode(hash: string): string | null {
  return new URLSearchParams(hash.slice(1)).get('admin-code') || null
}

function parseResetLink(search: string): ResetLink | null {
  const query = new URLSearchParams(search)
  const [uid, token] = [query.get('uid'), query.get('token')]
  return uid !== null && token !== null ? { uid, token } : null
}

function persistLocation(win: RouterWindow, { route, league, tab }: Location): void {
  if (isPersistedRoute(route)) writeStorage(win.localStorage, ROUTE_KEY, route)
  writeStorage(win.localStorage, LEAGUE_KEY, league)
  if (route === 'league') writeStorage(win.sessionStorage, TAB_KEY, tab)
}

export const RouterContext = createContext<Router | null>(null)

export function useRouter(): Router {
  const router = use(RouterContext)
  if (router === null) throw new Error('useRouter must be used within a RouterContext')
  return router
}

/** Overrides the location for components that are still rendered for a previous one. */
export const LocationContext = createContext<Location | null>(null)

export function useLocation(): Location {
  const router = useRouter()
  const current = useSyncExternalStore(router.subscribe, router.location, () => router.atStart.location)
  return use(LocationContext) ?? current
}

export function useLink<Name extends keyof Links>(name: Name): Links[Name] {
  const router = useRouter()
  const links: { [Key in keyof Links]: () => Links[Key] } = router
  return useSyncExternalStore(router.subscribe, links[name], () => router.atStart[name])
}

export function useShownTitle(): string | null {
  const router = useRouter()
  return useSyncExternalStore(router.subscribe, router.title, () => null)
}

export function useTitle(title: string): void {
  const { showTitle } = useRouter()
  useEffect(() => showTitle(title), [showTitle, title])
}

const ROUTES = [
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

function parseRoute(text: unknown): Route | undefined {
  return ROUTES.find((route) => route === text)
}

/** Case-insensitive; 'league-social' and 'social' also mean the social tab. */
export function parseTab(text: unknown): Tab | undefined {
  if (typeof text !== 'string') return undefined
  const name = text.trim().toLowerCase().replaceAll('-', ' ')
  return name === 'social' ? 'league social' : TABS.find((tab) => tab === name)
}

/** Whether a route is stored for the next visit, which does not begin with setting up one more league. */
function isPersistedRoute(route: Route): boolean {
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

import { createContext, use, useSyncExternalStore } from 'react'
import { type KeyValueStorage, readStorage, writeStorage } from '../storage/browser-storage.ts'
import {
  isPersistedRoute,
  type Location,
  parseRoute,
  parseTab,
  type Route,
  type Tab,
  toUrl,
} from './location.ts'

export const ROUTE_KEY = 'route'
export const LEAGUE_KEY = 'active_league'
export const TAB_KEY = 'league_active_tab'

/** The parameters of a password reset link, from the URL in the email. */
export type ResetLink = { uid: string; token: string }

export type Router = {
  /** The current location; the same object until it changes. */
  location: () => Location
  /**
   * The password reset link that was opened; null after the next navigation. The same object until it
   * changes.
   */
  resetLink: () => ResetLink | null
  /** The token of the email verification link that was opened; null after the next navigation. */
  verificationToken: () => string | null
  subscribe: (listener: () => void) => () => void
  /** Changes the given parts of the location and pushes a history entry. */
  navigate: (change: Partial<Location>) => void
  /** Changes the given parts of the location and replaces the current history entry. */
  replace: (change: Partial<Location>) => void
  /** Navigates to login and clears the stored route and league. */
  signOut: () => void
}

/** The parts of `window` that the router uses. */
export type RouterWindow = {
  history: Pick<History, 'state' | 'pushState' | 'replaceState'>
  location: { search: string }
  localStorage: KeyValueStorage
  sessionStorage: KeyValueStorage
  addEventListener: (type: 'popstate', listener: (event: { state: unknown }) => void) => void
  scrollTo: (x: number, y: number) => void
}

/** Creates a router that syncs the location with the window's history, URL and storages. */
export function createRouter(win: RouterWindow): Router {
  const listeners = new Set<() => void>()
  let current = initialLocation(win)
  let resetLink = parseResetLink(win.location.search)
  let verificationToken = new URLSearchParams(win.location.search).get('verify_email')

  function setLocation(next: Location): void {
    current = next
    resetLink = null
    verificationToken = null
    persistLocation(win, current)
    for (const listener of listeners) listener()
  }

  function changeLocation(change: Partial<Location>, method: 'pushState' | 'replaceState'): void {
    const next = { ...current, ...change }
    const isSame = next.route === current.route && next.league === current.league && next.tab === current.tab
    const hasLink = resetLink !== null || verificationToken !== null
    if (isSame && method === 'pushState' && !hasLink) return
    win.history[method](next, '', toUrl(next))
    setLocation(next)
    if (method === 'pushState' && !isSame) win.scrollTo(0, 0)
  }

  // Also removes the token of a password reset or verification link from the URL and the history.
  win.history.replaceState(current, '', toUrl(current))
  persistLocation(win, current)
  win.addEventListener('popstate', (event) => setLocation(locationOfEntry(win, event.state, current)))

  return {
    location: () => current,
    resetLink: () => resetLink,
    verificationToken: () => verificationToken,
    subscribe: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    navigate: (change) => changeLocation(change, 'pushState'),
    replace: (change) => changeLocation(change, 'replaceState'),
    signOut: () => {
      writeStorage(win.localStorage, ROUTE_KEY, null)
      changeLocation({ route: 'login', league: null }, 'pushState')
    },
  }
}

/**
 * Returns the location at page load. Push notifications link to a league, and emails to the account page.
 * Otherwise the history entry's state is used after a reload, and the stored location on a new visit.
 */
function initialLocation(win: RouterWindow): Location {
  const stored: Location = {
    route: readStoredRoute(win),
    league: readStorage(win.localStorage, LEAGUE_KEY),
    tab: parseTab(readStorage(win.sessionStorage, TAB_KEY)) ?? 'overview',
  }
  const query = new URLSearchParams(win.location.search)
  if (query.get('route') === 'account') return { ...stored, route: 'account' }
  const league = query.get('league')
  if (league !== null && league !== '') return locationOfEntry(win, { route: 'league', league }, stored)
  return locationOfEntry(win, { ...stored, ...parseHistoryState(win.history.state), tab: stored.tab }, stored)
}

/** Returns the location of a history entry. A tab in the URL takes precedence over its state. */
function locationOfEntry(win: RouterWindow, state: unknown, fallback: Location): Location {
  const location = { ...fallback, ...parseHistoryState(state) }
  return { ...location, tab: parseTabParam(win.location.search) ?? location.tab }
}

function readStoredRoute(win: RouterWindow): Route {
  const route = parseRoute(readStorage(win.localStorage, ROUTE_KEY))
  return route !== undefined && isPersistedRoute(route) ? route : 'dashboard'
}

/** Extracts the valid parts of a location from the state of a history entry, which can be any value. */
function parseHistoryState(state: unknown): Partial<Location> {
  if (typeof state !== 'object' || state === null) return {}
  const { route, league, tab } = state as Record<keyof Location, unknown>
  const parsed = { route: parseRoute(route), tab: parseTab(tab) }
  return {
    ...(parsed.route === undefined ? {} : { route: parsed.route }),
    ...(parsed.tab === undefined ? {} : { tab: parsed.tab }),
    ...(typeof league === 'string' || league === null ? { league } : {}),
  }
}

function parseTabParam(search: string): Tab | undefined {
  return parseTab(new URLSearchParams(search).get('tab'))
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

export function useLocation(): Location {
  const router = useRouter()
  return useSyncExternalStore(router.subscribe, router.location)
}

export function useResetLink(): ResetLink | null {
  const router = useRouter()
  return useSyncExternalStore(router.subscribe, router.resetLink)
}

export function useVerificationToken(): string | null {
  const router = useRouter()
  return useSyncExternalStore(router.subscribe, router.verificationToken)
}

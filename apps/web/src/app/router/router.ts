import { type KeyValueStorage, readStorage, writeStorage } from '../../storage/browser-storage.ts'
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

/** A reset link's two parts, from the address that the mail led to. */
export type ResetLink = { uid: string; token: string }

export type Router = {
  /** The current place; the same object until it changes. */
  location: () => Location
  /** The reset link that led here, until a place is gone to; the same object until it changes. */
  resetLink: () => ResetLink | null
  subscribe: (listener: () => void) => () => void
  /** Goes to a place as a new history entry; what is not named stays as it is. */
  navigate: (change: Partial<Location>) => void
  /** The same without a new history entry. */
  replace: (change: Partial<Location>) => void
  /** Goes to the way in and forgets the route and the league for the next visit. */
  signOut: () => void
}

/** What the router needs of the window. */
export type RouterWindow = {
  history: Pick<History, 'state' | 'pushState' | 'replaceState'>
  location: { search: string }
  localStorage: KeyValueStorage
  sessionStorage: KeyValueStorage
  addEventListener: (type: 'popstate', listener: (event: { state: unknown }) => void) => void
  scrollTo: (x: number, y: number) => void
}

/** Keeps the place in the window's history, address and storages. */
export function createRouter(win: RouterWindow): Router {
  const listeners = new Set<() => void>()
  let place = initialLocation(win)
  let resetLink = parseResetLink(win.location.search)

  function setLocation(next: Location): void {
    place = next
    resetLink = null
    persistLocation(win, place)
    for (const listener of listeners) listener()
  }

  function changeLocation(change: Partial<Location>, how: 'pushState' | 'replaceState'): void {
    const next = { ...place, ...change }
    const isSame = next.route === place.route && next.league === place.league && next.tab === place.tab
    if (isSame && how === 'pushState' && resetLink === null) return
    win.history[how](next, '', toUrl(next))
    setLocation(next)
    if (how === 'pushState' && !isSame) win.scrollTo(0, 0)
  }

  // Of a reset link too: what opens an account stays neither in the address nor in the history.
  win.history.replaceState(place, '', toUrl(place))
  persistLocation(win, place)
  win.addEventListener('popstate', (event) => setLocation(locationOfEntry(win, event.state, place)))

  return {
    location: () => place,
    resetLink: () => resetLink,
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

/** What a notification leads to says its league, and a letter the account; after a reload the entry's own state tells the place, on a new visit local storage. */
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

/** The place of a history entry, whose address has the last word on the tab. */
function locationOfEntry(win: RouterWindow, state: unknown, fallback: Location): Location {
  const place = { ...fallback, ...parseHistoryState(state) }
  return { ...place, tab: parseTabParam(win.location.search) ?? place.tab }
}

function readStoredRoute(win: RouterWindow): Route {
  const route = parseRoute(readStorage(win.localStorage, ROUTE_KEY))
  return route !== undefined && isPersistedRoute(route) ? route : 'dashboard'
}

/** What a history entry's state tells of a place; anything may stand in it. */
function parseHistoryState(state: unknown): Partial<Location> {
  if (typeof state !== 'object' || state === null) return {}
  const { route, league, tab } = state as Record<keyof Location, unknown>
  const known = { route: parseRoute(route), tab: parseTab(tab) }
  return {
    ...(known.route === undefined ? {} : { route: known.route }),
    ...(known.tab === undefined ? {} : { tab: known.tab }),
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

function persistLocation(win: RouterWindow, place: Location): void {
  if (isPersistedRoute(place.route)) writeStorage(win.localStorage, ROUTE_KEY, place.route)
  writeStorage(win.localStorage, LEAGUE_KEY, place.league)
  if (place.route === 'league') writeStorage(win.sessionStorage, TAB_KEY, place.tab)
}

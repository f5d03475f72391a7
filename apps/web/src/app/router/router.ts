import { readStored, type Store, writeStored } from '../../storage/stored.ts'
import { addressOf, isStored, type Place, type Route, readRoute, readTab, type Tab } from './place.ts'

export const ROUTE_KEY = 'route'
export const LEAGUE_KEY = 'active_league'
export const TAB_KEY = 'league_active_tab'

/** A reset link's two parts, from the address that the mail led to. */
export type ResetLink = { uid: string; token: string }

export type Router = {
  /** The current place; the same object until it changes. */
  place: () => Place
  /** The reset link that led here, until a place is gone to; the same object until it changes. */
  resetLink: () => ResetLink | null
  subscribe: (listener: () => void) => () => void
  /** Goes to a place as a new history entry; what is not named stays as it is. */
  go: (change: Partial<Place>) => void
  /** The same without a new history entry. */
  replace: (change: Partial<Place>) => void
  /** Goes to the way in and forgets the route and the league for the next visit. */
  signOut: () => void
}

/** What the router needs of the window. */
export type RouterWindow = {
  history: Pick<History, 'state' | 'pushState' | 'replaceState'>
  location: { search: string }
  localStorage: Store
  sessionStorage: Store
  addEventListener: (type: 'popstate', listener: (event: { state: unknown }) => void) => void
  scrollTo: (x: number, y: number) => void
}

/** Keeps the place in the window's history, address and storages. */
export function createRouter(win: RouterWindow): Router {
  const listeners = new Set<() => void>()
  let place = firstPlace(win)
  let resetLink = resetLinkIn(win.location.search)

  function settle(next: Place): void {
    place = next
    resetLink = null
    remember(win, place)
    for (const listener of listeners) listener()
  }

  function move(change: Partial<Place>, how: 'pushState' | 'replaceState'): void {
    const next = { ...place, ...change }
    const isSame = next.route === place.route && next.league === place.league && next.tab === place.tab
    if (isSame && how === 'pushState' && resetLink === null) return
    win.history[how](next, '', addressOf(next))
    settle(next)
    if (how === 'pushState' && !isSame) win.scrollTo(0, 0)
  }

  // Of a reset link too: what opens an account stays neither in the address nor in the history.
  win.history.replaceState(place, '', addressOf(place))
  remember(win, place)
  win.addEventListener('popstate', (event) => settle(placeOfEntry(win, event.state, place)))

  return {
    place: () => place,
    resetLink: () => resetLink,
    subscribe: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    go: (change) => move(change, 'pushState'),
    replace: (change) => move(change, 'replaceState'),
    signOut: () => {
      writeStored(win.localStorage, ROUTE_KEY, null)
      move({ route: 'login', league: null }, 'pushState')
    },
  }
}

/** What a notification leads to says its league, and a letter the account; after a reload the entry's own state tells the place, on a new visit local storage. */
function firstPlace(win: RouterWindow): Place {
  const stored: Place = {
    route: storedRoute(win),
    league: readStored(win.localStorage, LEAGUE_KEY),
    tab: readTab(readStored(win.sessionStorage, TAB_KEY)) ?? 'overview',
  }
  const query = new URLSearchParams(win.location.search)
  if (query.get('route') === 'account') return { ...stored, route: 'account' }
  const league = query.get('league')
  if (league !== null && league !== '') return placeOfEntry(win, { route: 'league', league }, stored)
  return placeOfEntry(win, { ...stored, ...placeIn(win.history.state), tab: stored.tab }, stored)
}

/** The place of a history entry, whose address has the last word on the tab. */
function placeOfEntry(win: RouterWindow, state: unknown, fallback: Place): Place {
  const place = { ...fallback, ...placeIn(state) }
  return { ...place, tab: tabIn(win.location.search) ?? place.tab }
}

function storedRoute(win: RouterWindow): Route {
  const route = readRoute(readStored(win.localStorage, ROUTE_KEY))
  return route !== undefined && isStored(route) ? route : 'dashboard'
}

/** What a history entry's state tells of a place; anything may stand in it. */
function placeIn(state: unknown): Partial<Place> {
  if (typeof state !== 'object' || state === null) return {}
  const { route, league, tab } = state as Record<keyof Place, unknown>
  const known = { route: readRoute(route), tab: readTab(tab) }
  return {
    ...(known.route === undefined ? {} : { route: known.route }),
    ...(known.tab === undefined ? {} : { tab: known.tab }),
    ...(typeof league === 'string' || league === null ? { league } : {}),
  }
}

function tabIn(search: string): Tab | undefined {
  return readTab(new URLSearchParams(search).get('tab'))
}

function resetLinkIn(search: string): ResetLink | null {
  const query = new URLSearchParams(search)
  const [uid, token] = [query.get('uid'), query.get('token')]
  return uid !== null && token !== null ? { uid, token } : null
}

function remember(win: RouterWindow, place: Place): void {
  if (isStored(place.route)) writeStored(win.localStorage, ROUTE_KEY, place.route)
  writeStored(win.localStorage, LEAGUE_KEY, place.league)
  if (place.route === 'league') writeStored(win.sessionStorage, TAB_KEY, place.tab)
}

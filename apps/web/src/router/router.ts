import { createContext, use, useEffect, useSyncExternalStore } from 'react'
import { type KeyValueStorage, readStorage, writeStorage } from '../storage/browser-storage.ts'
import {
  changeLocation,
  DRAFT_PATH,
  DRAFT_VIEW,
  isPersistedRoute,
  type Location,
  NO_SELECTION,
  parseQuery,
  parseRoute,
  parseTab,
  type Route,
  toUrl,
} from './location.ts'

export const ROUTE_KEY = 'route'
export const LEAGUE_KEY = 'active_league'
export const TAB_KEY = 'league_active_tab'
/** Session storage: a sign-in provider leads back to another address than that of the invite link. */
export const INVITE_KEY = 'invite'

export type ResetLink = { uid: string; token: string }

export type Router = {
  /** What the visit began with, which a page that the server has rendered shows until the app has taken over all of it. */
  atStart: {
    location: Location
    resetLink: ResetLink | null
    verificationToken: string | null
    inviteCode: string | null
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
  const listeners = new Set<() => void>()
  let current = initialLocation(win)
  let resetLink = parseResetLink(win.location.search)
  const titles: { title: string }[] = []
  let verificationToken = new URLSearchParams(win.location.search).get('verify_email')
  let inviteCode = initialInviteCode(win)
  const adminCode = parseAdminCode(win.location.hash)
  const atStart = { location: current, resetLink, verificationToken, inviteCode, adminCode }

  function notify(): void {
    for (const listener of listeners) listener()
  }

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
    subscribe: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
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

export function useResetLink(): ResetLink | null {
  const router = useRouter()
  return useSyncExternalStore(router.subscribe, router.resetLink, () => router.atStart.resetLink)
}

export function useVerificationToken(): string | null {
  const router = useRouter()
  return useSyncExternalStore(
    router.subscribe,
    router.verificationToken,
    () => router.atStart.verificationToken,
  )
}

export function useInviteCode(): string | null {
  const router = useRouter()
  return useSyncExternalStore(router.subscribe, router.inviteCode, () => router.atStart.inviteCode)
}

export function useShownTitle(): string | null {
  const router = useRouter()
  return useSyncExternalStore(router.subscribe, router.title, () => null)
}

export function useTitle(title: string): void {
  const { showTitle } = useRouter()
  useEffect(() => showTitle(title), [showTitle, title])
}

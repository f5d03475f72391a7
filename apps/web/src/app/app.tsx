import {
  type QueryClient,
  QueryClientProvider,
  useIsFetching,
  useIsMutating,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import { type ReactNode, StrictMode, Suspense, useEffect, useRef } from 'react'
import { deviceTimeZone, rememberDevice } from '../api/page-environment.ts'
import {
  currentUserQuery,
  isSignedIn,
  resetSession,
  retryPendingSignOut,
  subscribeToSessionChanges,
  switchUser,
} from '../features/accounts/session.ts'
import {
  CREATED_LEAGUE_VIEW,
  documentTitle,
  type Location,
  NO_SELECTION,
  type Router,
  RouterContext,
  resolveRoute,
  toUrl,
  useLink,
  useLocation,
  useRouter,
  useShownTitle,
} from '../router/router.ts'
import { syncTheme, useTheme } from '../theme/theme.ts'
import { lazyNamed, preload } from '../ui/lazy-named.ts'
import { Brand } from '../ui/navigation/brand.tsx'
import ui from '../ui/ui.module.css'
import { ErrorBoundary } from './error-boundary.tsx'
import styles from './providers.module.css'
import splashStyles from './splash.module.css'

/** The screens that most visits start with. They are requested together with the shell, the others after it. */
export const loadDashboard = () => import('../features/leagues/dashboard/dashboard.tsx')
export const loadLeagueScreen = () => import('./league/league-screen.tsx')

const ProviderReturn = lazyNamed(() => import('../features/accounts/provider-sign-in.tsx'), 'ProviderReturn')

const loadPublicScreen = () => import('../features/public-link/public-screen.tsx')

const PublicScreen = lazyNamed(loadPublicScreen, 'PublicScreen')

export function publicCodeOf(pathname: string): string | null {
  return /^\/public\/([^/]+)\/?$/.exec(pathname)?.[1] ?? null
}

export function signInResponseOf(search: string): string | null {
  const query = new URLSearchParams(search)
  return query.has('state') && (query.has('code') || query.has('error')) ? search : null
}

type Address = Pick<globalThis.Location, 'pathname' | 'search'>

type Props = {
  address: Address
  /** null for a public link, which belongs to no user and whose address is not one of the router's. */
  router: Router | null
  client: QueryClient
  onOpen: (query: string) => void
}

export function Page({ address: { pathname, search }, router, client, onOpen }: Props) {
  const code = publicCodeOf(pathname)
  const response = signInResponseOf(search)
  return (
    <StrictMode>
      <Providers router={router} client={client}>
        <Suspense>
          {code !== null ? (
            <PublicScreen code={code} />
          ) : response === null ? (
            <App />
          ) : (
            <ProviderReturn response={response} onLeave={onOpen} />
          )}
        </Suspense>
      </Providers>
    </StrictMode>
  )
}

/** Loads what the first screen needs. Its errors are shown when it is rendered. */
export async function preloadFirstScreen(router: Router | null, isReturning: boolean): Promise<void> {
  const screen = router === null ? preload(loadPublicScreen) : preloadApp(router, isReturning)
  await screen.catch(() => undefined)
}

const loadSignedIn = () => import('./screens/signed-in.tsx')

const loadSignedOut = () => import('./screens/signed-out.tsx')

const loadInviteScreen = () => import('./screens/invite-screen.tsx')

const InviteScreen = lazyNamed(loadInviteScreen, 'InviteScreen')
const SignedIn = lazyNamed(loadSignedIn, 'SignedIn')
const SignedOut = lazyNamed(loadSignedOut, 'SignedOut')

export function App() {
  const session = useQuery(currentUserQuery)
  const location = useLocation()
  const resetLink = useLink('resetLink')
  const user = session.data ?? null
  const verificationToken = useLink('verificationToken')
  const inviteCode = useLink('inviteCode')
  const hasLink = resetLink !== null || verificationToken !== null
  const showSignedIn = user !== null && !hasLink
  const route = hasLink ? 'login' : resolveRoute(location, showSignedIn)
  useCrossTabSync()
  useTitleAndFocus(session.isPending ? null : { ...location, route }, inviteCode)
  useRememberedDevice(showSignedIn ? { ...location, route } : null)

  if (session.isPending) return <Splash />
  return (
    <Suspense fallback={<Splash />}>
      {inviteCode !== null && !hasLink ? (
        <InviteScreen key={inviteCode} code={inviteCode} username={user?.username ?? null} />
      ) : showSignedIn ? (
        <SignedIn user={user} />
      ) : (
        <SignedOut route={route} resetLink={resetLink} verificationToken={verificationToken} user={user} />
      )}
    </Suspense>
  )
}

function useCrossTabSync(): void {
  const client = useQueryClient()
  const router = useRouter()
  useEffect(syncTheme, [])
  useEffect(retryPendingSignOut, [])
  useEffect(
    () =>
      subscribeToSessionChanges((change) => {
        if (change === 'in') return resetSession(client)
        if (!isSignedIn(client)) return
        switchUser(client, null)
        // An open password reset, verification or invite link stays open: it does not require a session.
        const links = [router.resetLink(), router.verificationToken(), router.inviteCode()]
        if (links.every((link) => link === null)) router.signOut()
      }),
    [client, router],
  )
}

function useRememberedDevice(location: Location | null): void {
  const { theme } = useTheme()
  const screen = location === null ? null : toUrl({ ...location, ...NO_SELECTION, tab: 'overview' })
  useEffect(() => {
    rememberDevice({ timeZone: deviceTimeZone(), theme, width: innerWidth, screen })
  }, [theme, screen])
}

function useTitleAndFocus(location: Location | null, inviteCode: string | null): void {
  const title = documentTitle(location, useShownTitle())
  useEffect(() => {
    document.title = title
  }, [title])
  useHeadingFocus(location === null ? null : screenKey(location, inviteCode))
}

/** The steps of an invite and of a new league are screens of their own. */
function screenKey({ route, league, team, view }: Location, inviteCode: string | null): string {
  if (inviteCode !== null) return `invite ${team} ${view}`
  if (route === 'new-league') return `${route} ${view === CREATED_LEAGUE_VIEW}`
  return route === 'league' ? `league ${league}` : route
}

/**
 * So that screen readers announce it and keyboard navigation starts at its top. The first screen of a visit does not
 * move the focus.
 */
function useHeadingFocus(screen: string | null): void {
  const lastScreen = useRef<string | null>(null)
  useEffect(() => {
    const previous = lastScreen.current
    if (screen === null || screen === previous) return
    lastScreen.current = screen
    return previous === null ? undefined : focusHeadingWhenReady()
  }, [screen])
}

function isScreenHeading(heading: HTMLHeadingElement): boolean {
  return heading.checkVisibility() && heading.closest('[role="status"]') === null
}

/** Focuses the heading once it renders, unless the user moves the focus first. Returns a cleanup function. */
function focusHeadingWhenReady(): () => void {
  const initialFocus = document.activeElement
  const tryFocus = () => {
    const focused = document.activeElement
    if (focused !== initialFocus && focused !== document.body) return true
    const heading = [...document.querySelectorAll('h1')].find(isScreenHeading)
    if (heading === undefined) return false
    heading.tabIndex = -1
    heading.focus({ preventScroll: true })
    return true
  }
  const observer = new MutationObserver(() => {
    if (tryFocus()) observer.disconnect()
  })
  if (!tryFocus()) {
    observer.observe(document.body, { childList: true, subtree: true, attributeFilter: ['style'] })
  }
  return () => observer.disconnect()
}

function preloadApp(router: Router, isReturning: boolean): Promise<unknown> {
  if (router.inviteCode() !== null) return preload(loadInviteScreen)
  if (!isReturning) return preload(loadSignedOut)
  const location = router.location()
  const { route } = location
  return Promise.all([
    preload(loadSignedIn),
    loadSignedIn().then(({ preloadScreen }) => preloadScreen(location)),
    route === 'league' ? loadLeagueScreen() : route === 'dashboard' ? loadDashboard() : null,
  ])
}

/** `router` is null for a page that is not one of its screens. */
type ProvidersProps = { router: Router | null; client: QueryClient; children: ReactNode }

export function Providers({ router, client, children }: ProvidersProps) {
  return (
    <ErrorBoundary>
      <QueryClientProvider client={client}>
        <RouterContext value={router}>
          <LoadingBar />
          {children}
        </RouterContext>
      </QueryClientProvider>
    </ErrorBoundary>
  )
}

function LoadingBar() {
  const isBusy = useIsFetching() + useIsMutating() > 0
  return (
    <div className={`${ui.screenOnly} ${styles.bar}`} data-busy={isBusy || undefined} aria-hidden="true" />
  )
}

export function Splash() {
  return (
    <main className={splashStyles.page}>
      <div role="status" aria-label="Loading">
        <h1 className={splashStyles.title}>
          <Brand size={36} />
        </h1>
      </div>
    </main>
  )
}

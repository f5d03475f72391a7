import { useQuery, useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense, useEffect } from 'react'
import {
  currentUserQuery,
  isSignedIn,
  resetSession,
  subscribeToSessionChanges,
  switchUser,
} from '../features/accounts/session.ts'
import { syncThemeAcrossTabs } from '../theme/use-theme.ts'
import { documentTitle } from './document-title.ts'
import { loadSignedIn, loadSignedOut } from './preload.ts'
import { type Location, resolveRoute } from './router/location.ts'
import { useLocation, useResetLink, useRouter } from './router/use-router.ts'
import { Splash } from './splash.tsx'
import { useHeadingFocus } from './use-heading-focus.ts'

const SignedIn = lazy(loadSignedIn)
const SignedOut = lazy(loadSignedOut)

/** Shows the current location to a signed-in user, and the login or registration screen to others. */
export function App() {
  const session = useQuery(currentUserQuery)
  const location = useLocation()
  const resetLink = useResetLink()
  const user = session.data ?? null
  const showSignedIn = user !== null && resetLink === null
  const route = resetLink === null ? resolveRoute(location, showSignedIn) : 'login'
  useCrossTabSync()
  useTitleAndFocus(session.isPending ? null : { ...location, route })

  if (session.isPending) return <Splash />
  return (
    <Suspense fallback={<Splash />}>
      {showSignedIn ? (
        <SignedIn user={user} />
      ) : (
        <SignedOut route={route} resetLink={resetLink} user={user} />
      )}
    </Suspense>
  )
}

/** Applies sign-in, sign-out and theme changes made in other browser tabs. */
function useCrossTabSync(): void {
  const client = useQueryClient()
  const router = useRouter()
  useEffect(syncThemeAcrossTabs, [])
  useEffect(
    () =>
      subscribeToSessionChanges((change) => {
        if (change === 'in') return resetSession(client)
        if (!isSignedIn(client)) return
        switchUser(client, null)
        // An open password reset link stays open: it does not require a session.
        if (router.resetLink() === null) router.signOut()
      }),
    [client, router],
  )
}

/** Updates the document title, and moves the focus when the screen changes. */
function useTitleAndFocus(location: Location | null): void {
  const title = documentTitle(location)
  useEffect(() => {
    document.title = title
  }, [title])
  useHeadingFocus(location === null ? null : screenKey(location))
}

function screenKey({ route, league }: Location): string {
  return route === 'league' ? `league ${league}` : route
}

import { useQuery, useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense, useEffect } from 'react'
import { currentUserQuery, isSignedIn, resetSession, switchUser } from '../features/accounts/session.ts'
import { subscribeToSessionChanges } from '../features/accounts/session-broadcast.ts'
import { syncThemeAcrossTabs } from '../theme/use-theme.ts'
import { documentTitle } from './document-title.ts'
import { loadSignedIn, loadSignedOut } from './preload.ts'
import { type Location, resolveRoute } from './router/location.ts'
import { useLocation, useResetLink, useRouter } from './router/use-router.ts'
import { Splash } from './splash.tsx'
import { useHeadingFocus } from './use-heading-focus.ts'

const SignedIn = lazy(loadSignedIn)
const SignedOut = lazy(loadSignedOut)

/** Asks who is there, and shows the stored place or the way in. */
export function App() {
  const session = useQuery(currentUserQuery)
  const place = useLocation()
  const resetLink = useResetLink()
  const user = session.data ?? null
  const isIn = user !== null && resetLink === null
  const route = resetLink === null ? resolveRoute(place, isIn) : 'login'
  useCrossTabSync()
  useTitleAndFocus(session.isPending ? null : { ...place, route })

  if (session.isPending) return <Splash />
  return (
    <Suspense fallback={<Splash />}>
      {isIn ? <SignedIn user={user} /> : <SignedOut route={route} resetLink={resetLink} user={user} />}
    </Suspense>
  )
}

/** Follows what the person does in other browser tabs: signing in and out, and the theme. */
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
        // A reset link that is being used stays: it needs nobody signed in.
        if (router.resetLink() === null) router.signOut()
      }),
    [client, router],
  )
}

/** Tells where the person is: by the document's title, and by the focus when the screen changes. */
function useTitleAndFocus(shown: Location | null): void {
  const title = documentTitle(shown)
  useEffect(() => {
    document.title = title
  }, [title])
  useHeadingFocus(shown === null ? null : screenKey(shown))
}

function screenKey({ route, league }: Location): string {
  return route === 'league' ? `league ${league}` : route
}

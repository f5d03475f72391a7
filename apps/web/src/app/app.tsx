import { useQuery, useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense, useEffect } from 'react'
import { askAgain, changeUser, isSomebodyIn, whoAmI } from '../features/accounts/session.ts'
import { onSessionElsewhere } from '../features/accounts/session-signal.ts'
import { followOtherTabs } from '../theme/use-theme.ts'
import { signedIn, signedOut } from './load-ahead.ts'
import { type Place, shownRoute } from './router/place.ts'
import { usePlace, useResetLink, useRouter } from './router/use-router.ts'
import { Splash } from './splash.tsx'
import { titleOf } from './title.ts'
import { useHeadingFocus } from './use-heading-focus.ts'

const SignedIn = lazy(signedIn)
const SignedOut = lazy(signedOut)

/** Asks who is there, and shows the stored place or the way in. */
export function App() {
  const session = useQuery(whoAmI)
  const place = usePlace()
  const resetLink = useResetLink()
  const user = session.data ?? null
  const isIn = user !== null && resetLink === null
  const route = resetLink === null ? shownRoute(place, isIn) : 'login'
  useOtherTabs()
  useBearings(session.isPending ? null : { ...place, route })

  if (session.isPending) return <Splash />
  return (
    <Suspense fallback={<Splash />}>
      {isIn ? <SignedIn user={user} /> : <SignedOut route={route} resetLink={resetLink} user={user} />}
    </Suspense>
  )
}

/** Follows what the person does in other browser tabs: signing in and out, and the theme. */
function useOtherTabs(): void {
  const client = useQueryClient()
  const router = useRouter()
  useEffect(followOtherTabs, [])
  useEffect(
    () =>
      onSessionElsewhere((change) => {
        if (change === 'in') return askAgain(client)
        if (!isSomebodyIn(client)) return
        changeUser(client, null)
        // A reset link that is being used stays: it needs nobody signed in.
        if (router.resetLink() === null) router.signOut()
      }),
    [client, router],
  )
}

/** Tells where the person is: by the document's title, and by the focus when the screen changes. */
function useBearings(shown: Place | null): void {
  const title = titleOf(shown)
  useEffect(() => {
    document.title = title
  }, [title])
  useHeadingFocus(shown === null ? null : screenOf(shown))
}

function screenOf({ route, league }: Place): string {
  return route === 'league' ? `league ${league}` : route
}

import { useQuery, useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense, useEffect } from 'react'
import { whoAmI } from '../features/accounts/session.ts'
import { onSessionElsewhere } from '../features/accounts/session-signal.ts'
import { signedIn } from './load-ahead.ts'
import { usePlace, useResetLink } from './router/use-router.ts'
import { Splash } from './splash.tsx'

const SignedIn = lazy(signedIn)
const SignedOut = lazy(() => import('./signed-out.tsx').then((file) => ({ default: file.SignedOut })))

/** Asks who is there, and shows the stored place or the way in. */
export function App() {
  const client = useQueryClient()
  const session = useQuery(whoAmI)
  const { route } = usePlace()
  const resetLink = useResetLink()
  useEffect(() => onSessionElsewhere(() => void client.resetQueries()), [client])

  if (session.isPending) return <Splash />
  const user = session.data ?? null
  return (
    <Suspense fallback={<Splash />}>
      {user === null || resetLink !== null ? (
        <SignedOut resetLink={resetLink} wantsAccount={route === 'register'} />
      ) : (
        <SignedIn user={user} />
      )}
    </Suspense>
  )
}

import { displayNameOf } from '@fieldhouse/domain/names'
import { lazy } from 'react'
import { LoginScreen } from '../features/accounts/login-screen.tsx'
import type { User } from '../features/accounts/session.ts'
import type { Route } from './router/location.ts'
import type { ResetLink } from './router/router.ts'
import { useRouter } from './router/use-router.ts'

const RegisterScreen = lazy(() =>
  import('../features/accounts/register-screen.tsx').then((file) => ({ default: file.RegisterScreen })),
)

type Props = {
  route: Route
  resetLink: ResetLink | null
  /** Who is signed in all the same, when a reset link led here. */
  user: User | null
}

export function SignedOut({ route, resetLink, user }: Props) {
  const router = useRouter()

  function handleSignedIn() {
    const { route: at } = router.location()
    router.replace(at === 'login' || at === 'register' ? { route: 'dashboard' } : {})
  }

  if (route === 'register') {
    return <RegisterScreen onSignedIn={handleSignedIn} onBack={() => router.navigate({ route: 'login' })} />
  }
  return (
    <LoginScreen
      key={resetLink?.token ?? ''}
      resetLink={resetLink}
      signedInAs={user === null ? null : userDisplayName(user)}
      onStaySignedIn={() => router.replace({})}
      onSignedIn={handleSignedIn}
      onRegister={() => router.navigate({ route: 'register' })}
    />
  )
}

function userDisplayName({ first_name: firstName, last_name: lastName, username }: User): string {
  return displayNameOf({ firstName, lastName, username })
}

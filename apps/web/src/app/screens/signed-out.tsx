import { LoginScreen } from '../../features/accounts/login-screen.tsx'
import { ProviderButtons } from '../../features/accounts/provider-sign-in.tsx'
import { RegisterScreen, VerifyEmailScreen } from '../../features/accounts/register-screen.tsx'
import { nameOfUser, type User } from '../../features/accounts/session.ts'
import { type ResetLink, type Route, useRouter } from '../../router/router.ts'

type Props = {
  route: Route
  resetLink: ResetLink | null
  verificationToken: string | null
  user: User | null
}

export function SignedOut({ route, resetLink, verificationToken, user }: Props) {
  const router = useRouter()

  function handleSignedIn() {
    const { route: current, league } = router.location()
    const isLinked = current !== 'login' && current !== 'register'
    // A person who opened a link to a league and registered still goes there.
    router.replace(isLinked ? {} : { route: league === null ? 'dashboard' : 'league' })
  }

  if (verificationToken !== null) {
    return (
      <VerifyEmailScreen
        token={verificationToken}
        isSignedIn={user !== null}
        onContinue={() => router.replace({})}
      />
    )
  }
  if (route === 'register') {
    return (
      <RegisterScreen
        adminCode={router.atStart.adminCode}
        onSignedIn={handleSignedIn}
        onBack={() => router.navigate({ route: 'login' })}
      />
    )
  }
  return (
    <LoginScreen
      key={resetLink?.token ?? ''}
      resetLink={resetLink}
      signedInAs={user === null ? null : nameOfUser(user)}
      onStaySignedIn={() => router.replace({})}
      onSignedIn={handleSignedIn}
      onRegister={() => router.navigate({ route: 'register' })}
    >
      <ProviderButtons />
    </LoginScreen>
  )
}

import { lazy } from 'react'
import { LoginScreen } from '../features/accounts/login-screen.tsx'
import type { ResetLink } from './router/router.ts'
import { useRouter } from './router/use-router.ts'

const RegisterScreen = lazy(() =>
  import('../features/accounts/register-screen.tsx').then((file) => ({ default: file.RegisterScreen })),
)

type Props = { resetLink: ResetLink | null; wantsAccount: boolean }

export function SignedOut({ resetLink, wantsAccount }: Props) {
  const router = useRouter()

  function enter() {
    const { route } = router.place()
    router.replace(route === 'login' || route === 'register' ? { route: 'dashboard' } : {})
  }

  if (wantsAccount && resetLink === null) {
    return <RegisterScreen onSignedIn={enter} onBack={() => router.go({ route: 'login' })} />
  }
  return (
    <LoginScreen
      key={resetLink?.token ?? ''}
      resetLink={resetLink}
      onSignedIn={enter}
      onRegister={() => router.go({ route: 'register' })}
    />
  )
}

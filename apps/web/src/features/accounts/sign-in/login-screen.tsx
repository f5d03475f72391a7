import { type ReactNode, type RefObject, Suspense, useRef, useState } from 'react'
import { Notice } from '../../../ui/feedback/notice.tsx'
import { Skeleton } from '../../../ui/feedback/skeleton.tsx'
import { Button } from '../../../ui/forms/button.tsx'
import { ActionForm, useForm } from '../../../ui/forms/use-form.tsx'
import { Row } from '../../../ui/layout/layout.tsx'
import { lazyNamed } from '../../../ui/lazy-named.ts'
import ui from '../../../ui/ui.module.css'
import { CurrentPasswordField, UsernameField } from '../account-fields.tsx'
import styles from '../accounts.module.css'
import { AuthCard } from './auth-card.tsx'
import { PasskeyButton } from './passkey-button.tsx'
import { ForgotPasswordPanel, ResetPasswordPanel } from './password-reset-panels.tsx'
import { signInErrorMessage } from './sign-in-error-message.ts'
import { type SecondFactorStep, useSignIn } from './use-auth.ts'

const SecondFactorForm = lazyNamed(() => import('./second-factor-form.tsx'), 'SecondFactorForm')

type Props = {
  title?: string
  subtitle?: string
  /** The reset code from the URL of a reset link; null without one. */
  resetLink: { uid: string; token: string } | null
  /** The name of the current user, when a reset link opened this screen; null when signed out. */
  signedInAs?: string | null
  onStaySignedIn?: () => void
  onSignedIn: () => void
  onRegister: () => void
  /** Other ways to sign in, shown below the form. */
  children?: ReactNode
}

type Panel = 'forgot' | 'reset'

export function LoginScreen({
  title = 'Welcome to your league',
  subtitle = 'Sign in to see how Sunday went.',
  resetLink,
  signedInAs = null,
  children,
  ...handlers
}: Props) {
  const { onStaySignedIn, onSignedIn, onRegister } = handlers
  const [openPanel, setOpenPanel] = useState<Panel | null>(resetLink === null ? null : 'reset')
  const [isPasswordReset, setIsPasswordReset] = useState(false)
  const [step, setStep] = useState<SecondFactorStep | null>(null)
  const usernameField = useRef<HTMLInputElement>(null)
  const resetCode = isPasswordReset ? null : resetLink
  const toggleProps = (panel: Panel) => ({
    variant: 'quiet' as const,
    className: styles.toggle,
    'aria-expanded': openPanel === panel,
    'aria-controls': 'login-panel',
    onClick: () => setOpenPanel(openPanel === panel ? null : panel),
  })

  function handlePasswordReset() {
    setIsPasswordReset(true)
    setOpenPanel(null)
    usernameField.current?.focus()
  }

  if (step !== null) {
    return (
      <AuthCard title="Welcome to your league" subtitle="Sign in to see how Sunday went." footer={null}>
        <Suspense fallback={<Skeleton label="Loading the second step" rows={2} height={48} />}>
          <SecondFactorForm step={step} onSignedIn={onSignedIn} onCancel={() => setStep(null)} />
        </Suspense>
      </AuthCard>
    )
  }

  return (
    <AuthCard
      title={title}
      subtitle={subtitle}
      footer={
        <>
          {signedInAs === null ? null : (
            <Button variant="quiet" onClick={onStaySignedIn}>
              Stay signed in as {signedInAs}
            </Button>
          )}
          <Button variant="quiet" onClick={onRegister}>
            Don't have an account? Create one
          </Button>
        </>
      }
    >
      <SignInForm
        usernameField={usernameField}
        isPasswordReset={isPasswordReset}
        onSignedIn={onSignedIn}
        onSecondFactor={setStep}
      />
      <PasskeyButton onSignedIn={onSignedIn} />
      <Row isSpread wraps gap={0}>
        <Button {...toggleProps('forgot')}>Forgot password?</Button>
        <Button {...toggleProps('reset')}>I have a reset code</Button>
      </Row>
      <div id="login-panel" className={ui.box} hidden={openPanel === null}>
        {openPanel === 'forgot' ? <ForgotPasswordPanel /> : null}
        {openPanel === 'reset' ? (
          <ResetPasswordPanel
            uid={resetCode?.uid ?? ''}
            token={resetCode?.token ?? ''}
            onReset={handlePasswordReset}
          />
        ) : null}
      </div>
      {children}
    </AuthCard>
  )
}

type SignInFormProps = {
  usernameField: RefObject<HTMLInputElement | null>
  /** Whether the user has just set a new password with a reset code. */
  isPasswordReset: boolean
  onSignedIn: () => void
  onSecondFactor: (step: SecondFactorStep) => void
}

function SignInForm({ usernameField, isPasswordReset, onSignedIn, onSecondFactor }: SignInFormProps) {
  const form = useForm({
    initial: { username: '', password: '' },
    mutation: useSignIn(onSignedIn, onSecondFactor),
    toRequest: (draft) => (draft.username === '' || draft.password === '' ? null : draft),
    clears: false,
  })
  return (
    <ActionForm form={form} label="Sign in" action="Sign in" busy="Signing in…" fallback={signInErrorMessage}>
      {isPasswordReset ? <Notice tone="good">Password updated. You can sign in now.</Notice> : null}
      <UsernameField {...form.field('username')} ref={usernameField} />
      <CurrentPasswordField {...form.field('password')} label="Password" />
    </ActionForm>
  )
}

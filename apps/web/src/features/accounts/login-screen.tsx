import { type ReactNode, useRef, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { AuthCard } from './auth-card.tsx'
import { ForgotPasswordPanel } from './forgot-password-panel.tsx'
import forms from './forms.module.css'
import { ResetPasswordPanel } from './reset-password-panel.tsx'
import { SignInForm } from './sign-in-form.tsx'

type Props = {
  /** The two parts of a reset link that led here; null without one. */
  resetLink: { uid: string; token: string } | null
  /** The name of the person who is signed in all the same; null for nobody. */
  signedInAs?: string | null
  onStaySignedIn?: () => void
  onSignedIn: () => void
  onRegister: () => void
}

type Panel = 'forgot' | 'reset'

export function LoginScreen({ resetLink, signedInAs = null, onStaySignedIn, onSignedIn, onRegister }: Props) {
  const [open, setOpen] = useState<Panel | null>(resetLink === null ? null : 'reset')
  const [isReset, setReset] = useState(false)
  const username = useRef<HTMLInputElement>(null)
  const toggle = (panel: Panel) => setOpen(open === panel ? null : panel)
  const code = isReset ? null : resetLink

  function handlePasswordReset() {
    setReset(true)
    setOpen(null)
    username.current?.focus()
  }

  return (
    <AuthCard title="Welcome to your league" subtitle="Sign in to see how Sunday went.">
      <SignInForm usernameField={username} isReset={isReset} onSignedIn={onSignedIn} />
      <div className={forms['toggles']}>
        <PanelToggle panel="forgot" open={open} onToggle={toggle}>
          Forgot password?
        </PanelToggle>
        <PanelToggle panel="reset" open={open} onToggle={toggle}>
          I have a reset code
        </PanelToggle>
      </div>
      <div id="login-panel" className={forms['panel']} hidden={open === null}>
        {open === 'forgot' ? <ForgotPasswordPanel /> : null}
        {open === 'reset' ? (
          <ResetPasswordPanel uid={code?.uid ?? ''} token={code?.token ?? ''} onReset={handlePasswordReset} />
        ) : null}
      </div>
      <div className={forms['foot']}>
        {signedInAs === null ? null : (
          <Button variant="quiet" onClick={onStaySignedIn}>
            Stay signed in as {signedInAs}
          </Button>
        )}
        <Button variant="quiet" onClick={onRegister}>
          Don't have an account? Create one
        </Button>
      </div>
    </AuthCard>
  )
}

type PanelToggleProps = {
  panel: Panel
  open: Panel | null
  onToggle: (panel: Panel) => void
  children: ReactNode
}

function PanelToggle({ panel, open, onToggle, children }: PanelToggleProps) {
  return (
    <Button
      variant="quiet"
      className={forms['toggle']}
      aria-expanded={open === panel}
      aria-controls="login-panel"
      onClick={() => onToggle(panel)}
    >
      {children}
    </Button>
  )
}

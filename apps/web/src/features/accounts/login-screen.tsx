import { type ReactNode, useRef, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { AuthCard } from './auth-card.tsx'
import { ForgotPasswordPanel } from './forgot-password-panel.tsx'
import forms from './forms.module.css'
import { ResetPasswordPanel } from './reset-password-panel.tsx'
import { SignInForm } from './sign-in-form.tsx'

type Props = {
  /** The reset code from the URL of a reset link; null without one. */
  resetLink: { uid: string; token: string } | null
  /** The name of the current user, when a reset link opened this screen; null when signed out. */
  signedInAs?: string | null
  onStaySignedIn?: () => void
  onSignedIn: () => void
  onRegister: () => void
}

type Panel = 'forgot' | 'reset'

export function LoginScreen({ resetLink, signedInAs = null, onStaySignedIn, onSignedIn, onRegister }: Props) {
  const [openPanel, setOpenPanel] = useState<Panel | null>(resetLink === null ? null : 'reset')
  const [isPasswordReset, setIsPasswordReset] = useState(false)
  const usernameField = useRef<HTMLInputElement>(null)
  const toggle = (panel: Panel) => setOpenPanel(openPanel === panel ? null : panel)
  const resetCode = isPasswordReset ? null : resetLink

  function handlePasswordReset() {
    setIsPasswordReset(true)
    setOpenPanel(null)
    usernameField.current?.focus()
  }

  return (
    <AuthCard title="Welcome to your league" subtitle="Sign in to see how Sunday went.">
      <SignInForm usernameField={usernameField} isPasswordReset={isPasswordReset} onSignedIn={onSignedIn} />
      <div className={forms['toggles']}>
        <PanelToggle panel="forgot" openPanel={openPanel} onToggle={toggle}>
          Forgot password?
        </PanelToggle>
        <PanelToggle panel="reset" openPanel={openPanel} onToggle={toggle}>
          I have a reset code
        </PanelToggle>
      </div>
      <div id="login-panel" className={forms['panel']} hidden={openPanel === null}>
        {openPanel === 'forgot' ? <ForgotPasswordPanel /> : null}
        {openPanel === 'reset' ? (
          <ResetPasswordPanel
            uid={resetCode?.uid ?? ''}
            token={resetCode?.token ?? ''}
            onReset={handlePasswordReset}
          />
        ) : null}
      </div>
      <div className={forms['footer']}>
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
  openPanel: Panel | null
  onToggle: (panel: Panel) => void
  children: ReactNode
}

function PanelToggle({ panel, openPanel, onToggle, children }: PanelToggleProps) {
  return (
    <Button
      variant="quiet"
      className={forms['toggle']}
      aria-expanded={openPanel === panel}
      aria-controls="login-panel"
      onClick={() => onToggle(panel)}
    >
      {children}
    </Button>
  )
}

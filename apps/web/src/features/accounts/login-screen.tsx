import { type ReactNode, useRef, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { AccountCard } from './account-card.tsx'
import { ForgotPanel } from './forgot-panel.tsx'
import forms from './forms.module.css'
import { ResetPanel } from './reset-panel.tsx'
import { SignInForm } from './sign-in-form.tsx'

type Props = {
  /** The two parts of a reset link that led here; null without one. */
  resetLink: { uid: string; token: string } | null
  /** The name of the person who is signed in all the same; null for nobody. */
  signedInAs?: string | null
  onStay?: () => void
  onSignedIn: () => void
  onRegister: () => void
}

type Panel = 'forgot' | 'reset'

export function LoginScreen({ resetLink, signedInAs = null, onStay, onSignedIn, onRegister }: Props) {
  const [open, setOpen] = useState<Panel | null>(resetLink === null ? null : 'reset')
  const [isReset, setReset] = useState(false)
  const username = useRef<HTMLInputElement>(null)
  const toggle = (panel: Panel) => setOpen(open === panel ? null : panel)
  const code = isReset ? null : resetLink

  function welcomeBack() {
    setReset(true)
    setOpen(null)
    username.current?.focus()
  }

  return (
    <AccountCard title="Welcome to your league" subtitle="Sign in to see how Sunday went.">
      <SignInForm usernameField={username} isReset={isReset} onSignedIn={onSignedIn} />
      <div className={forms['toggles']}>
        <Toggle panel="forgot" open={open} onToggle={toggle}>
          Forgot password?
        </Toggle>
        <Toggle panel="reset" open={open} onToggle={toggle}>
          I have a reset code
        </Toggle>
      </div>
      <div id="login-panel" className={forms['panel']} hidden={open === null}>
        {open === 'forgot' ? <ForgotPanel /> : null}
        {open === 'reset' ? (
          <ResetPanel uid={code?.uid ?? ''} token={code?.token ?? ''} onReset={welcomeBack} />
        ) : null}
      </div>
      <div className={forms['foot']}>
        {signedInAs === null ? null : (
          <Button look="quiet" onClick={onStay}>
            Stay signed in as {signedInAs}
          </Button>
        )}
        <Button look="quiet" onClick={onRegister}>
          Don't have an account? Create one
        </Button>
      </div>
    </AccountCard>
  )
}

type ToggleProps = { panel: Panel; open: Panel | null; onToggle: (panel: Panel) => void; children: ReactNode }

function Toggle({ panel, open, onToggle, children }: ToggleProps) {
  return (
    <Button
      look="quiet"
      className={forms['toggle']}
      aria-expanded={open === panel}
      aria-controls="login-panel"
      onClick={() => onToggle(panel)}
    >
      {children}
    </Button>
  )
}

import { type ReactNode, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { AccountCard } from './account-card.tsx'
import { ForgotPanel } from './forgot-panel.tsx'
import forms from './forms.module.css'
import { ResetPanel } from './reset-panel.tsx'
import { SignInForm } from './sign-in-form.tsx'

type Props = {
  /** The two parts of a reset link that led here; null without one. */
  resetLink: { uid: string; token: string } | null
  onSignedIn: () => void
  onRegister: () => void
}

type Panel = 'forgot' | 'reset'

export function LoginScreen({ resetLink, onSignedIn, onRegister }: Props) {
  const [open, setOpen] = useState<Panel | null>(resetLink === null ? null : 'reset')
  const toggle = (panel: Panel) => setOpen(open === panel ? null : panel)

  return (
    <AccountCard title="Welcome to your league" subtitle="Sign in to see how Sunday went.">
      <SignInForm onSignedIn={onSignedIn} />
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
        {open === 'reset' ? <ResetPanel uid={resetLink?.uid ?? ''} token={resetLink?.token ?? ''} /> : null}
      </div>
      <div className={forms['foot']}>
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

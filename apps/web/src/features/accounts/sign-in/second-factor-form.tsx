import { useEffect, useRef } from 'react'
import { ApiError, getErrorMessage } from '../../../api/api-error.ts'
import { Notice } from '../../../ui/feedback/notice.tsx'
import { Button } from '../../../ui/forms/button.tsx'
import ui from '../../../ui/ui.module.css'
import { type SecondFactorStep, useCompleteWithPasskey } from './use-auth.ts'

type Props = {
  step: SecondFactorStep
  onSignedIn: () => void
  /** Returns to the password. */
  onCancel: () => void
}

/** The second step of a sign-in, after the password. */
export function SecondFactorForm({ step, onSignedIn, onCancel }: Props) {
  const heading = useRef<HTMLHeadingElement>(null)
  const withPasskey = useCompleteWithPasskey(step.token, onSignedIn)
  const { error } = withPasskey
  const hasExpired = error instanceof ApiError && error.code === 'sign_in_expired'

  // The field that had the focus is gone.
  useEffect(() => heading.current?.focus(), [])

  return (
    <section className={ui.stack16} aria-labelledby="second-factor">
      <div className={ui.stack8}>
        <h2 id="second-factor" ref={heading} tabIndex={-1}>
          One more step
        </h2>
        <p className={ui.muted}>Your password is right. Confirm with your passkey to sign in.</p>
      </div>
      {error === null ? null : <Notice tone="bad">{getErrorMessage(error, 'Sign-in failed')}</Notice>}
      {hasExpired ? null : (
        <Button variant="strong" disabled={withPasskey.isPending} onClick={() => withPasskey.mutate()}>
          {withPasskey.isPending ? 'Waiting for your passkey…' : 'Use your passkey'}
        </Button>
      )}
      <Button variant="quiet" onClick={onCancel}>
        Back to your password
      </Button>
    </section>
  )
}

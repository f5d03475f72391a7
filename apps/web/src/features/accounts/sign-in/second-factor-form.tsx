import { type SubmitEvent, useEffect, useRef, useState } from 'react'
import { ApiError, getErrorMessage } from '../../../api/api-error.ts'
import { Notice } from '../../../ui/feedback/notice.tsx'
import { Button } from '../../../ui/forms/button.tsx'
import { TextField } from '../../../ui/forms/field.tsx'
import ui from '../../../ui/ui.module.css'
import { type SecondFactorStep, useCompleteWithCode, useCompleteWithPasskey } from './use-auth.ts'

type Props = {
  step: SecondFactorStep
  onSignedIn: () => void
  /** Returns to the password. */
  onCancel: () => void
}

/** The second step of a sign-in, after the password. */
export function SecondFactorForm({ step, onSignedIn, onCancel }: Props) {
  const heading = useRef<HTMLHeadingElement>(null)
  const [isCodeShown, setIsCodeShown] = useState(step.has_totp)
  const withPasskey = useCompleteWithPasskey(step.token, onSignedIn)
  const withCode = useCompleteWithCode(step.token, onSignedIn)
  const isPending = withPasskey.isPending || withCode.isPending
  const hasExpired = [withPasskey.error, withCode.error].some(
    (error) => error instanceof ApiError && error.code === 'sign_in_expired',
  )

  // The field that had the focus is gone.
  useEffect(() => heading.current?.focus(), [])

  return (
    <section className={ui.stack16} aria-labelledby="second-factor">
      <div className={ui.stack8}>
        <h2 id="second-factor" ref={heading} tabIndex={-1}>
          One more step
        </h2>
        <p className={ui.muted}>Your password is right. {describeFactors(step)} to sign in.</p>
      </div>
      <Failure error={withPasskey.error} />
      {step.has_passkey && !hasExpired ? (
        <Button variant="strong" disabled={isPending} onClick={() => withPasskey.mutate()}>
          {withPasskey.isPending ? 'Waiting for your passkey…' : 'Use your passkey'}
        </Button>
      ) : null}
      {isCodeShown ? (
        <CodeForm
          label={step.has_totp ? 'Code' : 'Recovery code'}
          hint={step.has_totp ? 'From your authenticator app, or a recovery code.' : undefined}
          isDisabled={isPending || hasExpired}
          isPending={withCode.isPending}
          onSubmit={(code) => {
            withPasskey.reset()
            withCode.mutate(code)
          }}
        />
      ) : null}
      <Failure error={withCode.error} />
      {isCodeShown || hasExpired ? null : (
        <Button variant="quiet" onClick={() => setIsCodeShown(true)}>
          Use a recovery code
        </Button>
      )}
      <Button variant="quiet" onClick={onCancel}>
        Back to your password
      </Button>
    </section>
  )
}

function describeFactors({ has_passkey, has_totp }: SecondFactorStep): string {
  if (!has_totp) return 'Confirm with your passkey'
  return has_passkey
    ? 'Confirm with your passkey or a code from your authenticator app'
    : 'Enter the code from your authenticator app'
}

function Failure({ error }: { error: Error | null }) {
  return error === null ? null : <Notice tone="bad">{getErrorMessage(error, 'Sign-in failed')}</Notice>
}

type CodeFormProps = {
  label: string
  hint: string | undefined
  isDisabled: boolean
  isPending: boolean
  onSubmit: (code: string) => void
}

function CodeForm({ label, hint, isDisabled, isPending, onSubmit }: CodeFormProps) {
  const [code, setCode] = useState('')
  const canSubmit = code.trim() !== '' && !isDisabled

  function submit(event: SubmitEvent) {
    event.preventDefault()
    if (canSubmit) onSubmit(code)
  }

  return (
    <form className={ui.stack16} onSubmit={submit} aria-label="Second step">
      <TextField
        label={label}
        name="code"
        autoComplete="one-time-code"
        autoCapitalize="characters"
        spellCheck={false}
        maxLength={64}
        hint={hint}
        value={code}
        onChange={setCode}
      />
      <Button type="submit" disabled={!canSubmit}>
        {isPending ? 'Signing in…' : 'Sign in'}
      </Button>
    </form>
  )
}

import { useEffect, useRef, useState } from 'react'
import { hasErrorCode } from '../../api/api-client.ts'
import { ErrorNotice } from '../../ui/feedback/feedback.tsx'
import { Button } from '../../ui/forms/button.tsx'
import { TextField } from '../../ui/forms/field.tsx'
import { ActionForm, useForm } from '../../ui/forms/use-form.tsx'
import { Stack } from '../../ui/layout/layout.tsx'
import ui from '../../ui/ui.module.css'
import { type SecondFactorStep, useCompleteWithCode, useCompleteWithPasskey } from './login-screen.tsx'

type Props = {
  step: SecondFactorStep
  onSignedIn: () => void
  onCancel: () => void
}

export function SecondFactorForm({ step, onSignedIn, onCancel }: Props) {
  const heading = useRef<HTMLHeadingElement>(null)
  const [isCodeShown, setIsCodeShown] = useState(step.has_totp)
  const withPasskey = useCompleteWithPasskey(step.token, onSignedIn)
  const withCode = useCompleteWithCode(step.token, onSignedIn)
  const form = useForm({
    initial: { code: '' },
    mutation: withCode,
    toRequest: ({ code }) => (code.trim() === '' ? null : code),
    clears: false,
  })
  const isPending = withPasskey.isPending || withCode.isPending
  const hasExpired = [withPasskey.error, withCode.error].some((error) =>
    hasErrorCode(error, 'sign_in_expired'),
  )

  // The field that had the focus is gone.
  useEffect(() => heading.current?.focus(), [])

  return (
    <Stack as="section" aria-labelledby="second-factor">
      <Stack gap={2}>
        <h2 id="second-factor" ref={heading} tabIndex={-1}>
          One more step
        </h2>
        <p className={ui.muted}>Your password is right. {describeFactors(step)} to sign in.</p>
      </Stack>
      <ErrorNotice error={withCode.isIdle ? withPasskey.error : null} fallback="Sign-in failed" />
      {step.has_passkey && !hasExpired ? (
        <Button variant="strong" disabled={isPending} onClick={() => withPasskey.mutate()}>
          {withPasskey.isPending ? 'Waiting for your passkey…' : 'Use your passkey'}
        </Button>
      ) : null}
      {isCodeShown ? (
        <ActionForm
          form={form}
          label="Second step"
          action="Sign in"
          busy="Signing in…"
          fallback="Sign-in failed"
          isReady={!isPending && !hasExpired}
          isStrong={false}
        >
          <TextField
            {...form.field('code')}
            label={step.has_totp ? 'Code' : 'Recovery code'}
            autoComplete="one-time-code"
            autoCapitalize="characters"
            spellCheck={false}
            maxLength={64}
            hint={step.has_totp ? 'From your authenticator app, or a recovery code.' : undefined}
          />
        </ActionForm>
      ) : null}
      {isCodeShown || hasExpired ? null : (
        <Button variant="quiet" onClick={() => setIsCodeShown(true)}>
          Use a recovery code
        </Button>
      )}
      <Button variant="quiet" onClick={onCancel}>
        Back to your password
      </Button>
    </Stack>
  )
}

function describeFactors({ has_passkey, has_totp }: SecondFactorStep): string {
  if (!has_totp) return 'Confirm with your passkey'
  return has_passkey
    ? 'Confirm with your passkey or a code from your authenticator app'
    : 'Enter the code from your authenticator app'
}

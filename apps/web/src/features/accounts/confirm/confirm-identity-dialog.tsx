import { useMutation, useQuery } from '@tanstack/react-query'
import { type SubmitEvent, useRef, useState } from 'react'
import { type ApiRequest, apiClient } from '../../../api/api-client.ts'
import { getErrorMessage } from '../../../api/api-error.ts'
import { useRouter } from '../../../router/router.ts'
import { Notice } from '../../../ui/feedback/notice.tsx'
import { Button } from '../../../ui/forms/button.tsx'
import { TextField } from '../../../ui/forms/field.tsx'
import { Dialog } from '../../../ui/overlays/dialog.tsx'
import ui from '../../../ui/ui.module.css'
import { signWithPasskey, supportsPasskeys } from '../passkey-client.ts'
import { CurrentPasswordField } from '../password-fields.tsx'
import { useSignOut } from '../use-sign-out.ts'

type Props = { onConfirmed: () => void; onCancel: () => void }

/** Asks for the password, a passkey or a code before a dangerous act. */
export function ConfirmIdentityDialog({ onConfirmed, onCancel }: Props) {
  const isConfirmed = useRef(false)
  const ways = useQuery({
    queryKey: ['confirmation'],
    queryFn: () => apiClient('POST /api/account/confirm/start/'),
    // The challenge for a passkey can be used once.
    staleTime: 0,
    gcTime: 0,
    refetchOnWindowFocus: false,
  })
  const confirm = useMutation({
    mutationFn: (body: NonNullable<ApiRequest<'POST /api/account/confirm/'>['body']>) =>
      apiClient('POST /api/account/confirm/', { body }),
    onSuccess: () => {
      isConfirmed.current = true
      onConfirmed()
    },
  })
  const withPasskey = useMutation({
    mutationFn: async () => {
      const { options } = await apiClient('POST /api/account/confirm/start/')
      if (options === null) throw new Error('the passkeys were removed')
      return confirm.mutateAsync({ credential: await signWithPasskey(options) })
    },
  })
  const isPending = confirm.isPending || withPasskey.isPending
  const error = withPasskey.error ?? confirm.error
  const hasPasskey = ways.data?.options != null && supportsPasskeys()
  const hasCode = ways.data?.has_totp === true
  const hasPassword = ways.data?.has_password !== false

  return (
    <Dialog
      title="Confirm it's you"
      onClose={() => {
        if (!isConfirmed.current) onCancel()
      }}
    >
      <div className={ui.stack16}>
        {hasPasskey || hasCode || hasPassword ? (
          <p>This needs a recent sign-in. Confirm once, and we won't ask again for 10 minutes.</p>
        ) : (
          <SignInAgain />
        )}
        {error === null ? null : <Notice tone="bad">{getErrorMessage(error, 'Failed to confirm.')}</Notice>}
        {hasPasskey ? (
          <Button variant="strong" disabled={isPending} onClick={() => withPasskey.mutate()}>
            {withPasskey.isPending ? 'Waiting for your passkey…' : 'Use your passkey'}
          </Button>
        ) : null}
        {hasPassword ? (
          <SecretForm
            kind="password"
            isPending={isPending}
            onSubmit={(password) => {
              withPasskey.reset()
              confirm.mutate({ password })
            }}
          />
        ) : null}
        {hasCode ? (
          <SecretForm
            kind="code"
            isPending={isPending}
            onSubmit={(code) => {
              withPasskey.reset()
              confirm.mutate({ code })
            }}
          />
        ) : null}
      </div>
    </Dialog>
  )
}

/** For people who sign in with a linked account only. */
function SignInAgain() {
  const router = useRouter()
  const signOut = useSignOut(() => router.signOut())
  return (
    <>
      <p>
        This needs a sign-in in the last 10 minutes, and your account has no password to ask for. Sign out,
        sign in again with your linked account, and repeat this.
      </p>
      <Button variant="strong" onClick={() => signOut.mutate()}>
        Sign out
      </Button>
    </>
  )
}

type SecretFormProps = {
  kind: 'password' | 'code'
  isPending: boolean
  onSubmit: (secret: string) => void
}

function SecretForm({ kind, isPending, onSubmit }: SecretFormProps) {
  const [secret, setSecret] = useState('')
  const canSubmit = secret !== '' && !isPending

  function submit(event: SubmitEvent) {
    event.preventDefault()
    if (canSubmit) onSubmit(secret)
  }

  return (
    <form
      className={ui.stack12}
      onSubmit={submit}
      aria-label={kind === 'password' ? 'Confirm with your password' : 'Confirm with a code'}
    >
      {kind === 'password' ? (
        <CurrentPasswordField label="Password" value={secret} onChange={setSecret} />
      ) : (
        <TextField
          label="Code from your authenticator app"
          name="code"
          autoComplete="one-time-code"
          maxLength={64}
          value={secret}
          onChange={setSecret}
        />
      )}
      <Button type="submit" disabled={!canSubmit}>
        {isPending ? 'Confirming…' : 'Confirm'}
      </Button>
    </form>
  )
}

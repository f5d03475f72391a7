import { type UseMutationResult, useMutation, useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { type ApiRequest, apiClient } from '../../api/api-client.ts'
import { useRouter } from '../../router/router.ts'
import { ErrorNotice } from '../../ui/feedback/feedback.tsx'
import { Button } from '../../ui/forms/button.tsx'
import { TextField } from '../../ui/forms/field.tsx'
import { ActionForm, useForm } from '../../ui/forms/use-form.tsx'
import { Stack } from '../../ui/layout/layout.tsx'
import { Dialog } from '../../ui/overlays/dialog.tsx'
import { CurrentPasswordField, signWithPasskey, supportsPasskeys, useSignOut } from './sign-in-methods.tsx'

type Props = { onConfirmed: () => void; onCancel: () => void }

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
    mutationFn: (body: Confirmation) => apiClient('POST /api/account/confirm/', { body }),
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
  const error = confirm.error ?? withPasskey.error
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
      <Stack>
        {hasPasskey || hasCode || hasPassword ? (
          <p>This needs a recent sign-in. Confirm once, and we won't ask again for 10 minutes.</p>
        ) : (
          <SignInAgain />
        )}
        <ErrorNotice error={error} fallback="Failed to confirm." />
        {hasPasskey ? (
          <Button variant="strong" disabled={isPending} onClick={() => withPasskey.mutate()}>
            {withPasskey.isPending ? 'Waiting for your passkey…' : 'Use your passkey'}
          </Button>
        ) : null}
        {hasPassword ? <SecretForm kind="password" confirm={confirm} isReady={!isPending} /> : null}
        {hasCode ? <SecretForm kind="code" confirm={confirm} isReady={!isPending} /> : null}
      </Stack>
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

type Confirmation = NonNullable<ApiRequest<'POST /api/account/confirm/'>['body']>

type SecretFormProps = {
  kind: 'password' | 'code'
  confirm: UseMutationResult<unknown, Error, Confirmation>
  isReady: boolean
}

function SecretForm({ kind, confirm, isReady }: SecretFormProps) {
  const form = useForm({
    initial: { secret: '' },
    mutation: confirm,
    toRequest: ({ secret }) => (secret === '' ? null : { [kind]: secret }),
    clears: false,
  })
  return (
    <ActionForm
      form={form}
      label={kind === 'password' ? 'Confirm with your password' : 'Confirm with a code'}
      action="Confirm"
      busy="Confirming…"
      // The dialog tells it once for all of its forms.
      fallback={() => null}
      isReady={isReady}
      isStrong={false}
    >
      {kind === 'password' ? (
        <CurrentPasswordField {...form.field('secret', 'current')} label="Password" />
      ) : (
        <TextField
          {...form.field('secret', 'code')}
          label="Code from your authenticator app"
          autoComplete="one-time-code"
          maxLength={64}
        />
      )}
    </ActionForm>
  )
}

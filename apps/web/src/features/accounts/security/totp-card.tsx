import { QrCode } from '../../../ui/display/qr-code.tsx'
import { RelativeTime } from '../../../ui/feedback/freshness.tsx'
import { ErrorNotice, MutationNotice } from '../../../ui/feedback/notice.tsx'
import { Button } from '../../../ui/forms/button.tsx'
import { TextField } from '../../../ui/forms/field.tsx'
import { ActionForm, useForm } from '../../../ui/forms/use-form.tsx'
import { ConfirmButton } from '../../../ui/overlays/confirm-button.tsx'
import ui from '../../../ui/ui.module.css'
import { type Security, useConfirmTotp, useRemoveTotp, useStartTotp } from './use-security.ts'

type Props = {
  security: Security
  /** Called after a factor was added, with new recovery codes if there are any. */
  onRecoveryCodes: (codes: readonly string[] | null) => void
}

/** The user's authenticator app, or how to add one. */
export function TotpCard({ security: { totp, passkeys }, onRecoveryCodes }: Props) {
  const start = useStartTotp()
  const remove = useRemoveTotp()
  return (
    <div className={ui.stack12}>
      <h3>Authenticator app</h3>
      <MutationNotice mutation={remove} fallback="Something went wrong." />
      {totp === null ? (
        <p className={ui.note}>An app on your phone shows a code that you enter after your password.</p>
      ) : (
        <div className={ui.spread}>
          <p>
            Added <RelativeTime at={totp.created_at} />
          </p>
          <ConfirmButton
            label="Remove the authenticator app"
            question="Remove the authenticator app?"
            consequence={
              passkeys.length === 0
                ? 'Your password alone signs you in then, and your recovery codes are deleted.'
                : 'Your passkeys still sign you in.'
            }
            confirmLabel="Remove"
            disabled={remove.isPending}
            onConfirm={() => remove.mutate()}
          >
            Remove
          </ConfirmButton>
        </div>
      )}
      {start.data === undefined ? (
        <div className={ui.stack12}>
          <ErrorNotice error={start.error} fallback="Something went wrong." />
          <div>
            <Button disabled={start.isPending} onClick={() => start.mutate()}>
              {totp === null ? 'Set up an app' : 'Change the app'}
            </Button>
          </div>
        </div>
      ) : (
        <ConfirmTotp
          secret={start.data.secret}
          uri={start.data.uri}
          onConfirmed={(codes) => {
            start.reset()
            onRecoveryCodes(codes)
          }}
          onCancel={() => start.reset()}
        />
      )}
    </div>
  )
}

type ConfirmTotpProps = {
  secret: string
  uri: string
  onConfirmed: (codes: readonly string[] | null) => void
  onCancel: () => void
}

function ConfirmTotp({ secret, uri, onConfirmed, onCancel }: ConfirmTotpProps) {
  const form = useForm({
    initial: { code: '' },
    mutation: useConfirmTotp(),
    toRequest: ({ code }) => (code.trim() === '' ? null : code),
    onSent: ({ recovery_codes }) => onConfirmed(recovery_codes),
  })
  return (
    <ActionForm
      form={form}
      label="Authenticator app"
      action="Confirm"
      fallback="Failed to save."
      isStrong={false}
      others={
        <Button variant="quiet" onClick={onCancel}>
          Cancel
        </Button>
      }
    >
      <p>Scan the code with your app, or enter the key by hand:</p>
      <QrCode text={uri} />
      <p className={ui.breakable}>
        <code>{secret.replace(/(.{4})(?=.)/g, '$1 ')}</code>
      </p>
      <TextField
        {...form.field('code', 'totp_code')}
        label="Code from the app"
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={10}
      />
    </ActionForm>
  )
}

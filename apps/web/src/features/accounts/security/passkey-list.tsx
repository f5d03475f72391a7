import { useRef } from 'react'
import { RelativeTime } from '../../../ui/feedback/freshness.tsx'
import { MutationNotice, Notice } from '../../../ui/feedback/notice.tsx'
import { TextField } from '../../../ui/forms/field.tsx'
import { ActionForm, useForm } from '../../../ui/forms/use-form.tsx'
import { ConfirmButton } from '../../../ui/overlays/confirm-button.tsx'
import ui from '../../../ui/ui.module.css'
import { supportsPasskeys } from '../passkey-client.ts'
import { type Passkey, type Security, useAddPasskey, useRemovePasskey } from './use-security.ts'

type Props = {
  security: Security
  /** Called after a factor was added, with new recovery codes if there are any. */
  onRecoveryCodes: (codes: readonly string[] | null) => void
}

/** Lists the user's passkeys, and adds and removes them. */
export function PasskeyList({ security, onRecoveryCodes }: Props) {
  const { passkeys, totp } = security
  const remove = useRemovePasskey()
  const heading = useRef<HTMLHeadingElement>(null)

  function removePasskey(id: number) {
    // The pressed button disappears with its passkey, so move the focus to the heading.
    remove.mutate(id, { onSuccess: () => heading.current?.focus() })
  }

  return (
    <div className={ui.stack12}>
      <h3 ref={heading} tabIndex={-1}>
        Passkeys
      </h3>
      <p className={ui.note}>
        Sign in with your fingerprint, face or screen lock. Once you have a passkey, your password alone no
        longer signs you in.
      </p>
      <MutationNotice mutation={remove} fallback="Something went wrong." />
      {passkeys.length === 0 ? null : (
        <ul aria-label="Your passkeys">
          {passkeys.map((passkey) => (
            <PasskeyItem
              key={passkey.id}
              passkey={passkey}
              isLast={passkeys.length === 1 && totp === null}
              isRemoving={remove.isPending}
              onRemove={() => removePasskey(passkey.id)}
            />
          ))}
        </ul>
      )}
      <AddPasskey hasSiteSupport={security.has_passkey_support} onRecoveryCodes={onRecoveryCodes} />
    </div>
  )
}

type PasskeyItemProps = { passkey: Passkey; isLast: boolean; isRemoving: boolean; onRemove: () => void }

function PasskeyItem({ passkey, isLast, isRemoving, onRemove }: PasskeyItemProps) {
  return (
    <li className={`${ui.spread} ${ui.listItem}`}>
      <div className={ui.breakable}>
        <p className={ui.strong}>{passkey.name}</p>
        <p className={ui.note}>
          Added <RelativeTime at={passkey.created_at} />,{' '}
          {passkey.used_at === null ? (
            'never used'
          ) : (
            <>
              last used <RelativeTime at={passkey.used_at} />
            </>
          )}
        </p>
      </div>
      <ConfirmButton
        label={`Remove ${passkey.name}`}
        question={`Remove ${passkey.name}?`}
        consequence={
          isLast
            ? 'Your password alone signs you in then, and your recovery codes are deleted.'
            : 'It no longer signs you in. Delete it in your browser or password manager too.'
        }
        confirmLabel="Remove"
        disabled={isRemoving}
        onConfirm={onRemove}
      >
        Remove
      </ConfirmButton>
    </li>
  )
}

type AddPasskeyProps = {
  /** False where browsers offer no passkeys because of the site's address. */
  hasSiteSupport: boolean
  /** Called with new recovery codes, or null when there are none to show. */
  onRecoveryCodes: (codes: readonly string[] | null) => void
}

function AddPasskey({ hasSiteSupport, onRecoveryCodes }: AddPasskeyProps) {
  const add = useAddPasskey()
  const form = useForm({
    initial: { name: '' },
    mutation: add,
    toRequest: ({ name }) => (name.trim() === '' ? null : name),
    onSent: ({ recovery_codes }) => onRecoveryCodes(recovery_codes),
  })
  if (!hasSiteSupport)
    return <Notice tone="info">Passkeys need https and a domain name. Your admin can set that up.</Notice>
  if (!supportsPasskeys()) return <Notice tone="info">This browser doesn't support passkeys.</Notice>
  return (
    <ActionForm
      form={form}
      label="Add a passkey"
      action="Add a passkey"
      busy="Follow the steps of your browser…"
      fallback="Failed to save."
      isStrong={false}
      saved={add.data?.message}
    >
      <TextField
        {...form.field('name')}
        label="Passkey name"
        autoComplete="off"
        maxLength={60}
        hint="So that you recognize it, such as “Phone”."
      />
    </ActionForm>
  )
}

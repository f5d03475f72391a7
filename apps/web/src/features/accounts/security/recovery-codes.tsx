import { ErrorNotice, Notice } from '../../../ui/feedback/notice.tsx'
import { formatCount } from '../../../ui/format/count.ts'
import { Grid } from '../../../ui/layout/layout.tsx'
import { ConfirmButton } from '../../../ui/overlays/confirm-button.tsx'
import ui from '../../../ui/ui.module.css'
import { SecretDialog } from '../secret-dialog.tsx'
import { useCreateRecoveryCodes } from './use-security.ts'

/** With this many codes or fewer, the user is asked to create new ones. */
const FEW_CODES = 3

type Props = {
  /** How many codes were not used. */
  left: number
  onRecoveryCodes: (codes: readonly string[]) => void
}

/** Says how many recovery codes are left, and replaces them. */
export function RecoveryCodes({ left, onRecoveryCodes }: Props) {
  const create = useCreateRecoveryCodes()
  return (
    <div className={ui.stack12}>
      <h3>Recovery codes</h3>
      <p className={ui.note}>Each code signs you in once after your password, without a passkey or an app.</p>
      <ErrorNotice error={create.error} fallback="Something went wrong." />
      {left <= FEW_CODES ? (
        <Notice tone="warn">
          {left === 0 ? 'You have no codes left.' : `Only ${formatCount(left, 'code')} left.`}
        </Notice>
      ) : null}
      <p>{formatCount(left, 'unused code')}</p>
      <div>
        <ConfirmButton
          question="Create new recovery codes?"
          consequence="The codes that you have now stop working."
          confirmLabel="Create"
          disabled={create.isPending}
          onConfirm={() =>
            create.mutate(undefined, { onSuccess: ({ recovery_codes }) => onRecoveryCodes(recovery_codes) })
          }
        >
          Create new codes
        </ConfirmButton>
      </div>
    </div>
  )
}

type DialogProps = { codes: readonly string[]; onClose: () => void }

/** Shows new recovery codes, once. */
export function RecoveryCodesDialog({ codes, onClose }: DialogProps) {
  return (
    <SecretDialog
      title="Your recovery codes"
      note="Save these codes in a safe place, such as your password manager. Each one signs you in once if you lose your passkey or your phone. They are not shown again."
      text={codes.join('\n')}
      noun="codes"
      copyLabel="Copy all"
      doneLabel="I saved them"
      onClose={onClose}
      content={
        <Grid as="ol" min={192} gap={2} className={ui.box} aria-label="Recovery codes">
          {codes.map((code) => (
            <li key={code}>
              <code>{code}</code>
            </li>
          ))}
        </Grid>
      }
    />
  )
}

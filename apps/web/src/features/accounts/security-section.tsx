import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { type ApiResponse, apiClient } from '../../api/api-client.ts'
import { operationQuery, useChange, useSend, useSendBody } from '../../api/operations.ts'
import { QrCode } from '../../ui/display/qr-code.tsx'
import { ErrorNotice, Loaded, MutationNotice, Notice } from '../../ui/feedback/feedback.tsx'
import { RelativeTime } from '../../ui/feedback/freshness.tsx'
import { formatCount } from '../../ui/format/format.ts'
import { Button } from '../../ui/forms/button.tsx'
import { TextField } from '../../ui/forms/field.tsx'
import { ActionForm, useForm } from '../../ui/forms/use-form.tsx'
import { Grid, ListItem, Row, Stack } from '../../ui/layout/layout.tsx'
import { ConfirmButton } from '../../ui/overlays/dialog.tsx'
import ui from '../../ui/ui.module.css'
import { LastUsed, SecretDialog } from './access-tokens.tsx'
import { currentUserQuery } from './session.ts'
import { createPasskey, supportsPasskeys } from './sign-in-methods.tsx'

export function SecuritySection() {
  const security = useQuery(securityQuery)
  const [codes, setCodes] = useState<readonly string[] | null>(null)
  const refreshRights = useRefreshRights()

  /** New rights change the screen, so the recovery codes are shown first. */
  function handleCodes(newCodes: readonly string[] | null) {
    setCodes(newCodes)
    if (newCodes === null) refreshRights()
  }

  return (
    <Stack as="section" className={ui.card} aria-labelledby="security">
      <h2 id="security">Sign-in security</h2>
      <Loaded query={security} name="your sign-in security" rows={4} height={60}>
        {(loaded) => (
          <>
            <PasskeyList security={loaded} onRecoveryCodes={handleCodes} />
            <TotpCard security={loaded} onRecoveryCodes={handleCodes} />
            {loaded.passkeys.length > 0 || loaded.totp !== null ? (
              <RecoveryCodes left={loaded.recovery_codes_left} onRecoveryCodes={handleCodes} />
            ) : null}
          </>
        )}
      </Loaded>
      {codes === null ? null : <RecoveryCodesDialog codes={codes} onClose={() => handleCodes(null)} />}
    </Stack>
  )
}

const FEW_CODES = 3

type CardProps = { security: Security; onRecoveryCodes: (codes: readonly string[] | null) => void }

function RecoveryCodes({ left, onRecoveryCodes }: Pick<CardProps, 'onRecoveryCodes'> & { left: number }) {
  const create = useSend('POST /api/account/recovery-codes/', () => ({}), { onSuccess: saveSecurity })
  return (
    <Stack gap={3}>
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
    </Stack>
  )
}

function RecoveryCodesDialog({ codes, onClose }: { codes: readonly string[]; onClose: () => void }) {
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

function TotpCard({ security: { totp, passkeys }, onRecoveryCodes }: CardProps) {
  const start = useSend('POST /api/account/totp/start/', () => ({}))
  const remove = useSend('POST /api/account/totp/remove/', () => ({}), { onSuccess: saveSecurity })
  return (
    <Stack gap={3}>
      <h3>Authenticator app</h3>
      <MutationNotice mutation={remove} fallback="Something went wrong." />
      {totp === null ? (
        <p className={ui.note}>An app on your phone shows a code that you enter after your password.</p>
      ) : (
        <Row isSpread gap={3}>
          <p>
            Added <RelativeTime at={totp.created_at} />
          </p>
          <ConfirmButton
            label="Remove the authenticator app"
            consequence={
              passkeys.length === 0
                ? 'Your password alone signs you in then, and your recovery codes are deleted.'
                : 'Your passkeys still sign you in.'
            }
            confirmLabel="Remove"
            disabled={remove.isPending}
            onConfirm={() => remove.mutate()}
          />
        </Row>
      )}
      {start.data === undefined ? (
        <Stack gap={3}>
          <ErrorNotice error={start.error} fallback="Something went wrong." />
          <div>
            <Button disabled={start.isPending} onClick={() => start.mutate()}>
              {totp === null ? 'Set up an app' : 'Change the app'}
            </Button>
          </div>
        </Stack>
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
    </Stack>
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
    mutation: useSendBody('POST /api/account/totp/', { onSuccess: saveSecurity }),
    toRequest: (draft) => (draft.code.trim() === '' ? null : draft),
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

function PasskeyList({ security, onRecoveryCodes }: CardProps) {
  const { passkeys, totp } = security
  // Also after an error: a passkey that was removed elsewhere disappears from the list.
  const remove = useSendBody('POST /api/account/passkeys/remove/', { onSettled: [securityQuery.queryKey] })
  const heading = useRef<HTMLHeadingElement>(null)
  const isLast = passkeys.length === 1 && totp === null

  function removePasskey(id: number) {
    // The pressed button disappears with its passkey, so move the focus to the heading.
    remove.mutate({ id }, { onSuccess: () => heading.current?.focus() })
  }

  return (
    <Stack gap={3}>
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
            <ListItem
              key={passkey.id}
              title={passkey.name}
              actions={
                <ConfirmButton
                  label={`Remove ${passkey.name}`}
                  consequence={
                    isLast
                      ? 'Your password alone signs you in then, and your recovery codes are deleted.'
                      : 'It no longer signs you in. Delete it in your browser or password manager too.'
                  }
                  confirmLabel="Remove"
                  disabled={remove.isPending}
                  onConfirm={() => removePasskey(passkey.id)}
                />
              }
            >
              <p className={ui.note}>
                Added <RelativeTime at={passkey.created_at} />, <LastUsed at={passkey.used_at} />
              </p>
            </ListItem>
          ))}
        </ul>
      )}
      <AddPasskey hasSiteSupport={security.has_passkey_support} onRecoveryCodes={onRecoveryCodes} />
    </Stack>
  )
}

type AddPasskeyProps = Pick<CardProps, 'onRecoveryCodes'> & {
  /** False where browsers offer no passkeys because of the site's address. */
  hasSiteSupport: boolean
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

export type Security = ApiResponse<'GET /api/account/security/'>
export type Passkey = Security['passkeys'][number]

const securityQuery = operationQuery('GET /api/account/security/', ['security'])

const useAddPasskey = () =>
  useChange(
    async (name: string) => {
      const { options } = await apiClient('POST /api/account/passkeys/start/')
      const credential = await createPasskey(options)
      return apiClient('POST /api/account/passkeys/', { body: { name, credential } })
    },
    { onSuccess: saveSecurity },
  )

function saveSecurity({ security }: { security: Security }, _: unknown, client: QueryClient): void {
  client.setQueryData(securityQuery.queryKey, security)
}

/** Gives a site admin whose rights waited for a second factor their rights on this page. */
function useRefreshRights() {
  const client = useQueryClient()
  return () => {
    const user = client.getQueryData(currentUserQuery.queryKey)
    if (user !== undefined && 'must_add_second_factor' in user)
      void client.invalidateQueries({ queryKey: currentUserQuery.queryKey })
  }
}

import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useRef } from 'react'
import { useNow } from '../../api/page-environment.ts'
import { ErrorNotice, Loaded, MutationNotice } from '../../ui/feedback/feedback.tsx'
import { RelativeTime } from '../../ui/feedback/freshness.tsx'
import { formatTimeAgo } from '../../ui/format/date-time.ts'
import { Button } from '../../ui/forms/button.tsx'
import { TextField } from '../../ui/forms/field.tsx'
import { ActionForm, useForm } from '../../ui/forms/use-form.tsx'
import { Card, ListItem, Row, Stack } from '../../ui/layout/layout.tsx'
import { ConfirmButton } from '../../ui/overlays/dialog.tsx'
import ui from '../../ui/ui.module.css'
import styles from './accounts.module.css'
import { EmailReminder } from './email-reminder.tsx'
import type { User } from './session.ts'
import {
  CurrentPasswordField,
  identitiesQuery,
  KeepTokensCheckbox,
  NameFields,
  NewPasswordField,
  signInProvidersQuery,
  useStartProviderSignIn,
  useUnlinkIdentity,
} from './sign-in-methods.tsx'
import {
  emailStatusQuery,
  sessionsQuery,
  useChangePassword,
  useDeleteAccount,
  useEndSessions,
  useUpdateAccount,
} from './use-account.ts'

type Props = {
  user: User
  children?: ReactNode
}

export function AccountScreen({ user, children }: Props) {
  return (
    <Stack gap={5}>
      <Stack as="header" gap={1}>
        <h1>Your account</h1>
        <p className={ui.muted}>Signed in as {user.username}</p>
      </Stack>
      <div className={`${ui.cardColumns} ${styles.sections}`}>
        <ProfileForm user={user} />
        <PasswordSection username={user.username} />
        {children}
        <SessionsSection />
        <DeleteAccountSection username={user.username} />
      </div>
    </Stack>
  )
}

/** A new email address requires the password, because password reset links are sent to it. */
function ProfileForm({ user }: Pick<Props, 'user'>) {
  const { first_name, last_name, email } = user
  const isNewEmail = (draft: { email: string }) => draft.email.trim() !== email
  const form = useForm({
    initial: { first_name, last_name, email, current_password: '' },
    mutation: useUpdateAccount(),
    isEdit: true,
    toRequest: ({ email: address, current_password, ...name }) => {
      if (!isNewEmail({ email: address })) return name
      return current_password === '' ? null : { ...name, email: address.trim(), current_password }
    },
  })
  return (
    <Card title="Name and email" gap={4}>
      <ActionForm
        form={form}
        label="Name and email"
        action="Save"
        fallback="Failed to save."
        isStrong={false}
        saved="Saved."
      >
        <NameFields form={form} />
        <TextField
          {...form.field('email')}
          label="Email"
          type="email"
          autoComplete="email"
          hint="Used for password resets."
        />
        {isNewEmail(form.draft) ? (
          <CurrentPasswordField {...form.field('current_password')} hint="Required to change email." />
        ) : null}
      </ActionForm>
      <EmailStatus key={user.email} />
    </Card>
  )
}

function EmailStatus() {
  const status = useQuery(emailStatusQuery).data
  if (status !== 'unverifiable') return <EmailReminder />
  return (
    <p className={ui.note}>
      This site doesn't send email, so your address can't be verified. Sign in with your username.
    </p>
  )
}

function PasswordSection({ username }: { username: string }) {
  const hasPassword = useQuery(identitiesQuery).data?.has_password !== false
  const change = useChangePassword()
  const form = useForm({
    initial: { current_password: '', new_password: '', keep_tokens: false },
    mutation: change,
    toRequest: (draft) =>
      draft.new_password === '' || (hasPassword && draft.current_password === '') ? null : draft,
  })
  return (
    <Card title="Password">
      <ActionForm
        form={form}
        label="Password"
        action={hasPassword ? 'Change password' : 'Set password'}
        fallback="Failed to save."
        isStrong={false}
        saved={`Password changed. You're signed out everywhere else${
          change.variables?.keep_tokens === true
            ? '.'
            : ', and your API tokens and calendar and feed addresses no longer work.'
        }`}
      >
        {/* Lets password managers find the account. */}
        <input hidden type="text" name="username" autoComplete="username" value={username} readOnly />
        {hasPassword ? (
          <CurrentPasswordField {...form.field('current_password')} />
        ) : (
          <p>You sign in with a linked account. With a password, you can also sign in without it.</p>
        )}
        <NewPasswordField {...form.field('new_password')} />
        <KeepTokensCheckbox {...form.checkbox('keep_tokens')} />
      </ActionForm>
    </Card>
  )
}

function SessionsSection() {
  const sessions = useQuery(sessionsQuery)
  const now = useNow()
  const endSession = useEndSessions()
  const heading = useRef<HTMLHeadingElement>(null)

  function endSessions(id: string | null) {
    // The pressed button disappears with its session, so move the focus to the heading.
    endSession.mutate(id, { onSuccess: () => heading.current?.focus() })
  }

  return (
    <Card id="sessions" title="Where you're signed in" heading={heading} gap={3}>
      <MutationNotice mutation={endSession} fallback="Something went wrong." />
      <Loaded query={sessions} name="sessions" rows={2} height={60}>
        {(list) => (
          <>
            <ul>
              {list.map((session) => {
                const device = session.device ?? 'Unknown device'
                return (
                  <ListItem
                    key={session.id}
                    title={
                      <>
                        {device} {session.is_current ? <span className={ui.chip}>This device</span> : null}
                      </>
                    }
                    actions={
                      session.is_current ? null : (
                        <Button
                          disabled={endSession.isPending}
                          aria-label={`Sign out ${device}, last seen ${formatTimeAgo(new Date(session.seen_at), now)}`}
                          onClick={() => endSessions(session.id)}
                        >
                          Sign out
                        </Button>
                      )
                    }
                  >
                    <p className={ui.note}>
                      Last seen <RelativeTime at={session.seen_at} />, signed in{' '}
                      <RelativeTime at={session.created_at} />
                      {session.address === null ? null : `, from ${session.address}`}
                    </p>
                  </ListItem>
                )
              })}
            </ul>
            {list.every((session) => session.is_current) ? (
              <p className={ui.note}>You're not signed in anywhere else.</p>
            ) : (
              <div>
                <Button disabled={endSession.isPending} onClick={() => endSessions(null)}>
                  Sign out everywhere else
                </Button>
              </div>
            )}
          </>
        )}
      </Loaded>
    </Card>
  )
}

export function DeleteAccountSection({ username }: { username: string }) {
  const form = useForm({
    initial: { typed: '' },
    mutation: useDeleteAccount(),
    toRequest: ({ typed }) => (typed.trim() === username ? typed : null),
  })
  return (
    <Card title="Delete account">
      <ActionForm
        form={form}
        label="Delete account"
        action="Delete my account"
        busy="Deleting…"
        fallback="Failed to delete your account."
        isStrong={false}
      >
        <p>
          Your name, email, passkeys, API tokens and memberships are deleted, and you're signed out
          everywhere. This cannot be undone. Your posts, comments, votes and picks stay in your leagues, as
          those of a former member. Delete the posts first that you don't want to leave behind.
        </p>
        <TextField
          {...form.field('typed')}
          label={`Type “${username}” to confirm`}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
        />
      </ActionForm>
    </Card>
  )
}

/** The user's accounts at sign-in providers. Nothing on a site that uses none and for users without any. */
export function LinkedAccountsSection() {
  const identities = useQuery(identitiesQuery)
  const { data: providers = [] } = useQuery(signInProvidersQuery)
  const start = useStartProviderSignIn()
  const unlink = useUnlinkIdentity()
  const isStarting = start.isPending || start.isSuccess

  if (providers.length === 0 && (identities.data?.identities ?? []).length === 0) return null
  return (
    <Card id="linked-accounts" title="Linked accounts" gap={3}>
      <Loaded query={identities} name="linked accounts" rows={1} height={60}>
        {({ identities: list }) =>
          list.length === 0 ? (
            <p className={ui.note}>Link an account to sign in without your password.</p>
          ) : (
            <ul>
              {list.map((identity) => {
                const { id, provider, is_available, email, used_at } = identity
                const name = email === null ? provider : `${provider} (${email})`
                return (
                  <ListItem
                    key={id}
                    title={provider}
                    actions={
                      <ConfirmButton
                        label={`Unlink ${name}`}
                        question={`Unlink ${provider}?`}
                        consequence="You can't sign in with it until you link it again."
                        confirmLabel="Unlink"
                        disabled={unlink.isPending}
                        onConfirm={() => unlink.mutate(id)}
                      />
                    }
                  >
                    {email === null ? null : <p>{email}</p>}
                    <p className={ui.note}>
                      {is_available ? (
                        <>
                          Last used <RelativeTime at={used_at} />
                        </>
                      ) : (
                        'This site no longer uses it.'
                      )}
                    </p>
                  </ListItem>
                )
              })}
            </ul>
          )
        }
      </Loaded>
      <MutationNotice mutation={unlink} fallback="Something went wrong." />
      <ErrorNotice error={start.error} fallback="Something went wrong." />
      <Row wraps>
        {providers.map(({ id, name }) => (
          <Button key={id} disabled={isStarting} onClick={() => start.mutate(id)}>
            Link {name}
          </Button>
        ))}
      </Row>
    </Card>
  )
}

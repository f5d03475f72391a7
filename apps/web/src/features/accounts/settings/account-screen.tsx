import { useQuery } from '@tanstack/react-query'
import { type ReactNode, type SubmitEvent, useState } from 'react'
import { MutationNotice, Notice } from '../../../ui/feedback/notice.tsx'
import { Button } from '../../../ui/forms/button.tsx'
import { TextField } from '../../../ui/forms/field.tsx'
import { Card } from '../../../ui/layout/card.tsx'
import ui from '../../../ui/ui.module.css'
import forms from '../forms.module.css'
import { identitiesQuery } from '../oidc/use-oidc.ts'
import { CurrentPasswordField, KeepTokensCheckbox, NewPasswordField } from '../password-fields.tsx'
import type { User } from '../session.ts'
import styles from './account-screen.module.css'
import { DeleteAccountSection } from './delete-account-section.tsx'
import { SessionsSection } from './sessions-section.tsx'
import {
  emailStatusQuery,
  getAccountErrors,
  useChangePassword,
  useSendVerificationEmail,
  useUpdateAccount,
} from './use-account.ts'

type Props = {
  user: User
  /** More settings, shown above the sessions. */
  children?: ReactNode
}

export function AccountScreen({ user, children }: Props) {
  return (
    <div className={styles.page}>
      <header>
        <h1>Your account</h1>
        <p className={styles.subtitle}>Signed in as {user.username}</p>
      </header>
      <div className={styles.sections}>
        <ProfileForm user={user} />
        <PasswordSection username={user.username} />
        {children}
        <SessionsSection />
        <DeleteAccountSection username={user.username} />
      </div>
    </div>
  )
}

type ProfileFormProps = { user: User }

/**
 * Changes the name and email address. A new email address requires the password, because password reset
 * links are sent to it.
 */
function ProfileForm({ user }: ProfileFormProps) {
  const [values, setValues] = useState(() => toFormValues(user))
  const update = useUpdateAccount()
  const isNewEmail = values.email.trim() !== user.email
  const isChanged = isNewEmail || values.first_name !== user.first_name || values.last_name !== user.last_name
  const canSubmit = isChanged && !(isNewEmail && values.current_password === '') && !update.isPending
  const { fieldErrors, formError } = getAccountErrors(update.error)

  const textFieldProps = (name: keyof typeof values) => ({
    name,
    value: values[name],
    onChange: (value: string) => setValues({ ...values, [name]: value }),
    problem: fieldErrors[name],
  })

  function submit(event: SubmitEvent) {
    event.preventDefault()
    if (!canSubmit) return
    const { first_name, last_name, email, current_password } = values
    const emailChange = isNewEmail ? { email: email.trim(), current_password } : {}
    update.mutate(
      { first_name, last_name, ...emailChange },
      { onSuccess: (saved) => setValues(toFormValues(saved)) },
    )
  }

  return (
    <Card title="Name and email">
      <form className={ui.stack16} onSubmit={submit} aria-label="Name and email">
        <div className={forms.twoColumns}>
          <TextField label="First name" autoComplete="given-name" {...textFieldProps('first_name')} />
          <TextField label="Last name" autoComplete="family-name" {...textFieldProps('last_name')} />
        </div>
        <TextField
          label="Email"
          type="email"
          autoComplete="email"
          hint="Used for password resets."
          {...textFieldProps('email')}
        />
        {isNewEmail ? (
          <CurrentPasswordField hint="Required to change email." {...textFieldProps('current_password')} />
        ) : null}
        {formError === null ? null : <Notice tone="bad">{formError}</Notice>}
        {update.isSuccess && !isChanged ? <Notice tone="good">Saved.</Notice> : null}
        <Button type="submit" disabled={!canSubmit}>
          {update.isPending ? 'Saving…' : 'Save'}
        </Button>
      </form>
      <EmailStatus key={user.email} />
    </Card>
  )
}

/** Says what an address that isn't verified is missing. */
function EmailStatus() {
  const status = useQuery(emailStatusQuery).data
  const send = useSendVerificationEmail()
  if (status === 'unverifiable')
    return (
      <p className={ui.note}>
        This site doesn't send email, so your address can't be verified. Sign in with your username.
      </p>
    )
  if (status !== 'unverified') return null
  return (
    <div className={styles.emailStatus}>
      <Notice tone="warn">
        Your email isn't verified yet. Open the link in the email from Fieldhouse. Until then, nothing else is
        sent to it.
      </Notice>
      <MutationNotice mutation={send} fallback="Couldn't send the email." />
      <Button disabled={send.isPending} onClick={() => send.mutate()}>
        {send.isPending ? 'Sending…' : 'Send again'}
      </Button>
    </div>
  )
}

function toFormValues({ first_name, last_name, email }: User) {
  return { first_name, last_name, email, current_password: '' }
}

type PasswordProps = { username: string }

function PasswordSection({ username }: PasswordProps) {
  const { data } = useQuery(identitiesQuery)
  return (
    <Card title="Password">
      <PasswordForm username={username} hasPassword={data?.has_password !== false} />
    </Card>
  )
}

type PasswordFormProps = PasswordProps & { hasPassword: boolean }

function PasswordForm({ username, hasPassword }: PasswordFormProps) {
  const [current, setCurrent] = useState('')
  const [next, setNext] = useState('')
  const [keepsTokens, setKeepsTokens] = useState(false)
  const change = useChangePassword()
  const canSubmit = (current !== '' || !hasPassword) && next !== '' && !change.isPending
  const { fieldErrors, formError } = getAccountErrors(change.error)

  function submit(event: SubmitEvent) {
    event.preventDefault()
    if (!canSubmit) return
    const onSuccess = () => {
      setCurrent('')
      setNext('')
      setKeepsTokens(false)
    }
    change.mutate({ current_password: current, new_password: next, keep_tokens: keepsTokens }, { onSuccess })
  }

  return (
    <form className={ui.stack16} onSubmit={submit} aria-label="Password">
      {/* Lets password managers find the account. */}
      <input hidden type="text" name="username" autoComplete="username" value={username} readOnly />
      {hasPassword ? (
        <CurrentPasswordField
          value={current}
          onChange={setCurrent}
          problem={fieldErrors['current_password']}
        />
      ) : (
        <p>You sign in with a linked account. With a password, you can also sign in without it.</p>
      )}
      <NewPasswordField value={next} onChange={setNext} problem={fieldErrors['new_password']} />
      <KeepTokensCheckbox checked={keepsTokens} onChange={setKeepsTokens} />
      {formError === null ? null : <Notice tone="bad">{formError}</Notice>}
      {change.isSuccess ? (
        <Notice tone="good">
          Password changed. You're signed out everywhere else
          {change.variables.keep_tokens === true
            ? '.'
            : ', and your API tokens and calendar and feed addresses no longer work.'}
        </Notice>
      ) : null}
      <Button type="submit" disabled={!canSubmit}>
        {change.isPending ? 'Saving…' : hasPassword ? 'Change password' : 'Set password'}
      </Button>
    </form>
  )
}

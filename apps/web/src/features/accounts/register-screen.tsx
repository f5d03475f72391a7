import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { ApiError } from '../../api/api-client.ts'
import { siteQuery } from '../../api/operations.ts'
import { ErrorNotice, Notice } from '../../ui/feedback/feedback.tsx'
import { Button } from '../../ui/forms/button.tsx'
import { TextField } from '../../ui/forms/field.tsx'
import { ActionForm, useForm } from '../../ui/forms/use-form.tsx'
import ui from '../../ui/ui.module.css'
import { AuthCard, useRegister, useVerifyEmail } from './login-screen.tsx'
import {
  NameFields,
  NewPasswordField,
  type PersonName,
  type RoleChoice,
  RoleFields,
  UsernameField,
} from './sign-in-methods.tsx'

const EMPTY_VALUES: PersonName & RoleChoice & Record<'username' | 'email' | 'password', string> = {
  username: '',
  email: '',
  first_name: '',
  last_name: '',
  password: '',
  role: 'user',
  admin_code: '',
}

type Props = {
  adminCode?: string | null
  onSignedIn: () => void
  onBack: () => void
}

export function RegisterScreen({ adminCode = null, onSignedIn, onBack }: Props) {
  const { data: site } = useQuery(siteQuery)
  const form = useForm({
    initial:
      adminCode === null ? EMPTY_VALUES : { ...EMPTY_VALUES, role: 'admin' as const, admin_code: adminCode },
    mutation: useRegister(onSignedIn),
    toRequest,
    clears: false,
  })
  return (
    <AuthCard
      title="Create your account"
      subtitle="Then join your league or start one."
      footer={
        <Button variant="quiet" onClick={onBack}>
          Back to sign in
        </Button>
      }
    >
      <ActionForm
        form={form}
        label="Create account"
        action="Create account"
        busy="Creating account…"
        fallback="Registration failed"
      >
        {site?.signup === 'invite' ? (
          <Notice tone="info">This site is by invitation only. Ask your commissioner for a link.</Notice>
        ) : null}
        <UsernameField {...form.field('username')} />
        <TextField {...form.field('email')} label="Email" type="email" autoComplete="email" />
        <NameFields form={form} />
        <NewPasswordField {...form.field('password')} label="Password" />
        <RoleFields form={form} />
      </ActionForm>
    </AuthCard>
  )
}

function toRequest({ admin_code, ...rest }: typeof EMPTY_VALUES) {
  if (rest.username === '' || rest.password === '') return null
  return rest.role === 'admin' && admin_code !== '' ? { ...rest, admin_code } : rest
}

type QuickRegisterFormProps = {
  suggestedUsername: string
  submitLabel: string
  onSignedIn: () => void
}

export function QuickRegisterForm({ suggestedUsername, submitLabel, onSignedIn }: QuickRegisterFormProps) {
  const form = useForm({
    initial: { username: suggestedUsername, password: '', email: '' },
    mutation: useRegister(onSignedIn),
    toRequest: (draft) =>
      draft.username === '' || draft.password === '' ? null : { ...draft, role: 'user' as const },
    clears: false,
  })
  const password = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (suggestedUsername === '') return undefined
    // All that is left to enter. The heading has the focus first, as on every new screen.
    const timer = setTimeout(() => password.current?.focus())
    return () => clearTimeout(timer)
  }, [suggestedUsername])
  return (
    <ActionForm
      form={form}
      label="Create account"
      action={submitLabel}
      busy="Creating account…"
      fallback="Registration failed"
    >
      <UsernameField {...form.field('username')} />
      <NewPasswordField {...form.field('password')} label="Password" ref={password} />
      <TextField
        {...form.field('email')}
        label="Email (optional)"
        type="email"
        autoComplete="email"
        hint="For a new password if you forget yours."
      />
    </ActionForm>
  )
}

type VerifyEmailScreenProps = {
  token: string
  isSignedIn: boolean
  onContinue: () => void
}

/** Nothing happens before the button is pressed, because mail scanners open links too. */
export function VerifyEmailScreen({ token, isSignedIn, onContinue }: VerifyEmailScreenProps) {
  const verify = useVerifyEmail()
  const isInvalid = verify.error instanceof ApiError && verify.error.code === 'invalid_verification_link'
  return (
    <AuthCard
      title="Verify your email"
      subtitle="Confirm that you entered this address for your account."
      footer={
        <Button variant="quiet" onClick={onContinue}>
          {isSignedIn ? 'Continue to Fieldhouse' : 'Go to sign in'}
        </Button>
      }
    >
      {verify.isSuccess ? (
        <Notice tone="good">{verify.data.message} You can use it to sign in.</Notice>
      ) : null}
      <ErrorNotice error={verify.error} fallback="Your email wasn't verified." />
      {isInvalid ? (
        <p className={ui.note}>To get a new link, sign in and choose "Send again" on your account page.</p>
      ) : null}
      {verify.isSuccess || isInvalid ? null : (
        <Button variant="strong" disabled={verify.isPending} onClick={() => verify.mutate(token)}>
          {verify.isPending ? 'Verifying…' : 'Verify email'}
        </Button>
      )}
    </AuthCard>
  )
}

import { useEffect, useRef } from 'react'
import { TextField } from '../../../ui/forms/field.tsx'
import { ActionForm, useForm } from '../../../ui/forms/use-form.tsx'
import { NewPasswordField, UsernameField } from '../account-fields.tsx'
import { useRegister } from './use-auth.ts'

type Props = {
  suggestedUsername: string
  submitLabel: string
  onSignedIn: () => void
}

export function QuickRegisterForm({ suggestedUsername, submitLabel, onSignedIn }: Props) {
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

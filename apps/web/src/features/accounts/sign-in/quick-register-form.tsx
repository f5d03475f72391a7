import { TextField } from '../../../ui/forms/field.tsx'
import { ActionForm, useForm } from '../../../ui/forms/use-form.tsx'
import { NewPasswordField, UsernameField } from '../account-fields.tsx'
import { useRegister } from './use-auth.ts'

type Props = {
  /** The username that is filled in; empty for none. */
  suggestedUsername: string
  /** The label of the button, such as 'Create account and join'. */
  submitLabel: string
  onSignedIn: () => void
}

/** Registers somebody who follows an invite: a username, a password, and an email address if they want. */
export function QuickRegisterForm({ suggestedUsername, submitLabel, onSignedIn }: Props) {
  const form = useForm({
    initial: { username: suggestedUsername, password: '', email: '' },
    mutation: useRegister(onSignedIn),
    toRequest: (draft) =>
      draft.username === '' || draft.password === '' ? null : { ...draft, role: 'user' as const },
    clears: false,
  })
  return (
    <ActionForm
      form={form}
      label="Create account"
      action={submitLabel}
      busy="Creating account…"
      fallback="Registration failed"
    >
      <UsernameField {...form.field('username')} />
      <NewPasswordField
        {...form.field('password')}
        label="Password"
        // All that is left to enter.
        ref={suggestedUsername === '' ? undefined : focusWhenShown}
      />
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

function focusWhenShown(field: HTMLInputElement | null): void {
  field?.focus()
}

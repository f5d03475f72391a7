import { type SubmitEvent, useState } from 'react'
import { getFieldErrors, getFormErrorMessage } from '../../../api/api-error.ts'
import { Notice } from '../../../ui/feedback/notice.tsx'
import { Button } from '../../../ui/forms/button.tsx'
import { TextField } from '../../../ui/forms/field.tsx'
import { Form } from '../../../ui/forms/form.tsx'
import ui from '../../../ui/ui.module.css'
import { NewPasswordField } from '../password-fields.tsx'
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
  const [values, setValues] = useState({ username: suggestedUsername, password: '', email: '' })
  const register = useRegister(onSignedIn)
  const canSubmit = values.username !== '' && values.password !== '' && !register.isPending
  const fieldErrors = getFieldErrors(register.error)

  const fieldProps = (name: keyof typeof values) => ({
    name,
    value: values[name],
    onChange: (value: string) => setValues({ ...values, [name]: value }),
    problem: fieldErrors[name],
  })

  function submit(event: SubmitEvent) {
    event.preventDefault()
    if (canSubmit) register.mutate({ ...values, role: 'user' })
  }

  return (
    <Form className={ui.stack16} onSubmit={submit} aria-label="Create account">
      <TextField
        label="Username"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        {...fieldProps('username')}
      />
      <NewPasswordField label="Password" {...fieldProps('password')} />
      <TextField
        label="Email (optional)"
        type="email"
        autoComplete="email"
        hint="For a new password if you forget yours."
        {...fieldProps('email')}
      />
      {register.isError ? (
        <Notice tone="bad">{getFormErrorMessage(register.error, 'Registration failed')}</Notice>
      ) : null}
      <Button type="submit" variant="strong" disabled={!canSubmit}>
        {register.isPending ? 'Creating account…' : submitLabel}
      </Button>
    </Form>
  )
}

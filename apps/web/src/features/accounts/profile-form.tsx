import { type SubmitEvent, useState } from 'react'
import { getFieldErrors, getFormErrorMessage } from '../../api/api-error.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Notice } from '../../ui/notice.tsx'
import { TextField } from '../../ui/text-field.tsx'
import forms from './forms.module.css'
import type { User } from './session.ts'
import { useUpdateAccount } from './use-account.ts'
import { wrongPasswordMessage } from './wrong-password-message.ts'

type Props = { user: User }

/** Changes name and email; a new address needs the password, because reset links go there. */
export function ProfileForm({ user }: Props) {
  const [values, setValues] = useState(() => toFormValues(user))
  const update = useUpdateAccount()
  const isNewEmail = values.email.trim() !== user.email
  const isChanged = isNewEmail || values.first_name !== user.first_name || values.last_name !== user.last_name
  const canSend = isChanged && !(isNewEmail && values.current_password === '') && !update.isPending
  const problems = getFieldErrors(update.error)
  const wrong = wrongPasswordMessage(update.error)
  const failure =
    update.isError && wrong === undefined ? getFormErrorMessage(update.error, 'Failed to save.') : null

  const text = (name: keyof typeof values) => ({
    name,
    value: values[name],
    onChange: (value: string) => setValues({ ...values, [name]: value }),
    problem: problems[name],
  })

  function send(event: SubmitEvent) {
    event.preventDefault()
    if (!canSend) return
    const { first_name, last_name, email, current_password } = values
    const address = isNewEmail ? { email: email.trim(), current_password } : {}
    update.mutate(
      { first_name, last_name, ...address },
      { onSuccess: (saved) => setValues(toFormValues(saved)) },
    )
  }

  return (
    <Card title="Name and email">
      <form className={forms['form']} onSubmit={send} aria-label="Name and email">
        <div className={forms['pair']}>
          <TextField label="First name" autoComplete="given-name" {...text('first_name')} />
          <TextField label="Last name" autoComplete="family-name" {...text('last_name')} />
        </div>
        <TextField
          label="Email"
          type="email"
          autoComplete="email"
          hint="Reset links go there."
          {...text('email')}
        />
        {isNewEmail ? (
          <TextField
            label="Current password"
            type="password"
            autoComplete="current-password"
            hint="A new address needs it."
            {...text('current_password')}
            problem={wrong ?? problems['current_password']}
          />
        ) : null}
        {failure === null ? null : <Notice tone="bad">{failure}</Notice>}
        {update.isSuccess && !isChanged ? <Notice tone="good">Saved.</Notice> : null}
        <Button type="submit" disabled={!canSend}>
          {update.isPending ? 'Saving…' : 'Save'}
        </Button>
      </form>
    </Card>
  )
}

function toFormValues({ first_name, last_name, email }: User) {
  return { first_name, last_name, email, current_password: '' }
}

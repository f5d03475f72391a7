import { type SubmitEvent, useState } from 'react'
import { getFieldErrors, getFormErrorMessage } from '../../api/api-error.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Notice } from '../../ui/notice.tsx'
import { TextField } from '../../ui/text-field.tsx'
import forms from './forms.module.css'
import { PASSWORD_RULE } from './password-rule.ts'
import { useChangePassword } from './use-account.ts'
import { wrongPasswordMessage } from './wrong-password-message.ts'

type Props = { username: string }

export function PasswordForm({ username }: Props) {
  const [current, setCurrent] = useState('')
  const [next, setNext] = useState('')
  const change = useChangePassword()
  const canSubmit = current !== '' && next !== '' && !change.isPending
  const fieldErrors = getFieldErrors(change.error)
  const wrongPassword = wrongPasswordMessage(change.error)
  const formError =
    change.isError && wrongPassword === undefined
      ? getFormErrorMessage(change.error, 'Failed to save.')
      : null

  function submit(event: SubmitEvent) {
    event.preventDefault()
    if (!canSubmit) return
    const onSuccess = () => {
      setCurrent('')
      setNext('')
    }
    change.mutate({ current_password: current, new_password: next }, { onSuccess })
  }

  return (
    <Card title="Password">
      <form className={forms['form']} onSubmit={submit} aria-label="Password">
        {/* Lets password managers find the account. */}
        <input hidden type="text" name="username" autoComplete="username" value={username} readOnly />
        <TextField
          label="Current password"
          name="current_password"
          type="password"
          autoComplete="current-password"
          value={current}
          onChange={setCurrent}
          problem={wrongPassword ?? fieldErrors['current_password']}
        />
        <TextField
          label="New password"
          name="new_password"
          type="password"
          autoComplete="new-password"
          hint={PASSWORD_RULE}
          value={next}
          onChange={setNext}
          problem={fieldErrors['new_password']}
        />
        {formError === null ? null : <Notice tone="bad">{formError}</Notice>}
        {change.isSuccess ? (
          <Notice tone="good">Password changed. You're signed out everywhere else.</Notice>
        ) : null}
        <Button type="submit" disabled={!canSubmit}>
          {change.isPending ? 'Saving…' : 'Change password'}
        </Button>
      </form>
    </Card>
  )
}

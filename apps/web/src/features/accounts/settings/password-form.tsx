import { type SubmitEvent, useState } from 'react'
import { Notice } from '../../../ui/feedback/notice.tsx'
import { Button } from '../../../ui/forms/button.tsx'
import { Card } from '../../../ui/layout/card.tsx'
import ui from '../../../ui/ui.module.css'
import { CurrentPasswordField, NewPasswordField } from '../password-fields.tsx'
import { getAccountErrors, useChangePassword } from './use-account.ts'

type Props = { username: string }

export function PasswordForm({ username }: Props) {
  const [current, setCurrent] = useState('')
  const [next, setNext] = useState('')
  const change = useChangePassword()
  const canSubmit = current !== '' && next !== '' && !change.isPending
  const { fieldErrors, formError } = getAccountErrors(change.error)

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
      <form className={ui.stack16} onSubmit={submit} aria-label="Password">
        {/* Lets password managers find the account. */}
        <input hidden type="text" name="username" autoComplete="username" value={username} readOnly />
        <CurrentPasswordField
          value={current}
          onChange={setCurrent}
          problem={fieldErrors['current_password']}
        />
        <NewPasswordField value={next} onChange={setNext} problem={fieldErrors['new_password']} />
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

import { type SubmitEvent, useState } from 'react'
import { getErrorMessage, getFieldErrors } from '../../api/api-error.ts'
import { Button } from '../../ui/button.tsx'
import { Combobox } from '../../ui/combobox.tsx'
import { Notice } from '../../ui/notice.tsx'
import type { ComboboxOption } from '../../ui/option-search.ts'
import { TextField } from '../../ui/text-field.tsx'
import styles from './admin-forms.module.css'
import { useResetPassword } from './use-people.ts'

/** Characters that a password has at least. Source: specification, 9. */
const MIN_PASSWORD_LENGTH = 8

const EMPTY_VALUES = { username: '', password: '' }

/** Gives a user a new password, which ends their sessions. */
export function ResetPasswordForm({ people }: { people: readonly ComboboxOption[] }) {
  const [values, setValues] = useState(EMPTY_VALUES)
  const [isWrong, setWrong] = useState(false)
  const reset = useResetPassword()
  const told = getFieldErrors(reset.error)
  const { username, password } = values
  const isIncomplete = username === '' || password === ''
  const isTooShort = password !== '' && password.length < MIN_PASSWORD_LENGTH

  function send(event: SubmitEvent) {
    event.preventDefault()
    if (reset.isPending) return
    setWrong(isIncomplete || isTooShort)
    reset.reset()
    if (isIncomplete || isTooShort) return
    reset.mutate({ username, new_password: password }, { onSuccess: () => setValues(EMPTY_VALUES) })
  }

  return (
    <form className={styles['form']} onSubmit={send} aria-label="Reset a password">
      <Combobox
        label="Account"
        options={people}
        value={username}
        onChange={(user) => setValues({ ...values, username: user })}
        problem={told['username']}
        placeholder="Type a name"
      />
      <TextField
        label="New password"
        type="password"
        autoComplete="new-password"
        value={password}
        onChange={(text) => setValues({ ...values, password: text })}
        problem={
          isWrong && isTooShort
            ? `A password has at least ${MIN_PASSWORD_LENGTH} characters.`
            : told['new_password']
        }
        hint="It ends their sessions. Tell it to them in person."
      />
      <div className={styles['end']}>
        {isWrong && isIncomplete ? <Notice tone="bad">Pick a user and enter a new password.</Notice> : null}
        {reset.isError ? <Notice tone="bad">{getErrorMessage(reset.error, 'Failed')}</Notice> : null}
        {reset.isSuccess ? <Notice tone="good">{reset.data.message}</Notice> : null}
        <Button type="submit" variant="strong" disabled={reset.isPending}>
          {reset.isPending ? 'Saving…' : 'Reset password'}
        </Button>
      </div>
    </form>
  )
}

import { type SubmitEvent, useState } from 'react'
import { getErrorMessage, getFieldErrors } from '../../api/api-error.ts'
import { Button } from '../../ui/button.tsx'
import { Combobox } from '../../ui/combobox.tsx'
import { Notice } from '../../ui/notice.tsx'
import type { ComboboxOption } from '../../ui/option-search.ts'
import { TextField } from '../../ui/text-field.tsx'
import styles from './admin-forms.module.css'
import { useResetPassword } from './use-people.ts'

/** In characters. Source: specification, 9. */
const MIN_PASSWORD_LENGTH = 8

const EMPTY_VALUES = { username: '', password: '' }

/** Sets a user's password, which ends their sessions. */
export function ResetPasswordForm({ people }: { people: readonly ComboboxOption[] }) {
  const [values, setValues] = useState(EMPTY_VALUES)
  const [showsErrors, setShowsErrors] = useState(false)
  const reset = useResetPassword()
  const fieldErrors = getFieldErrors(reset.error)
  const { username, password } = values
  const isIncomplete = username === '' || password === ''
  const isTooShort = password !== '' && password.length < MIN_PASSWORD_LENGTH

  function submit(event: SubmitEvent) {
    event.preventDefault()
    if (reset.isPending) return
    setShowsErrors(isIncomplete || isTooShort)
    reset.reset()
    if (isIncomplete || isTooShort) return
    reset.mutate({ username, new_password: password }, { onSuccess: () => setValues(EMPTY_VALUES) })
  }

  return (
    <form className={styles['form']} onSubmit={submit} aria-label="Reset a password">
      <Combobox
        label="Account"
        options={people}
        value={username}
        onChange={(user) => setValues({ ...values, username: user })}
        problem={fieldErrors['username']}
        placeholder="Type a name"
      />
      <TextField
        label="New password"
        type="password"
        autoComplete="new-password"
        value={password}
        onChange={(text) => setValues({ ...values, password: text })}
        problem={
          showsErrors && isTooShort
            ? `Password must be at least ${MIN_PASSWORD_LENGTH} characters.`
            : fieldErrors['new_password']
        }
        hint="Signs them out everywhere. Share it privately."
      />
      <div className={styles['footer']}>
        {showsErrors && isIncomplete ? (
          <Notice tone="bad">Pick a user and enter a new password.</Notice>
        ) : null}
        {reset.isError ? <Notice tone="bad">{getErrorMessage(reset.error, 'Failed')}</Notice> : null}
        {reset.isSuccess ? <Notice tone="good">{reset.data.message}</Notice> : null}
        <Button type="submit" variant="strong" disabled={reset.isPending}>
          {reset.isPending ? 'Saving…' : 'Reset password'}
        </Button>
      </div>
    </form>
  )
}

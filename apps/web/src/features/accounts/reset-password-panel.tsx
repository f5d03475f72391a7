import { type SubmitEvent, useEffect, useRef, useState } from 'react'
import { getFieldErrors, getFormErrorMessage } from '../../api/api-error.ts'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { TextField } from '../../ui/text-field.tsx'
import forms from './forms.module.css'
import { PASSWORD_RULE } from './password-rule.ts'
import { useConfirmPasswordReset } from './use-auth.ts'

type Props = { uid: string; token: string; onReset: () => void }

/** Sets a new password with a reset code, which is filled in when the user comes from the emailed link. */
export function ResetPasswordPanel({ uid: initialUid, token: initialToken, onReset }: Props) {
  const [uid, setUid] = useState(initialUid)
  const [token, setToken] = useState(initialToken)
  const [password, setPassword] = useState('')
  const confirm = useConfirmPasswordReset()
  const canSubmit = uid !== '' && token !== '' && password !== '' && !confirm.isPending
  const fieldErrors = getFieldErrors(confirm.error)
  const formError = confirm.isError ? getFormErrorMessage(confirm.error, 'Reset failed') : null
  const passwordField = useRef<HTMLInputElement>(null)
  const isPrefilled = initialToken !== ''
  useEffect(() => {
    if (isPrefilled) passwordField.current?.focus()
  }, [isPrefilled])

  function submit(event: SubmitEvent) {
    event.preventDefault()
    if (!canSubmit) return
    confirm.mutate({ uid, token, new_password: password }, { onSuccess: onReset })
  }

  const codeFieldProps = { autoComplete: 'off', autoCapitalize: 'none', spellCheck: false } as const
  return (
    <form className={forms['form']} onSubmit={submit} aria-label="Reset password">
      <TextField
        label="UID"
        name="uid"
        {...codeFieldProps}
        value={uid}
        onChange={setUid}
        problem={fieldErrors['uid']}
      />
      <TextField
        label="Token"
        name="token"
        {...codeFieldProps}
        value={token}
        onChange={setToken}
        problem={fieldErrors['token']}
      />
      <TextField
        ref={passwordField}
        label="New password"
        name="new_password"
        type="password"
        autoComplete="new-password"
        value={password}
        onChange={setPassword}
        problem={fieldErrors['new_password']}
        hint={PASSWORD_RULE}
      />
      <Button type="submit" disabled={!canSubmit}>
        {confirm.isPending ? 'Saving…' : 'Set new password'}
      </Button>
      {formError === null ? null : <Notice tone="bad">{formError}</Notice>}
    </form>
  )
}

import { type SubmitEvent, useEffect, useRef, useState } from 'react'
import { getFieldErrors, getFormErrorMessage } from '../../api/api-error.ts'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { TextField } from '../../ui/text-field.tsx'
import forms from './forms.module.css'
import { PASSWORD_RULE } from './password-rule.ts'
import { useConfirmPasswordReset } from './use-auth.ts'

type Props = { uid: string; token: string; onReset: () => void }

/** Sets a new password with a reset code; both parts of it may come from the link of the mail. */
export function ResetPasswordPanel({ uid: firstUid, token: firstToken, onReset }: Props) {
  const [uid, setUid] = useState(firstUid)
  const [token, setToken] = useState(firstToken)
  const [password, setPassword] = useState('')
  const confirm = useConfirmPasswordReset()
  const canSend = uid !== '' && token !== '' && password !== '' && !confirm.isPending
  const problems = getFieldErrors(confirm.error)
  const failure = confirm.isError ? getFormErrorMessage(confirm.error, 'Reset failed') : null
  const passwordField = useRef<HTMLInputElement>(null)
  const isFilledIn = firstToken !== ''
  useEffect(() => {
    if (isFilledIn) passwordField.current?.focus()
  }, [isFilledIn])

  function send(event: SubmitEvent) {
    event.preventDefault()
    if (!canSend) return
    confirm.mutate({ uid, token, new_password: password }, { onSuccess: onReset })
  }

  const plain = { autoComplete: 'off', autoCapitalize: 'none', spellCheck: false } as const
  return (
    <form className={forms['form']} onSubmit={send} aria-label="Reset password">
      <TextField label="UID" name="uid" {...plain} value={uid} onChange={setUid} problem={problems['uid']} />
      <TextField
        label="Token"
        name="token"
        {...plain}
        value={token}
        onChange={setToken}
        problem={problems['token']}
      />
      <TextField
        ref={passwordField}
        label="New password"
        name="new_password"
        type="password"
        autoComplete="new-password"
        value={password}
        onChange={setPassword}
        problem={problems['new_password']}
        hint={PASSWORD_RULE}
      />
      <Button type="submit" disabled={!canSend}>
        {confirm.isPending ? 'Saving…' : 'Set new password'}
      </Button>
      {failure === null ? null : <Notice tone="bad">{failure}</Notice>}
    </form>
  )
}

import { useQuery } from '@tanstack/react-query'
import { type SubmitEvent, useEffect, useRef, useState } from 'react'
import { getFieldErrors, getFormErrorMessage } from '../../../api/api-error.ts'
import { siteQuery } from '../../../api/site.ts'
import { ErrorNotice, Notice } from '../../../ui/feedback/notice.tsx'
import { Button } from '../../../ui/forms/button.tsx'
import { TextField } from '../../../ui/forms/field.tsx'
import ui from '../../../ui/ui.module.css'
import { KeepTokensCheckbox, NewPasswordField } from '../password-fields.tsx'
import { useConfirmPasswordReset, useRequestPasswordReset } from './use-auth.ts'

/** Requests an email with a reset link, or says who creates one on a site without email. */
export function ForgotPasswordPanel() {
  const { data: site } = useQuery(siteQuery)
  if (site?.email === false)
    return <Notice tone="info">This site can't send email. Ask your commissioner for a reset link.</Notice>
  return <ResetRequestForm />
}

function ResetRequestForm() {
  const [login, setLogin] = useState('')
  const requestReset = useRequestPasswordReset()

  function submit(event: SubmitEvent) {
    event.preventDefault()
    if (login !== '' && !requestReset.isPending) requestReset.mutate(login)
  }

  return (
    <form className={ui.stack16} onSubmit={submit} aria-label="Forgot password">
      <TextField
        label="Username or email"
        name="username_or_email"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        value={login}
        onChange={setLogin}
      />
      <Button type="submit" disabled={login === '' || requestReset.isPending}>
        {requestReset.isPending ? 'Sending…' : 'Send reset link'}
      </Button>
      <ErrorNotice error={requestReset.error} fallback="Request failed" />
      {requestReset.isSuccess ? (
        <Notice tone="good">{resetLinkMessage(requestReset.data.link)}</Notice>
      ) : null}
    </form>
  )
}

/** With DEV_LINKS enabled, the response contains the link itself. */
function resetLinkMessage(link: string | undefined) {
  if (link === undefined || link === '') return 'If that account exists, an email was sent.'
  return (
    <>
      Reset link (dev): <a href={link}>{link}</a>
    </>
  )
}

type ResetPasswordPanelProps = { uid: string; token: string; onReset: () => void }

/** Sets a new password with a reset code, which is filled in when the user comes from the emailed link. */
export function ResetPasswordPanel({
  uid: initialUid,
  token: initialToken,
  onReset,
}: ResetPasswordPanelProps) {
  const [uid, setUid] = useState(initialUid)
  const [token, setToken] = useState(initialToken)
  const [password, setPassword] = useState('')
  const [keepsTokens, setKeepsTokens] = useState(false)
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
    confirm.mutate({ uid, token, new_password: password, keep_tokens: keepsTokens }, { onSuccess: onReset })
  }

  const codeFieldProps = (name: 'uid' | 'token') => ({
    name,
    autoComplete: 'off',
    autoCapitalize: 'none',
    spellCheck: false,
    problem: fieldErrors[name],
  })

  return (
    <form className={ui.stack16} onSubmit={submit} aria-label="Reset password">
      <TextField label="UID" value={uid} onChange={setUid} {...codeFieldProps('uid')} />
      <TextField label="Token" value={token} onChange={setToken} {...codeFieldProps('token')} />
      <NewPasswordField
        ref={passwordField}
        value={password}
        onChange={setPassword}
        problem={fieldErrors['new_password']}
      />
      <KeepTokensCheckbox checked={keepsTokens} onChange={setKeepsTokens} />
      <Button type="submit" disabled={!canSubmit}>
        {confirm.isPending ? 'Saving…' : 'Set new password'}
      </Button>
      {formError === null ? null : <Notice tone="bad">{formError}</Notice>}
    </form>
  )
}

import { type SubmitEvent, useState } from 'react'
import { getErrorMessage } from '../../api/api-error.ts'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { TextField } from '../../ui/text-field.tsx'
import forms from './forms.module.css'
import { useRequestPasswordReset } from './use-auth.ts'

/** Requests an email with a reset link. */
export function ForgotPasswordPanel() {
  const [login, setLogin] = useState('')
  const requestReset = useRequestPasswordReset()

  function submit(event: SubmitEvent) {
    event.preventDefault()
    if (login !== '' && !requestReset.isPending) requestReset.mutate(login)
  }

  return (
    <form className={forms['form']} onSubmit={submit} aria-label="Forgot password">
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
      {requestReset.isError ? (
        <Notice tone="bad">{getErrorMessage(requestReset.error, 'Request failed')}</Notice>
      ) : null}
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

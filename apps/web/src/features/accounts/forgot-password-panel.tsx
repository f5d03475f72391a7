import { type SubmitEvent, useState } from 'react'
import { getErrorMessage } from '../../api/api-error.ts'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { TextField } from '../../ui/text-field.tsx'
import forms from './forms.module.css'
import { useRequestPasswordReset } from './use-auth.ts'

/** Asks for a reset link by mail. */
export function ForgotPasswordPanel() {
  const [name, setName] = useState('')
  const request = useRequestPasswordReset()

  function send(event: SubmitEvent) {
    event.preventDefault()
    if (name !== '' && !request.isPending) request.mutate(name)
  }

  return (
    <form className={forms['form']} onSubmit={send} aria-label="Forgot password">
      <TextField
        label="Username or email"
        name="username_or_email"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        value={name}
        onChange={setName}
      />
      <Button type="submit" disabled={name === '' || request.isPending}>
        {request.isPending ? 'Sending…' : 'Send reset link'}
      </Button>
      {request.isError ? (
        <Notice tone="bad">{getErrorMessage(request.error, 'Request failed')}</Notice>
      ) : null}
      {request.isSuccess ? <Notice tone="good">{resetLinkMessage(request.data.link)}</Notice> : null}
    </form>
  )
}

/** Where development links are on, the answer carries the link itself. */
function resetLinkMessage(link: string | undefined) {
  if (link === undefined || link === '') return 'If that account exists, an email was sent.'
  return (
    <>
      Reset link (dev): <a href={link}>{link}</a>
    </>
  )
}

import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { siteQuery } from '../../../api/site.ts'
import { Notice } from '../../../ui/feedback/notice.tsx'
import { TextField } from '../../../ui/forms/field.tsx'
import { ActionForm, useForm } from '../../../ui/forms/use-form.tsx'
import { KeepTokensCheckbox, NewPasswordField, UsernameField } from '../account-fields.tsx'
import { useConfirmPasswordReset, useRequestPasswordReset } from './use-auth.ts'

/** Requests an email with a reset link, or says who creates one on a site without email. */
export function ForgotPasswordPanel() {
  const { data: site } = useQuery(siteQuery)
  if (site?.email === false)
    return (
      <Notice tone="info">This site can't send email. Ask an admin of this site for a reset link.</Notice>
    )
  return <ResetRequestForm />
}

function ResetRequestForm() {
  const request = useRequestPasswordReset()
  const form = useForm({
    initial: { login: '' },
    mutation: request,
    toRequest: ({ login }) => (login === '' ? null : login),
    clears: false,
  })
  return (
    <ActionForm
      form={form}
      label="Forgot password"
      action="Send reset link"
      busy="Sending…"
      fallback="Request failed"
      isStrong={false}
      saved={request.isSuccess ? resetLinkMessage(request.data) : null}
    >
      <UsernameField {...form.field('login', 'username_or_email')} label="Username or email" />
    </ActionForm>
  )
}

/** With DEV_LINKS enabled, the response contains the link itself. */
function resetLinkMessage({ link, message }: { link?: string | undefined; message: string }) {
  if (link === undefined || link === '') return `If that account exists, an email was sent. ${message}`
  return (
    <>
      Reset link (dev): <a href={link}>{link}</a>
    </>
  )
}

type ResetPasswordPanelProps = { uid: string; token: string; onReset: () => void }

const CODE_ATTRIBUTES = { autoComplete: 'off', autoCapitalize: 'none', spellCheck: false } as const

/** Sets a new password with a reset code, which is filled in when the user comes from the emailed link. */
export function ResetPasswordPanel({ uid, token, onReset }: ResetPasswordPanelProps) {
  const form = useForm({
    initial: { uid, token, new_password: '', keep_tokens: false },
    mutation: useConfirmPasswordReset(),
    toRequest: (draft) =>
      draft.uid === '' || draft.token === '' || draft.new_password === '' ? null : draft,
    clears: false,
    onSent: onReset,
  })
  const passwordField = useRef<HTMLInputElement>(null)
  const isPrefilled = token !== ''
  useEffect(() => {
    if (isPrefilled) passwordField.current?.focus()
  }, [isPrefilled])

  return (
    <ActionForm
      form={form}
      label="Reset password"
      action="Set new password"
      fallback="Reset failed"
      isStrong={false}
    >
      <TextField {...form.field('uid')} label="UID" {...CODE_ATTRIBUTES} />
      <TextField {...form.field('token')} label="Token" {...CODE_ATTRIBUTES} />
      <NewPasswordField {...form.field('new_password')} ref={passwordField} />
      <KeepTokensCheckbox {...form.checkbox('keep_tokens')} />
    </ActionForm>
  )
}

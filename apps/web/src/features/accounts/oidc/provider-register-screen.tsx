import { type SubmitEvent, useState } from 'react'
import { getFieldErrors, getFormErrorMessage } from '../../../api/api-error.ts'
import { Notice } from '../../../ui/feedback/notice.tsx'
import { Button } from '../../../ui/forms/button.tsx'
import { TextField } from '../../../ui/forms/field.tsx'
import ui from '../../../ui/ui.module.css'
import forms from '../forms.module.css'
import { AuthCard } from '../sign-in/auth-card.tsx'
import { RoleFields } from '../sign-in/role-fields.tsx'
import { announceSignIn, type UnknownIdentity, useRegisterWithProvider } from './use-oidc.ts'

type Props = {
  identity: UnknownIdentity
  onRegistered: () => void
  /** The person has an account already. */
  onLink: () => void
}

/** Creates an account that signs in with a provider, so it needs no password. */
export function ProviderRegisterScreen({ identity, onRegistered, onLink }: Props) {
  const [values, setValues] = useState(() => toFormValues(identity))
  const register = useRegisterWithProvider()
  const canSubmit = values.username !== '' && !register.isPending && !register.isSuccess
  const fieldErrors = getFieldErrors(register.error)
  const formError = register.isError ? getFormErrorMessage(register.error, 'Registration failed') : null

  const textFieldProps = (name: 'username' | 'first_name' | 'last_name' | 'admin_code') => ({
    name,
    value: values[name],
    onChange: (value: string) => setValues({ ...values, [name]: value }),
    problem: fieldErrors[name],
  })

  function submit(event: SubmitEvent) {
    event.preventDefault()
    if (!canSubmit) return
    const { admin_code, ...rest } = values
    const body = rest.role === 'admin' ? { ...rest, admin_code } : rest
    register.mutate(body, {
      onSuccess: () => {
        announceSignIn()
        onRegistered()
      },
    })
  }

  return (
    <AuthCard
      title="Create your account"
      subtitle={`You'll sign in with ${identity.provider}.`}
      footer={
        <Button variant="quiet" onClick={onLink}>
          I already have an account
        </Button>
      }
    >
      <form className={ui.stack16} onSubmit={submit} aria-label="Create account">
        <TextField
          label="Username"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          {...textFieldProps('username')}
        />
        <div className={forms.twoColumns}>
          <TextField label="First name" autoComplete="given-name" {...textFieldProps('first_name')} />
          <TextField label="Last name" autoComplete="family-name" {...textFieldProps('last_name')} />
        </div>
        <RoleFields
          role={values.role}
          onRoleChange={(role) => setValues({ ...values, role })}
          code={textFieldProps('admin_code')}
        />
        <p className={`${ui.note} ${ui.breakable}`}>{describeEmail(identity)}</p>
        {formError === null ? null : <Notice tone="bad">{formError}</Notice>}
        <Button type="submit" variant="strong" disabled={!canSubmit}>
          {register.isPending ? 'Creating account…' : 'Create account'}
        </Button>
      </form>
    </AuthCard>
  )
}

function toFormValues({ username, first_name, last_name }: UnknownIdentity) {
  return { username, first_name, last_name, role: 'user' as 'user' | 'admin', admin_code: '' }
}

function describeEmail({ email, has_account, provider }: UnknownIdentity): string {
  if (email === null) return 'You can add your email address on your account page.'
  return has_account
    ? `${email} stays with the account that has it now.`
    : `Your email is ${email}, as verified by ${provider}.`
}

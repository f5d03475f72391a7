import { type SubmitEvent, useState } from 'react'
import { getFieldErrors, getFormErrorMessage } from '../../api/api-error.ts'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { RadioGroup } from '../../ui/radio-group.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { AuthCard } from './auth-card.tsx'
import forms from './forms.module.css'
import { PASSWORD_RULE } from './password-rule.ts'
import { useRegister } from './use-auth.ts'

const EMPTY_VALUES = {
  username: '',
  email: '',
  first_name: '',
  last_name: '',
  password: '',
  role: 'user' as 'user' | 'admin',
  admin_code: '',
}

const ROLE_OPTIONS = [
  { value: 'user', label: 'User' },
  { value: 'admin', label: 'Admin' },
] as const

type Props = { onSignedIn: () => void; onBack: () => void }

export function RegisterScreen({ onSignedIn, onBack }: Props) {
  const [values, setValues] = useState(EMPTY_VALUES)
  const register = useRegister(onSignedIn)
  const canSend = values.username !== '' && values.password !== '' && !register.isPending
  const problems = getFieldErrors(register.error)
  const failure = register.isError ? getFormErrorMessage(register.error, 'Registration failed') : null

  const text = (name: Exclude<keyof typeof EMPTY_VALUES, 'role'>) => ({
    name,
    value: values[name],
    onChange: (value: string) => setValues({ ...values, [name]: value }),
    problem: problems[name],
  })

  function send(event: SubmitEvent) {
    event.preventDefault()
    if (canSend) register.mutate(toRequestBody(values))
  }

  return (
    <AuthCard title="Create your account" subtitle="Then ask to join your league, or start one.">
      <form className={forms['form']} onSubmit={send} aria-label="Create account">
        <TextField
          label="Username"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          {...text('username')}
        />
        <TextField label="Email" type="email" autoComplete="email" {...text('email')} />
        <div className={forms['pair']}>
          <TextField label="First name" autoComplete="given-name" {...text('first_name')} />
          <TextField label="Last name" autoComplete="family-name" {...text('last_name')} />
        </div>
        <TextField
          label="Password"
          type="password"
          autoComplete="new-password"
          hint={PASSWORD_RULE}
          {...text('password')}
        />
        <RadioGroup
          label="Role"
          options={ROLE_OPTIONS}
          value={values.role}
          onChange={(role) => setValues({ ...values, role })}
        />
        {values.role === 'admin' ? (
          <TextField
            label="Admin signup code"
            autoComplete="off"
            spellCheck={false}
            hint="The person who runs this server has it."
            {...text('admin_code')}
          />
        ) : null}
        {failure === null ? null : <Notice tone="bad">{failure}</Notice>}
        <Button type="submit" variant="strong" disabled={!canSend}>
          {register.isPending ? 'Creating account…' : 'Create account'}
        </Button>
      </form>
      <div className={forms['foot']}>
        <Button variant="quiet" onClick={onBack}>
          Back to sign in
        </Button>
      </div>
    </AuthCard>
  )
}

/** The admin code goes along only with the role that needs it, and only when there is one. */
function toRequestBody({ admin_code: code, ...rest }: typeof EMPTY_VALUES) {
  return rest.role === 'admin' && code !== '' ? { ...rest, admin_code: code } : rest
}

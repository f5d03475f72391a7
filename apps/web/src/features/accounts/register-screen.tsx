import { type SubmitEvent, useState } from 'react'
import { fieldsOf, wholeMessageOf } from '../../api/call-error.ts'
import { Button } from '../../ui/button.tsx'
import { Choice } from '../../ui/choice.tsx'
import { Notice } from '../../ui/notice.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { AccountCard } from './account-card.tsx'
import forms from './forms.module.css'
import { PASSWORD_RULE } from './password-rule.ts'
import { useRegister } from './use-accounts.ts'

const EMPTY = {
  username: '',
  email: '',
  first_name: '',
  last_name: '',
  password: '',
  role: 'user' as 'user' | 'admin',
  admin_code: '',
}

const ROLES = [
  { value: 'user', label: 'User' },
  { value: 'admin', label: 'Admin' },
] as const

type Props = { onSignedIn: () => void; onBack: () => void }

export function RegisterScreen({ onSignedIn, onBack }: Props) {
  const [values, setValues] = useState(EMPTY)
  const register = useRegister(onSignedIn)
  const canSend = values.username !== '' && values.password !== '' && !register.isPending
  const problems = fieldsOf(register.error)
  const failure = register.isError ? wholeMessageOf(register.error, 'Registration failed') : null

  const text = (name: Exclude<keyof typeof EMPTY, 'role'>) => ({
    name,
    value: values[name],
    onChange: (value: string) => setValues({ ...values, [name]: value }),
    problem: problems[name],
  })

  function send(event: SubmitEvent) {
    event.preventDefault()
    if (canSend) register.mutate(bodyOf(values))
  }

  return (
    <AccountCard title="Create your account" subtitle="Then ask to join your league, or start one.">
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
        <Choice
          label="Role"
          options={ROLES}
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
        <Button type="submit" look="strong" disabled={!canSend}>
          {register.isPending ? 'Creating account…' : 'Create account'}
        </Button>
      </form>
      <div className={forms['foot']}>
        <Button look="quiet" onClick={onBack}>
          Back to sign in
        </Button>
      </div>
    </AccountCard>
  )
}

/** The admin code goes along only with the role that needs it, and only when there is one. */
function bodyOf({ admin_code: code, ...rest }: typeof EMPTY) {
  return rest.role === 'admin' && code !== '' ? { ...rest, admin_code: code } : rest
}

import { type SubmitEvent, useState } from 'react'
import { getFieldErrors, getFormErrorMessage } from '../../../api/api-error.ts'
import { Notice } from '../../../ui/feedback/notice.tsx'
import { Button } from '../../../ui/forms/button.tsx'
import { TextField } from '../../../ui/forms/field.tsx'
import { Form } from '../../../ui/forms/form.tsx'
import ui from '../../../ui/ui.module.css'
import forms from '../forms.module.css'
import { NewPasswordField } from '../password-fields.tsx'
import { AuthCard } from './auth-card.tsx'
import { RoleFields } from './role-fields.tsx'
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

type Props = { onSignedIn: () => void; onBack: () => void }

export function RegisterScreen({ onSignedIn, onBack }: Props) {
  const [values, setValues] = useState(EMPTY_VALUES)
  const register = useRegister(onSignedIn)
  const canSubmit = values.username !== '' && values.password !== '' && !register.isPending
  const fieldErrors = getFieldErrors(register.error)
  const formError = register.isError ? getFormErrorMessage(register.error, 'Registration failed') : null

  const textFieldProps = (name: Exclude<keyof typeof EMPTY_VALUES, 'role'>) => ({
    name,
    value: values[name],
    onChange: (value: string) => setValues({ ...values, [name]: value }),
    problem: fieldErrors[name],
  })

  function submit(event: SubmitEvent) {
    event.preventDefault()
    if (canSubmit) register.mutate(toRequestBody(values))
  }

  return (
    <AuthCard
      title="Create your account"
      subtitle="Then join your league or start one."
      footer={
        <Button variant="quiet" onClick={onBack}>
          Back to sign in
        </Button>
      }
    >
      <Form className={ui.stack16} onSubmit={submit} aria-label="Create account">
        <TextField
          label="Username"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          {...textFieldProps('username')}
        />
        <TextField label="Email" type="email" autoComplete="email" {...textFieldProps('email')} />
        <div className={forms.twoColumns}>
          <TextField label="First name" autoComplete="given-name" {...textFieldProps('first_name')} />
          <TextField label="Last name" autoComplete="family-name" {...textFieldProps('last_name')} />
        </div>
        <NewPasswordField label="Password" {...textFieldProps('password')} />
        <RoleFields
          role={values.role}
          onRoleChange={(role) => setValues({ ...values, role })}
          code={textFieldProps('admin_code')}
        />
        {formError === null ? null : <Notice tone="bad">{formError}</Notice>}
        <Button type="submit" variant="strong" disabled={!canSubmit}>
          {register.isPending ? 'Creating account…' : 'Create account'}
        </Button>
      </Form>
    </AuthCard>
  )
}

/** Sends the admin code only for the admin role, and only when one was entered. */
function toRequestBody({ admin_code, ...rest }: typeof EMPTY_VALUES) {
  return rest.role === 'admin' && admin_code !== '' ? { ...rest, admin_code } : rest
}

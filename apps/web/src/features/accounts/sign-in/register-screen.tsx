import { useQuery } from '@tanstack/react-query'
import { siteQuery } from '../../../api/operations.ts'
import { Notice } from '../../../ui/feedback/notice.tsx'
import { Button } from '../../../ui/forms/button.tsx'
import { TextField } from '../../../ui/forms/field.tsx'
import { ActionForm, useForm } from '../../../ui/forms/use-form.tsx'
import {
  NameFields,
  NewPasswordField,
  type PersonName,
  type RoleChoice,
  RoleFields,
  UsernameField,
} from '../account-fields.tsx'
import { AuthCard } from './auth-card.tsx'
import { useRegister } from './use-auth.ts'

const EMPTY_VALUES: PersonName & RoleChoice & Record<'username' | 'email' | 'password', string> = {
  username: '',
  email: '',
  first_name: '',
  last_name: '',
  password: '',
  role: 'user',
  admin_code: '',
}

type Props = {
  adminCode?: string | null
  onSignedIn: () => void
  onBack: () => void
}

export function RegisterScreen({ adminCode = null, onSignedIn, onBack }: Props) {
  const { data: site } = useQuery(siteQuery)
  const form = useForm({
    initial:
      adminCode === null ? EMPTY_VALUES : { ...EMPTY_VALUES, role: 'admin' as const, admin_code: adminCode },
    mutation: useRegister(onSignedIn),
    toRequest,
    clears: false,
  })
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
      <ActionForm
        form={form}
        label="Create account"
        action="Create account"
        busy="Creating account…"
        fallback="Registration failed"
      >
        {site?.signup === 'invite' ? (
          <Notice tone="info">This site is by invitation only. Ask your commissioner for a link.</Notice>
        ) : null}
        <UsernameField {...form.field('username')} />
        <TextField {...form.field('email')} label="Email" type="email" autoComplete="email" />
        <NameFields form={form} />
        <NewPasswordField {...form.field('password')} label="Password" />
        <RoleFields form={form} />
      </ActionForm>
    </AuthCard>
  )
}

function toRequest({ admin_code, ...rest }: typeof EMPTY_VALUES) {
  if (rest.username === '' || rest.password === '') return null
  return rest.role === 'admin' && admin_code !== '' ? { ...rest, admin_code } : rest
}

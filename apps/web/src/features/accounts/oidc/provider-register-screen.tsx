import { Button } from '../../../ui/forms/button.tsx'
import { ActionForm, useForm } from '../../../ui/forms/use-form.tsx'
import { Text } from '../../../ui/layout/layout.tsx'
import { NameFields, type RoleChoice, RoleFields, UsernameField } from '../account-fields.tsx'
import { AuthCard } from '../sign-in/auth-card.tsx'
import { announceSignIn, type UnknownIdentity, useRegisterWithProvider } from './use-oidc.ts'

type Props = {
  identity: UnknownIdentity
  onRegistered: () => void
  /** The person has an account already. */
  onLink: () => void
}

const NO_ROLE: RoleChoice = { role: 'user', admin_code: '' }

/** Creates an account that signs in with a provider, so it needs no password. */
export function ProviderRegisterScreen({ identity, onRegistered, onLink }: Props) {
  const { username, first_name, last_name } = identity
  const register = useRegisterWithProvider()
  const form = useForm({
    initial: { username, first_name, last_name, ...NO_ROLE },
    mutation: register,
    toRequest: ({ admin_code, ...rest }) => {
      if (rest.username === '') return null
      return rest.role === 'admin' ? { ...rest, admin_code } : rest
    },
    clears: false,
    onSent: () => {
      announceSignIn()
      onRegistered()
    },
  })
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
      <ActionForm
        form={form}
        label="Create account"
        action="Create account"
        busy="Creating account…"
        fallback="Registration failed"
        isReady={!register.isSuccess}
      >
        <UsernameField {...form.field('username')} />
        <NameFields form={form} />
        <RoleFields form={form} />
        <Text as="p" size="s" tone="muted">
          {describeEmail(identity)}
        </Text>
      </ActionForm>
    </AuthCard>
  )
}

function describeEmail({ email, has_account, provider }: UnknownIdentity): string {
  if (email === null) return 'You can add your email address on your account page.'
  return has_account
    ? `${email} stays with the account that has it now.`
    : `Your email is ${email}, as verified by ${provider}.`
}

import { useQuery } from '@tanstack/react-query'
import { Suspense, use, useEffect, useState } from 'react'
import { getErrorMessage } from '../../api/api-client.ts'
import { ErrorNotice, Notice } from '../../ui/feedback/feedback.tsx'
import { Button } from '../../ui/forms/button.tsx'
import { ActionForm, useForm } from '../../ui/forms/use-form.tsx'
import { Row, Stack } from '../../ui/layout/layout.tsx'
import ui from '../../ui/ui.module.css'
import styles from './accounts.module.css'
import { AuthCard, LoginScreen } from './login-screen.tsx'
import {
  announceSignIn,
  finishSignIn,
  NameFields,
  type RoleChoice,
  RoleFields,
  signInProvidersQuery,
  type UnknownIdentity,
  UsernameField,
  useLinkIdentity,
  useRegisterWithProvider,
  useStartProviderSignIn,
} from './sign-in-methods.tsx'

type Props = {
  /** The query of the address that the provider has sent the browser back to. */
  response: string
  /** Opens the app at an address, such as `?tab=roster`; empty for the start page. */
  onLeave: (returnTo: string) => void
}

export function ProviderReturn(props: Props) {
  return (
    <Suspense fallback={<SigningIn />}>
      <FinishedSignIn {...props} />
    </Suspense>
  )
}

function FinishedSignIn({ response, onLeave }: Props) {
  const result = use(finishSignIn(response))

  useEffect(() => {
    if (result.status === 'signed_in') announceSignIn()
    if (result.status === 'signed_in' || result.status === 'linked') onLeave(result.return_to)
  }, [result, onLeave])

  if (result.status === 'failed') return <Failed message={result.message} onLeave={() => onLeave('')} />
  if (result.status === 'unknown') return <UnknownPerson identity={result} onLeave={onLeave} />
  return <SigningIn />
}

/** Also shown until the page has been replaced. */
function SigningIn() {
  return (
    <AuthCard title="Signing you in" subtitle="This takes a moment." footer={null}>
      <div role="status" aria-label="Signing in" />
    </AuthCard>
  )
}

type FailedProps = { message: string; leaveLabel?: string; onLeave: () => void }

function Failed({ message, leaveLabel = 'Back to Fieldhouse', onLeave }: FailedProps) {
  return (
    <AuthCard
      title="That didn't work"
      subtitle="Nothing was changed."
      footer={
        <Button variant="quiet" onClick={onLeave}>
          {leaveLabel}
        </Button>
      }
    >
      <Notice tone="bad">{message}</Notice>
    </AuthCard>
  )
}

type UnknownPersonProps = { identity: UnknownIdentity; onLeave: (returnTo: string) => void }

function UnknownPerson({ identity, onLeave }: UnknownPersonProps) {
  const { provider, email, has_account, return_to } = identity
  const [isLinking, setIsLinking] = useState(has_account)
  const link = useLinkIdentity()

  if (link.isError) {
    return (
      <Failed
        message={getErrorMessage(link.error, 'Failed')}
        leaveLabel="Continue without linking"
        onLeave={() => onLeave(return_to)}
      />
    )
  }
  if (!isLinking) {
    return (
      <ProviderRegisterScreen
        identity={identity}
        onRegistered={() => onLeave(return_to)}
        onLink={() => setIsLinking(true)}
      />
    )
  }
  return (
    <LoginScreen
      title={`Link ${provider}`}
      subtitle={
        has_account
          ? `An account with ${email} already exists. Sign in to it once, and you can use ${provider} from then on.`
          : `Sign in to your account once, and you can use ${provider} from then on.`
      }
      resetLink={null}
      onSignedIn={() => link.mutate(undefined, { onSuccess: () => onLeave(return_to) })}
      onRegister={() => setIsLinking(false)}
    />
  )
}

type ProviderRegisterScreenProps = {
  identity: UnknownIdentity
  onRegistered: () => void
  onLink: () => void
}

const NO_ROLE: RoleChoice = { role: 'user', admin_code: '' }

function ProviderRegisterScreen({ identity, onRegistered, onLink }: ProviderRegisterScreenProps) {
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
        <p className={ui.note}>{describeEmail(identity)}</p>
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

/** Buttons that sign in with a provider, such as Google. Nothing on a site without providers. */
export function ProviderButtons({ open }: { open?: (url: string) => void }) {
  const { data: providers = [] } = useQuery(signInProvidersQuery)
  const start = useStartProviderSignIn(open)
  // The page stays open until the provider's login page has loaded.
  const isStarting = start.isPending || start.isSuccess

  if (providers.length === 0) return null
  return (
    <Stack gap={3}>
      <Row as="p" gap={3} className={`${ui.note} ${styles.or}`}>
        or
      </Row>
      {providers.map(({ id, name }) => (
        <Button key={id} disabled={isStarting} onClick={() => start.mutate(id)}>
          {isStarting && start.variables === id ? `Opening ${name}…` : `Continue with ${name}`}
        </Button>
      ))}
      <ErrorNotice error={start.error} fallback="Sign-in failed" />
    </Stack>
  )
}

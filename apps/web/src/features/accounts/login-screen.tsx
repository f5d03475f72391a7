import { type QueryClient, useQuery } from '@tanstack/react-query'
import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react'
import { ApiError, type ApiResponse, apiClient, getErrorMessage, hasErrorCode } from '../../api/api-client.ts'
import { type BodyOf, EVERY_QUERY, siteQuery, useChange, useSend, useSendBody } from '../../api/operations.ts'
import { useLink } from '../../router/router.ts'
import { ErrorNotice, Notice } from '../../ui/feedback/feedback.tsx'
import { Button } from '../../ui/forms/button.tsx'
import { TextField } from '../../ui/forms/field.tsx'
import { ActionForm, useForm } from '../../ui/forms/use-form.tsx'
import { Row, Stack, Text } from '../../ui/layout/layout.tsx'
import { Brand } from '../../ui/navigation/brand.tsx'
import ui from '../../ui/ui.module.css'
import styles from './accounts.module.css'
import { broadcastSessionChange, currentUserQuery, switchUser, type User } from './session.ts'
import {
  CurrentPasswordField,
  KeepTokensCheckbox,
  NewPasswordField,
  signWithPasskey,
  supportsPasskeys,
  UsernameField,
} from './sign-in-methods.tsx'

type Props = {
  title?: string
  subtitle?: string
  resetLink: { uid: string; token: string } | null
  signedInAs?: string | null
  onStaySignedIn?: () => void
  onSignedIn: () => void
  onRegister: () => void
  children?: ReactNode
}

type Panel = 'forgot' | 'reset'

export function LoginScreen({
  title = 'Welcome to your league',
  subtitle = 'Sign in to see how Sunday went.',
  resetLink,
  signedInAs = null,
  children,
  ...handlers
}: Props) {
  const { onStaySignedIn, onSignedIn, onRegister } = handlers
  const [openPanel, setOpenPanel] = useState<Panel | null>(resetLink === null ? null : 'reset')
  const [isPasswordReset, setIsPasswordReset] = useState(false)
  const [step, setStep] = useState<SecondFactorStep | null>(null)
  const usernameField = useRef<HTMLInputElement>(null)
  const resetCode = isPasswordReset ? null : resetLink
  const toggleProps = (panel: Panel) => ({
    variant: 'quiet' as const,
    className: styles.toggle,
    'aria-expanded': openPanel === panel,
    'aria-controls': 'login-panel',
    onClick: () => setOpenPanel(openPanel === panel ? null : panel),
  })

  function handlePasswordReset() {
    setIsPasswordReset(true)
    setOpenPanel(null)
    usernameField.current?.focus()
  }

  if (step !== null) {
    return (
      <AuthCard title="Welcome to your league" subtitle="Sign in to see how Sunday went." footer={null}>
        <SecondFactorForm step={step} onSignedIn={onSignedIn} onCancel={() => setStep(null)} />
      </AuthCard>
    )
  }

  return (
    <AuthCard
      title={title}
      subtitle={subtitle}
      footer={
        <>
          {signedInAs === null ? null : (
            <Button variant="quiet" onClick={onStaySignedIn}>
              Stay signed in as {signedInAs}
            </Button>
          )}
          <Button variant="quiet" onClick={onRegister}>
            Don't have an account? Create one
          </Button>
        </>
      }
    >
      <SignInForm
        usernameField={usernameField}
        isPasswordReset={isPasswordReset}
        onSignedIn={onSignedIn}
        onSecondFactor={setStep}
      />
      <PasskeyButton onSignedIn={onSignedIn} />
      <Row isSpread wraps gap={0}>
        <Button {...toggleProps('forgot')}>Forgot password?</Button>
        <Button {...toggleProps('reset')}>I have a reset code</Button>
      </Row>
      <div id="login-panel" className={ui.box} hidden={openPanel === null}>
        {openPanel === 'forgot' ? <ForgotPasswordPanel /> : null}
        {openPanel === 'reset' ? (
          <ResetPasswordPanel
            uid={resetCode?.uid ?? ''}
            token={resetCode?.token ?? ''}
            onReset={handlePasswordReset}
          />
        ) : null}
      </div>
      {children}
    </AuthCard>
  )
}

type SignInFormProps = {
  usernameField: RefObject<HTMLInputElement | null>
  isPasswordReset: boolean
  onSignedIn: () => void
  onSecondFactor: (step: SecondFactorStep) => void
}

function SignInForm({ usernameField, isPasswordReset, onSignedIn, onSecondFactor }: SignInFormProps) {
  const form = useForm({
    initial: { username: '', password: '' },
    mutation: useSignIn(onSignedIn, onSecondFactor),
    toRequest: (draft) => (draft.username === '' || draft.password === '' ? null : draft),
    clears: false,
  })
  return (
    <ActionForm form={form} label="Sign in" action="Sign in" busy="Signing in…" fallback={signInErrorMessage}>
      {isPasswordReset ? <Notice tone="good">Password updated. You can sign in now.</Notice> : null}
      <UsernameField {...form.field('username')} ref={usernameField} />
      <CurrentPasswordField {...form.field('password')} label="Password" />
    </ActionForm>
  )
}

/** Signs in without a username and password. Not shown in browsers without passkeys. */
function PasskeyButton({ onSignedIn }: { onSignedIn: () => void }) {
  const signIn = useSignInWithPasskey(onSignedIn)
  if (!supportsPasskeys()) return null
  return (
    <Stack gap={2}>
      <Button disabled={signIn.isPending} onClick={() => signIn.mutate()}>
        {signIn.isPending ? 'Waiting for your passkey…' : 'Use a passkey'}
      </Button>
      <ErrorNotice error={signIn.error} fallback="Sign-in failed" />
    </Stack>
  )
}

function ForgotPasswordPanel() {
  const { data: site } = useQuery(siteQuery)
  const request = useSendBody('POST /api/password-reset/request/', {})
  const form = useForm({
    initial: { username_or_email: '' },
    mutation: request,
    toRequest: (draft) => (draft.username_or_email === '' ? null : draft),
    clears: false,
  })
  if (site?.email === false)
    return (
      <Notice tone="info">This site can't send email. Ask an admin of this site for a reset link.</Notice>
    )
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
      <UsernameField {...form.field('username_or_email')} label="Username or email" />
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

const CODE_ATTRIBUTES = { autoComplete: 'off', autoCapitalize: 'none', spellCheck: false } as const

function ResetPasswordPanel({ uid, token, onReset }: { uid: string; token: string; onReset: () => void }) {
  const form = useForm({
    initial: { uid, token, new_password: '', keep_tokens: false },
    mutation: useSendBody('POST /api/password-reset/confirm/', {}),
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

type AuthCardProps = {
  title: string
  subtitle: string
  footer: ReactNode
  children: ReactNode
}

export function AuthCard({ title, subtitle, footer, children }: AuthCardProps) {
  return (
    <main>
      <Stack gap={5} className={styles.page}>
        <Text as="p" size="2xl">
          <Brand size={32} />
        </Text>
        <Stack className={`${ui.card} ${styles.card}`}>
          <Stack gap={1}>
            <Text as="h1" size="2xl">
              {title}
            </Text>
            <p className={ui.muted}>{subtitle}</p>
          </Stack>
          {children}
          {footer === null ? null : (
            <Stack gap={1} className={styles.footer}>
              {footer}
            </Stack>
          )}
        </Stack>
      </Stack>
    </main>
  )
}

type SecondFactorProps = { step: SecondFactorStep; onSignedIn: () => void; onCancel: () => void }

function SecondFactorForm({ step, onSignedIn, onCancel }: SecondFactorProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  const [isCodeShown, setIsCodeShown] = useState(step.has_totp)
  const withPasskey = useCompleteWithPasskey(step.token, onSignedIn)
  const withCode = useCompleteWithCode(step.token, onSignedIn)
  const form = useForm({
    initial: { code: '' },
    mutation: withCode,
    toRequest: ({ code }) => (code.trim() === '' ? null : code),
    clears: false,
  })
  const isPending = withPasskey.isPending || withCode.isPending
  const hasExpired = [withPasskey.error, withCode.error].some((error) =>
    hasErrorCode(error, 'sign_in_expired'),
  )

  // The field that had the focus is gone.
  useEffect(() => heading.current?.focus(), [])

  return (
    <Stack as="section" aria-labelledby="second-factor">
      <Stack gap={2}>
        <h2 id="second-factor" ref={heading} tabIndex={-1}>
          One more step
        </h2>
        <p className={ui.muted}>Your password is right. {describeFactors(step)} to sign in.</p>
      </Stack>
      <ErrorNotice error={withCode.isIdle ? withPasskey.error : null} fallback="Sign-in failed" />
      {step.has_passkey && !hasExpired ? (
        <Button variant="strong" disabled={isPending} onClick={() => withPasskey.mutate()}>
          {withPasskey.isPending ? 'Waiting for your passkey…' : 'Use your passkey'}
        </Button>
      ) : null}
      {isCodeShown ? (
        <ActionForm
          form={form}
          label="Second step"
          action="Sign in"
          busy="Signing in…"
          fallback="Sign-in failed"
          isReady={!isPending && !hasExpired}
          isStrong={false}
        >
          <TextField
            {...form.field('code')}
            label={step.has_totp ? 'Code' : 'Recovery code'}
            autoComplete="one-time-code"
            autoCapitalize="characters"
            spellCheck={false}
            maxLength={64}
            hint={step.has_totp ? 'From your authenticator app, or a recovery code.' : undefined}
          />
        </ActionForm>
      ) : null}
      {isCodeShown || hasExpired ? null : (
        <Button variant="quiet" onClick={() => setIsCodeShown(true)}>
          Use a recovery code
        </Button>
      )}
      <Button variant="quiet" onClick={onCancel}>
        Back to your password
      </Button>
    </Stack>
  )
}

function describeFactors({ has_passkey, has_totp }: SecondFactorStep): string {
  if (!has_totp) return 'Confirm with your passkey'
  return has_passkey
    ? 'Confirm with your passkey or a code from your authenticator app'
    : 'Enter the code from your authenticator app'
}

type SecondFactorStep = Extract<ApiResponse<'POST /api/login/'>, { username: null }>

const useSignIn = (onSignedIn: () => void, onSecondFactor: (step: SecondFactorStep) => void) =>
  useSendBody('POST /api/login/', {
    onSuccess: (response, input, client) =>
      response.username === null
        ? onSecondFactor(response)
        : completeSignIn(onSignedIn)(response, input, client),
  })

const useSignInWithPasskey = (onSignedIn: () => void) =>
  useChange(
    async () => {
      const { options } = await apiClient('POST /api/login/passkey/start/')
      const credential = await signWithPasskey(options)
      return apiClient('POST /api/login/passkey/', { body: { credential } })
    },
    { onSuccess: completeSignIn(onSignedIn) },
  )

const useCompleteWithCode = (token: string, onSignedIn: () => void) =>
  useSend('POST /api/login/second-factor/', (code: string) => ({ body: { token, code } }), {
    onSuccess: completeSignIn(onSignedIn),
  })

const useCompleteWithPasskey = (token: string, onSignedIn: () => void) =>
  useChange(
    async () => {
      const { options } = await apiClient('POST /api/login/second-factor/start/', { body: { token } })
      const credential = await signWithPasskey(options)
      return apiClient('POST /api/login/second-factor/', { body: { token, credential } })
    },
    { onSuccess: completeSignIn(onSignedIn) },
  )

/** An invite link that is open lets people register on a site where nobody else can. */
export function useRegister(onSignedIn: () => void) {
  const invite_code = useLink('inviteCode') ?? undefined
  return useSend(
    'POST /api/register/',
    (body: BodyOf<'POST /api/register/'>) => ({ body: { ...body, invite_code } }),
    { onSuccess: completeSignIn(onSignedIn) },
  )
}

export const useVerifyEmail = () =>
  useSend('POST /api/account/email/verify/', (token: string) => ({ body: { token } }), {
    onSuccess: EVERY_QUERY,
  })

function completeSignIn(onSignedIn: () => void) {
  return (user: User, _: unknown, client: QueryClient) => {
    switchUser(client, user)
    // The response does not say whether the admin rights of the account wait for a second factor.
    if (user.is_admin || user.is_staff) void client.invalidateQueries({ queryKey: currentUserQuery.queryKey })
    broadcastSessionChange('in')
    onSignedIn()
  }
}

/** The message for a failed sign-in. Source: specification, 8 "Login". */
export function signInErrorMessage(error: unknown): string {
  const isInvalidCredentials =
    error instanceof ApiError &&
    (error.code === 'invalid_credentials' || error.message === 'Invalid credentials')
  return isInvalidCredentials ? 'Invalid username or password.' : getErrorMessage(error, 'Sign-in failed')
}

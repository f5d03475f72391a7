import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type ComponentProps, useEffect, useRef, useState } from 'react'
import {
  ApiError,
  type ApiRequest,
  type ApiResponse,
  apiClient,
  getErrorMessage,
  onIdentityCheck,
} from '../../api/api-client.ts'
import { type BodyOf, operationQuery, siteQuery, useSend } from '../../api/operations.ts'
import { useLink } from '../../router/router.ts'
import { Checkbox, RadioGroup, TextField } from '../../ui/forms/field.tsx'
import type { FormState } from '../../ui/forms/use-form.tsx'
import { Fill, Row } from '../../ui/layout/layout.tsx'
import { lazyPart } from '../../ui/lazy-named.ts'
import { broadcastSessionChange, clearUserData, signOut } from './session.ts'

/** The hint next to a new password. Source: decisions, 2 "Registration". */
const PASSWORD_RULE = 'At least 8 characters, and not one of the most common passwords.'

type Props = Omit<ComponentProps<typeof TextField>, 'label' | 'type' | 'autoComplete'> & { label?: string }

export function UsernameField({ label = 'Username', ...props }: Props) {
  return (
    <TextField
      name="username"
      {...props}
      label={label}
      autoComplete="username"
      autoCapitalize="none"
      spellCheck={false}
    />
  )
}

export function CurrentPasswordField({ label = 'Current password', ...props }: Props) {
  return <TextField {...props} label={label} type="password" autoComplete="current-password" />
}

export function NewPasswordField({ label = 'New password', ...props }: Props) {
  return (
    <TextField {...props} label={label} type="password" autoComplete="new-password" hint={PASSWORD_RULE} />
  )
}

type KeepTokensProps = Pick<ComponentProps<typeof Checkbox>, 'checked' | 'onChange'>

export function KeepTokensCheckbox(props: KeepTokensProps) {
  return (
    <Checkbox
      label="Keep my API tokens and calendar and feed addresses"
      note="Leave it off if somebody else may know your password."
      {...props}
    />
  )
}

export type PersonName = { first_name: string; last_name: string }

export function NameFields({ form }: { form: FormState<PersonName> }) {
  return (
    <Row gap={3} align="start">
      <Fill>
        <TextField {...form.field('first_name')} label="First name" autoComplete="given-name" />
      </Fill>
      <Fill>
        <TextField {...form.field('last_name')} label="Last name" autoComplete="family-name" />
      </Fill>
    </Row>
  )
}

const ROLE_OPTIONS = [
  { value: 'user', label: 'User' },
  { value: 'admin', label: 'Admin' },
] as const

export type RoleChoice = { role: (typeof ROLE_OPTIONS)[number]['value']; admin_code: string }

export function RoleFields({ form }: { form: FormState<RoleChoice> }) {
  const { data: site } = useQuery(siteQuery)
  return (
    <>
      <RadioGroup {...form.field('role')} label="Role" options={ROLE_OPTIONS} />
      {form.draft.role === 'admin' ? (
        <TextField
          {...form.field('admin_code')}
          label="Admin signup code"
          autoComplete="off"
          spellCheck={false}
          hint={
            site?.needs_admin === true
              ? 'The server printed it when it started. It is also in the file admin-signup-code of its data folder, and npm run admin -- signup-code prints it.'
              : 'Ask the person who runs this site for it.'
          }
        />
      ) : null}
    </>
  )
}

type CreationOptions = ApiResponse<'POST /api/account/passkeys/start/'>['options']
type RequestOptions = ApiResponse<'POST /api/login/passkey/start/'>['options']
type NewCredential = ApiRequest<'POST /api/account/passkeys/'>['body']['credential']
type SignedCredential = ApiRequest<'POST /api/login/passkey/'>['body']['credential']

/** Loaded on first use: most people sign in with a password. */
const loadLibrary = () => import('@simplewebauthn/browser')

type Library = Awaited<ReturnType<typeof loadLibrary>>

export function supportsPasskeys(): boolean {
  return typeof PublicKeyCredential === 'function'
}

/** Asks the browser to create a passkey. Throws an ApiError whose message says what to do. */
export async function createPasskey(options: CreationOptions): Promise<NewCredential> {
  const { startRegistration } = await loadLibrary()
  const optionsJSON = options as unknown as Parameters<Library['startRegistration']>[0]['optionsJSON']
  try {
    return await startRegistration({ optionsJSON })
  } catch (error) {
    throw passkeyError(
      error instanceof Error && error.name === 'InvalidStateError'
        ? 'This device already has a passkey for your account.'
        : 'No passkey was created. Try again, and follow the steps of your browser.',
      error,
    )
  }
}

/** Asks the browser to sign with a passkey. Throws an ApiError whose message says what to do. */
export async function signWithPasskey(options: RequestOptions): Promise<SignedCredential> {
  const { startAuthentication } = await loadLibrary()
  const optionsJSON = options as unknown as Parameters<Library['startAuthentication']>[0]['optionsJSON']
  try {
    return await startAuthentication({ optionsJSON })
  } catch (error) {
    throw passkeyError('No passkey was used. Try again, or choose another way.', error)
  }
}

/** The browser says no more than that the passkey was canceled, timed out or is not there. */
function passkeyError(message: string, cause: unknown): ApiError {
  return new ApiError({ status: 400, code: 'passkey_rejected', message }, { cause })
}

export type UnknownIdentity = Extract<ApiResponse<'POST /api/auth/oidc/finish/'>, { status: 'unknown' }>

export const signInProvidersQuery = operationQuery('GET /api/auth/oidc/providers/', ['sign-in-providers'], {
  select: (response) => response.providers,
  staleTime: Infinity,
})

/** The provider accounts that are linked to the user, oldest first. */
export const identitiesQuery = operationQuery('GET /api/auth/oidc/identities/', ['identities'])

/** Opens the provider's login page. It leads back to the current address. */
export const useStartProviderSignIn = (open: (url: string) => void = (url) => location.assign(url)) =>
  useSend(
    'POST /api/auth/oidc/start/',
    (provider: string) => ({ body: { provider, return_to: location.search } }),
    { onSuccess: ({ url }) => open(url) },
  )

type FinishedSignIn = ApiResponse<'POST /api/auth/oidc/finish/'> | { status: 'failed'; message: string }

const finishedSignIns = new Map<string, Promise<FinishedSignIn>>()

/**
 * It is sent only once, however often the screen is rendered, because the server accepts it only once. Never rejects.
 */
export function finishSignIn(response: string): Promise<FinishedSignIn> {
  const finished = finishedSignIns.get(response) ?? sendResponse(response)
  finishedSignIns.set(response, finished)
  return finished
}

async function sendResponse(response: string): Promise<FinishedSignIn> {
  try {
    return await apiClient('POST /api/auth/oidc/finish/', { body: { response } })
  } catch (error) {
    return { status: 'failed', message: getErrorMessage(error, 'Sign-in failed') }
  }
}

export const useLinkIdentity = () => useSend('POST /api/auth/oidc/link/', () => ({}))

export function useRegisterWithProvider() {
  const invite_code = useLink('inviteCode') ?? undefined
  return useSend('POST /api/auth/oidc/register/', (body: BodyOf<'POST /api/auth/oidc/register/'>) => ({
    body: { ...body, invite_code },
  }))
}

export const useUnlinkIdentity = () =>
  // Also after an error: it may have been unlinked in another tab.
  useSend('POST /api/auth/oidc/unlink/', (id: number) => ({ body: { id } }), {
    onSettled: [identitiesQuery.queryKey],
  })

export function announceSignIn(): void {
  clearUserData('signed in')
  broadcastSessionChange('in')
}

const ConfirmIdentityDialog = lazyPart(() => import('./confirm-identity-dialog.tsx'), 'ConfirmIdentityDialog')

export function IdentityCheck() {
  const [isAsking, setIsAsking] = useState(false)
  const answer = useRef<(isConfirmed: boolean) => void>(null)

  useEffect(() => {
    const unsubscribe = onIdentityCheck(() => {
      setIsAsking(true)
      return new Promise((resolve) => {
        answer.current = resolve
      })
    })
    return () => {
      unsubscribe()
      // After a sign-out in another tab, nobody can answer any more.
      answer.current?.(false)
    }
  }, [])

  function finish(isConfirmed: boolean) {
    setIsAsking(false)
    answer.current?.(isConfirmed)
  }

  if (!isAsking) return null
  return <ConfirmIdentityDialog onConfirmed={() => finish(true)} onCancel={() => finish(false)} />
}

/** Signs out before the request is sent: the server may not answer, or take long. */
export function useSignOut(onSignedOut: () => void) {
  const client = useQueryClient()
  return useMutation({
    onMutate: () => {
      signOut(client)
      onSignedOut()
    },
    mutationFn: () => apiClient('POST /api/logout/'),
  })
}

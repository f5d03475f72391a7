import type { QueryClient } from '@tanstack/react-query'
import { type ApiResponse, apiClient } from '../../../api/api-client.ts'
import { type BodyOf, EVERY_QUERY, useChange, useSend, useSendBody } from '../../../api/operations.ts'
import { useInviteCode } from '../../../router/router.ts'
import { signWithPasskey } from '../passkey-client.ts'
import { broadcastSessionChange, currentUserQuery, switchUser, type User } from '../session.ts'

export type SecondFactorStep = Extract<ApiResponse<'POST /api/login/'>, { username: null }>

export const useSignIn = (onSignedIn: () => void, onSecondFactor: (step: SecondFactorStep) => void) =>
  useSendBody('POST /api/login/', {
    onSuccess: (response, input, client) =>
      response.username === null
        ? onSecondFactor(response)
        : completeSignIn(onSignedIn)(response, input, client),
  })

export const useSignInWithPasskey = (onSignedIn: () => void) =>
  useChange(
    async () => {
      const { options } = await apiClient('POST /api/login/passkey/start/')
      const credential = await signWithPasskey(options)
      return apiClient('POST /api/login/passkey/', { body: { credential } })
    },
    { onSuccess: completeSignIn(onSignedIn) },
  )

export const useCompleteWithCode = (token: string, onSignedIn: () => void) =>
  useSend('POST /api/login/second-factor/', (code: string) => ({ body: { token, code } }), {
    onSuccess: completeSignIn(onSignedIn),
  })

export const useCompleteWithPasskey = (token: string, onSignedIn: () => void) =>
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
  const invite_code = useInviteCode() ?? undefined
  return useSend(
    'POST /api/register/',
    (body: BodyOf<'POST /api/register/'>) => ({ body: { ...body, invite_code } }),
    { onSuccess: completeSignIn(onSignedIn) },
  )
}

export const useRequestPasswordReset = () =>
  useSend('POST /api/password-reset/request/', (usernameOrEmail: string) => ({
    body: { username_or_email: usernameOrEmail },
  }))

export const useConfirmPasswordReset = () => useSendBody('POST /api/password-reset/confirm/', {})

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

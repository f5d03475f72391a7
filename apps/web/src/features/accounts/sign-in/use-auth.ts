import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type ApiResponse, apiClient } from '../../../api/api-client.ts'
import { type BodyOf, EVERY_QUERY, useSend, useSendBody } from '../../../api/operations.ts'
import { useInviteCode } from '../../../router/router.ts'
import { signWithPasskey } from '../passkey-client.ts'
import { broadcastSessionChange, currentUserQuery, switchUser, type User } from '../session.ts'

export type SecondFactorStep = Extract<ApiResponse<'POST /api/login/'>, { username: null }>

export function useSignIn(onSignedIn: () => void, onSecondFactor: (step: SecondFactorStep) => void) {
  const completeSignIn = useCompleteSignIn(onSignedIn)
  return useSendBody(
    'POST /api/login/',
    {},
    {
      onSuccess: (response) =>
        response.username === null ? onSecondFactor(response) : completeSignIn(response),
    },
  )
}

export function useSignInWithPasskey(onSignedIn: () => void) {
  const completeSignIn = useCompleteSignIn(onSignedIn)
  return useMutation({
    mutationFn: async () => {
      const { options } = await apiClient('POST /api/login/passkey/start/')
      const credential = await signWithPasskey(options)
      return apiClient('POST /api/login/passkey/', { body: { credential } })
    },
    onSuccess: completeSignIn,
  })
}

export const useCompleteWithCode = (token: string, onSignedIn: () => void) =>
  useSend('POST /api/login/second-factor/', (code: string) => ({ body: { token, code } }), {
    onSuccess: useCompleteSignIn(onSignedIn),
  })

export function useCompleteWithPasskey(token: string, onSignedIn: () => void) {
  const completeSignIn = useCompleteSignIn(onSignedIn)
  return useMutation({
    mutationFn: async () => {
      const { options } = await apiClient('POST /api/login/second-factor/start/', { body: { token } })
      const credential = await signWithPasskey(options)
      return apiClient('POST /api/login/second-factor/', { body: { token, credential } })
    },
    onSuccess: completeSignIn,
  })
}

/** An invite link that is open lets people register on a site where nobody else can. */
export function useRegister(onSignedIn: () => void) {
  const invite_code = useInviteCode() ?? undefined
  return useSend(
    'POST /api/register/',
    (body: BodyOf<'POST /api/register/'>) => ({ body: { ...body, invite_code } }),
    { onSuccess: useCompleteSignIn(onSignedIn) },
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

function useCompleteSignIn(onSignedIn: () => void) {
  const client = useQueryClient()
  return (user: User) => {
    switchUser(client, user)
    // The response does not say whether the admin rights of the account wait for a second factor.
    if (user.is_admin || user.is_staff) void client.invalidateQueries({ queryKey: currentUserQuery.queryKey })
    broadcastSessionChange('in')
    onSignedIn()
  }
}

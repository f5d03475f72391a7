import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type ApiRequest, apiClient } from '../../../api/api-client.ts'
import { broadcastSessionChange, signOut, switchUser, type User } from '../session.ts'

type RequestBody<Key extends 'POST /api/login/' | 'POST /api/register/'> = ApiRequest<Key>['body']

export function useSignIn(onSignedIn: () => void) {
  const completeSignIn = useCompleteSignIn(onSignedIn)
  return useMutation({
    mutationFn: (body: RequestBody<'POST /api/login/'>) => apiClient('POST /api/login/', { body }),
    onSuccess: completeSignIn,
  })
}

export function useRegister(onSignedIn: () => void) {
  const completeSignIn = useCompleteSignIn(onSignedIn)
  return useMutation({
    mutationFn: (body: RequestBody<'POST /api/register/'>) => apiClient('POST /api/register/', { body }),
    onSuccess: completeSignIn,
  })
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

export function useRequestPasswordReset() {
  return useMutation({
    mutationFn: (usernameOrEmail: string) =>
      apiClient('POST /api/password-reset/request/', { body: { username_or_email: usernameOrEmail } }),
  })
}

export function useConfirmPasswordReset() {
  return useMutation({
    mutationFn: (body: { uid: string; token: string; new_password: string }) =>
      apiClient('POST /api/password-reset/confirm/', { body }),
  })
}

export function useVerifyEmail() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (token: string) => apiClient('POST /api/account/email/verify/', { body: { token } }),
    onSuccess: () => client.invalidateQueries(),
  })
}

function useCompleteSignIn(onSignedIn: () => void) {
  const client = useQueryClient()
  return (user: User) => {
    switchUser(client, user)
    broadcastSessionChange('in')
    onSignedIn()
  }
}

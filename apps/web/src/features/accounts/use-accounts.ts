import { useMutation, useQueryClient } from '@tanstack/react-query'
import { call, type Request } from '../../api/call.ts'
import { changeUser, type User } from './session.ts'
import { announceSession } from './session-signal.ts'

type Body<Key extends 'POST /api/login/' | 'POST /api/register/'> = Request<Key>['body']

export function useSignIn(onSignedIn: () => void) {
  const enter = useEnter(onSignedIn)
  return useMutation({
    mutationFn: (body: Body<'POST /api/login/'>) => call('POST /api/login/', { body }),
    onSuccess: enter,
  })
}

export function useRegister(onSignedIn: () => void) {
  const enter = useEnter(onSignedIn)
  return useMutation({
    mutationFn: (body: Body<'POST /api/register/'>) => call('POST /api/register/', { body }),
    onSuccess: enter,
  })
}

/** Leaves the page to nobody, also when the call fails. */
export function useSignOut(onSignedOut: () => void) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: () => call('POST /api/logout/'),
    onSettled: () => {
      changeUser(client, null)
      announceSession('out')
      onSignedOut()
    },
  })
}

export function useRequestReset() {
  return useMutation({
    mutationFn: (usernameOrEmail: string) =>
      call('POST /api/password-reset/request/', { body: { username_or_email: usernameOrEmail } }),
  })
}

export function useConfirmReset() {
  return useMutation({
    mutationFn: (body: { uid: string; token: string; new_password: string }) =>
      call('POST /api/password-reset/confirm/', { body }),
  })
}

function useEnter(onSignedIn: () => void) {
  const client = useQueryClient()
  return (user: User) => {
    changeUser(client, user)
    announceSession('in')
    onSignedIn()
  }
}

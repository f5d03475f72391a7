import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { type Answer, call, type Request } from '../../api/call.ts'
import { whoAmI } from './session.ts'

export type Session = Answer<'GET /api/account/sessions/'>['sessions'][number]

/** Where the person is signed in, last used first. */
export const mySessions = queryOptions({
  queryKey: ['sessions'],
  queryFn: ({ signal }) => call('GET /api/account/sessions/', { signal }),
  select: (answer) => answer.sessions,
})

export function useUpdateAccount() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: NonNullable<Request<'POST /api/account/'>['body']>) =>
      call('POST /api/account/', { body }),
    onSuccess: (user) => client.setQueryData(whoAmI.queryKey, user),
  })
}

/** A new password ends the other sessions too. */
export function useChangePassword() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: Request<'POST /api/account/password/'>['body']) =>
      call('POST /api/account/password/', { body }),
    onSuccess: () => client.invalidateQueries({ queryKey: mySessions.queryKey }),
  })
}

/** Ends the session of that id; null ends all but this one. */
export function useEndSessions() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (id: string | null) =>
      call('POST /api/account/sessions/end/', { body: id === null ? {} : { id } }),
    // One that is gone already comes back as a failure; the list then tells.
    onSettled: () => client.invalidateQueries({ queryKey: mySessions.queryKey }),
  })
}

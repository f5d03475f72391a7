import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { type ApiRequest, type ApiResponse, apiClient } from '../../api/api-client.ts'
import { currentUserQuery } from './session.ts'

export type Session = ApiResponse<'GET /api/account/sessions/'>['sessions'][number]

/** Where the person is signed in, last used first. */
export const sessionsQuery = queryOptions({
  queryKey: ['sessions'],
  queryFn: ({ signal }) => apiClient('GET /api/account/sessions/', { signal }),
  select: (answer) => answer.sessions,
})

export function useUpdateAccount() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: NonNullable<ApiRequest<'POST /api/account/'>['body']>) =>
      apiClient('POST /api/account/', { body }),
    onSuccess: (user) => client.setQueryData(currentUserQuery.queryKey, user),
  })
}

/** A new password ends the other sessions too. */
export function useChangePassword() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: ApiRequest<'POST /api/account/password/'>['body']) =>
      apiClient('POST /api/account/password/', { body }),
    onSuccess: () => client.invalidateQueries({ queryKey: sessionsQuery.queryKey }),
  })
}

/** Ends the session of that id; null ends all but this one. */
export function useEndSessions() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (id: string | null) =>
      apiClient('POST /api/account/sessions/end/', { body: id === null ? {} : { id } }),
    // One that is gone already comes back as a failure; the list then tells.
    onSettled: () => client.invalidateQueries({ queryKey: sessionsQuery.queryKey }),
  })
}

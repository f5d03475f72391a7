import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { type ApiRequest, type ApiResponse, apiClient } from '../../../api/api-client.ts'
import { useSend } from '../../../api/operations.ts'
import { apiTokensQuery } from '../api-tokens/use-api-tokens.ts'
import { identitiesQuery } from '../oidc/use-oidc.ts'
import { broadcastSessionChange, currentUserQuery, switchUser } from '../session.ts'
import { subscriptionsQuery } from '../subscriptions/use-subscriptions.ts'

export type Session = ApiResponse<'GET /api/account/sessions/'>['sessions'][number]

/** The user's sessions, most recently used first. */
export const sessionsQuery = queryOptions({
  queryKey: ['sessions'],
  queryFn: ({ signal }) => apiClient('GET /api/account/sessions/', { signal }),
  select: (response) => response.sessions,
})

export const emailStatusQuery = queryOptions({
  queryKey: ['email-status'],
  queryFn: ({ signal }) => apiClient('GET /api/account/email/', { signal }),
  select: (response) => response.status,
})

export function useSendVerificationEmail() {
  return useMutation({ mutationFn: () => apiClient('POST /api/account/email/send/') })
}

export function useUpdateAccount() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: NonNullable<ApiRequest<'POST /api/account/'>['body']>) =>
      apiClient('POST /api/account/', { body }),
    onSuccess: (user) => {
      client.setQueryData(currentUserQuery.queryKey, user)
      return client.invalidateQueries({ queryKey: emailStatusQuery.queryKey })
    },
  })
}

/** Changing the password also ends all other sessions, and may end API tokens and secret addresses. */
export function useChangePassword() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: ApiRequest<'POST /api/account/password/'>['body']) =>
      apiClient('POST /api/account/password/', { body }),
    onSuccess: () => {
      for (const { queryKey } of [identitiesQuery, apiTokensQuery, subscriptionsQuery])
        void client.invalidateQueries({ queryKey })
      return client.invalidateQueries({ queryKey: sessionsQuery.queryKey })
    },
  })
}

/** Ends the session with the given id; null ends all other sessions. */
export const useEndSessions = () =>
  // Also after an error: a session that has already ended disappears from the list.
  useSend('POST /api/account/sessions/end/', (id: string | null) => ({ body: id === null ? {} : { id } }), {
    onSettled: [sessionsQuery.queryKey],
  })

/** Also signs out, in all tabs. */
export function useDeleteAccount() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (username: string) => apiClient('POST /api/account/delete/', { body: { username } }),
    onSuccess: () => {
      switchUser(client, null)
      broadcastSessionChange('out')
    },
  })
}

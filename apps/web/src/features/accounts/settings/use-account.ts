import type { ApiResponse } from '../../../api/api-client.ts'
import { operationQuery, useSend, useSendBody } from '../../../api/operations.ts'
import { apiTokensQuery } from '../api-tokens/use-api-tokens.ts'
import { identitiesQuery } from '../oidc/use-oidc.ts'
import { broadcastSessionChange, currentUserQuery, switchUser } from '../session.ts'
import { subscriptionsQuery } from '../subscriptions/use-subscriptions.ts'

export type Session = ApiResponse<'GET /api/account/sessions/'>['sessions'][number]

/** The user's sessions, most recently used first. */
export const sessionsQuery = operationQuery('GET /api/account/sessions/', ['sessions'], {
  select: (response) => response.sessions,
})

export const emailStatusQuery = operationQuery('GET /api/account/email/', ['email-status'], {
  select: (response) => response.status,
})

export const useSendVerificationEmail = () => useSend('POST /api/account/email/send/', () => ({}))

export const useUpdateAccount = () =>
  useSendBody('POST /api/account/', {
    onSuccess: (user, _, client) => {
      client.setQueryData(currentUserQuery.queryKey, user)
      return [emailStatusQuery.queryKey]
    },
  })

/** Changing the password also ends all other sessions, and may end API tokens and secret addresses. */
export function useChangePassword() {
  const queries = [sessionsQuery, identitiesQuery, apiTokensQuery, subscriptionsQuery]
  return useSendBody('POST /api/account/password/', { onSuccess: queries.map(({ queryKey }) => queryKey) })
}

/** Ends the session with the given id; null ends all other sessions. */
export const useEndSessions = () =>
  // Also after an error: a session that has already ended disappears from the list.
  useSend('POST /api/account/sessions/end/', (id: string | null) => ({ body: id === null ? {} : { id } }), {
    onSettled: [sessionsQuery.queryKey],
  })

/** Also signs out, in all tabs. */
export const useDeleteAccount = () =>
  useSend('POST /api/account/delete/', (username: string) => ({ body: { username } }), {
    onSuccess: (_data, _username, client) => {
      switchUser(client, null)
      broadcastSessionChange('out')
    },
  })

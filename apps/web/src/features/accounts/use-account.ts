import type { ApiRequest, ApiResponse } from '../../api/api-client.ts'
import { operationQuery, useSend, useSendBody } from '../../api/operations.ts'
import { broadcastSessionChange, currentUserQuery, switchUser } from './session.ts'
import { identitiesQuery } from './sign-in-methods.tsx'

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

export type ApiToken = ApiResponse<'GET /api/account/tokens/'>['tokens'][number]
export type NewApiToken = ApiRequest<'POST /api/account/tokens/'>['body']

/** The user's API tokens, newest first. */
export const apiTokensQuery = operationQuery('GET /api/account/tokens/', ['api-tokens'], {
  select: (response) => response.tokens,
})

export const useCreateApiToken = () =>
  // The token itself is not kept longer than it is shown.
  useSendBody('POST /api/account/tokens/', { gcTime: 0, onSuccess: [apiTokensQuery.queryKey] })

export const useRevokeApiToken = () =>
  // Also after an error: a token that was revoked elsewhere disappears from the list.
  useSend('POST /api/account/tokens/revoke/', (id: number) => ({ body: { id } }), {
    onSettled: [apiTokensQuery.queryKey],
  })

export type Subscription = ApiResponse<'GET /api/account/subscriptions/'>['subscriptions'][number]
export type SubscriptionKind = Subscription['kind']

export const subscriptionsQuery = operationQuery('GET /api/account/subscriptions/', ['subscriptions'], {
  select: (response) => response.subscriptions,
})

export const useCreateSubscription = () =>
  useSend('POST /api/account/subscriptions/', (kind: SubscriptionKind) => ({ body: { kind } }), {
    // The address is not kept longer than it is shown.
    gcTime: 0,
    onSuccess: [subscriptionsQuery.queryKey],
  })

export const useRevokeSubscription = () =>
  // Also after an error: an address that was turned off elsewhere disappears from the list.
  useSend('POST /api/account/subscriptions/revoke/', (kind: SubscriptionKind) => ({ body: { kind } }), {
    onSettled: [subscriptionsQuery.queryKey],
  })

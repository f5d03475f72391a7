import type { ApiRequest, ApiResponse } from '../../../api/api-client.ts'
import { operationQuery, useSend, useSendBody } from '../../../api/operations.ts'

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

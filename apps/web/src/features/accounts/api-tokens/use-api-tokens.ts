import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { type ApiRequest, type ApiResponse, apiClient } from '../../../api/api-client.ts'
import { useSend } from '../../../api/operations.ts'

export type ApiToken = ApiResponse<'GET /api/account/tokens/'>['tokens'][number]
export type NewApiToken = ApiRequest<'POST /api/account/tokens/'>['body']

/** The user's API tokens, newest first. */
export const apiTokensQuery = queryOptions({
  queryKey: ['api-tokens'],
  queryFn: ({ signal }) => apiClient('GET /api/account/tokens/', { signal }),
  select: (response) => response.tokens,
})

export function useCreateApiToken() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: NewApiToken) => apiClient('POST /api/account/tokens/', { body }),
    // The token itself is not kept longer than it is shown.
    gcTime: 0,
    onSuccess: () => client.invalidateQueries({ queryKey: apiTokensQuery.queryKey }),
  })
}

export const useRevokeApiToken = () =>
  // Also after an error: a token that was revoked elsewhere disappears from the list.
  useSend('POST /api/account/tokens/revoke/', (id: number) => ({ body: { id } }), {
    onSettled: [apiTokensQuery.queryKey],
  })

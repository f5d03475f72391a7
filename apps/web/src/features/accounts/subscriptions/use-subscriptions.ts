import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { type ApiResponse, apiClient } from '../../../api/api-client.ts'
import { useSend } from '../../../api/operations.ts'

export type Subscription = ApiResponse<'GET /api/account/subscriptions/'>['subscriptions'][number]
export type SubscriptionKind = Subscription['kind']

export const subscriptionsQuery = queryOptions({
  queryKey: ['subscriptions'],
  queryFn: ({ signal }) => apiClient('GET /api/account/subscriptions/', { signal }),
  select: (response) => response.subscriptions,
})

export function useCreateSubscription() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (kind: SubscriptionKind) => apiClient('POST /api/account/subscriptions/', { body: { kind } }),
    // The address is not kept longer than it is shown.
    gcTime: 0,
    onSuccess: () => client.invalidateQueries({ queryKey: subscriptionsQuery.queryKey }),
  })
}

export const useRevokeSubscription = () =>
  // Also after an error: an address that was turned off elsewhere disappears from the list.
  useSend('POST /api/account/subscriptions/revoke/', (kind: SubscriptionKind) => ({ body: { kind } }), {
    onSettled: [subscriptionsQuery.queryKey],
  })

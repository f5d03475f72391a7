import type { ApiResponse } from '../../../api/api-client.ts'
import { operationQuery, useSend } from '../../../api/operations.ts'

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

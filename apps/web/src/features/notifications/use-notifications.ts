import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { type ApiRequest, type ApiResponse, apiClient } from '../../api/api-client.ts'
import { operationQuery } from '../../api/operations.ts'
import { getDeviceState, subscribeToPush, unsubscribeFromPush } from './push-subscription.ts'

export type Notifications = ApiResponse<'GET /api/notifications/'>
export type NotificationChoice = Notifications['kinds'][number]

export const notificationsQuery = operationQuery('GET /api/notifications/', ['notifications'])

export function useSaveNotifications() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (body: NonNullable<ApiRequest<'POST /api/notifications/'>['body']>) =>
      apiClient('POST /api/notifications/', { body }),
    onSuccess: ({ notifications }) => queryClient.setQueryData(notificationsQuery.queryKey, notifications),
  })
}

/**
 * Turns push notifications on or off for this browser. Fails with a message for users if the browser does not
 * allow it.
 */
export function useTogglePush(publicKey: string) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: async (isOn: boolean) => {
      if (isOn)
        return apiClient('POST /api/notifications/devices/', { body: await subscribeToPush(publicKey) })
      const endpoint = await unsubscribeFromPush()
      return endpoint === null
        ? null
        : apiClient('POST /api/notifications/devices/remove/', { body: { endpoint } })
    },
    onSuccess: (response) => {
      if (response !== null) queryClient.setQueryData(notificationsQuery.queryKey, response.notifications)
    },
    onSettled: () =>
      Promise.all(
        [deviceStateQuery.queryKey, notificationsQuery.queryKey].map((queryKey) =>
          queryClient.invalidateQueries({ queryKey }),
        ),
      ),
  })
}

/** The push state of this browser, as reported by the browser. */
export const deviceStateQuery = queryOptions({
  queryKey: ['this-device'],
  queryFn: getDeviceState,
})

import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { type ApiRequest, type ApiResponse, apiClient } from '../../api/api-client.ts'
import { getDeviceState, subscribeToPush, unsubscribeFromPush } from './push-subscription.ts'

export type Notifications = ApiResponse<'GET /api/notifications/'>
export type NotificationChoice = Notifications['kinds'][number]
export type QuietTimes = NonNullable<Notifications['quiet']>

export const notificationsQuery = queryOptions({
  queryKey: ['notifications'],
  queryFn: ({ signal }) => apiClient('GET /api/notifications/', { signal }),
})

export function useSaveNotifications() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: NonNullable<ApiRequest<'POST /api/notifications/'>['body']>) =>
      apiClient('POST /api/notifications/', { body }),
    onSuccess: ({ notifications }) => client.setQueryData(notificationsQuery.queryKey, notifications),
  })
}

/** Lets this browser be told, or ends that. Fails with a sentence where the browser does not let it. */
export function useTogglePush(publicKey: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async (isOn: boolean) => {
      if (isOn)
        return apiClient('POST /api/notifications/devices/', { body: await subscribeToPush(publicKey) })
      const endpoint = await unsubscribeFromPush()
      return endpoint === null
        ? null
        : apiClient('POST /api/notifications/devices/remove/', { body: { endpoint } })
    },
    onSuccess: (answer) => {
      if (answer !== null) client.setQueryData(notificationsQuery.queryKey, answer.notifications)
    },
    onSettled: () =>
      Promise.all(
        [deviceStateQuery.queryKey, notificationsQuery.queryKey].map((queryKey) =>
          client.invalidateQueries({ queryKey }),
        ),
      ),
  })
}

/** How this browser stands, which is asked of the browser itself. */
export const deviceStateQuery = queryOptions({
  queryKey: ['this-device'],
  queryFn: getDeviceState,
})

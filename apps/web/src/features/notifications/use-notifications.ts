import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { type Answer, call, type Request } from '../../api/call.ts'
import { deviceState, endSubscription, subscribe } from './this-device.ts'

export type Notifications = Answer<'GET /api/notifications/'>
export type NotificationChoice = Notifications['kinds'][number]
export type QuietTimes = NonNullable<Notifications['quiet']>

export const myNotifications = queryOptions({
  queryKey: ['notifications'],
  queryFn: ({ signal }) => call('GET /api/notifications/', { signal }),
})

export function useSaveNotifications() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: NonNullable<Request<'POST /api/notifications/'>['body']>) =>
      call('POST /api/notifications/', { body }),
    onSuccess: ({ notifications }) => client.setQueryData(myNotifications.queryKey, notifications),
  })
}

/** Lets this browser be told, or ends that. Fails with a sentence where the browser does not let it. */
export function useThisDevice(publicKey: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async (isOn: boolean) => {
      if (isOn) return call('POST /api/notifications/devices/', { body: await subscribe(publicKey) })
      const endpoint = await endSubscription()
      return endpoint === null
        ? null
        : call('POST /api/notifications/devices/remove/', { body: { endpoint } })
    },
    onSuccess: (answer) => {
      if (answer !== null) client.setQueryData(myNotifications.queryKey, answer.notifications)
    },
    onSettled: () =>
      Promise.all(
        [thisDevice.queryKey, myNotifications.queryKey].map((queryKey) =>
          client.invalidateQueries({ queryKey }),
        ),
      ),
  })
}

/** How this browser stands, which is asked of the browser itself. */
export const thisDevice = queryOptions({
  queryKey: ['this-device'],
  queryFn: deviceState,
})

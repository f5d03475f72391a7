import { NOTIFICATION_KINDS } from '@fieldhouse/domain/notifications/notification'
import { isTimeZone } from '@fieldhouse/domain/time-zones'
import { z } from 'zod'
import { MessageResponse } from './fields.ts'
import { operationsOf } from './operation.ts'

const { get, post } = operationsOf('accounts')

const ClockTime = z.string().regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/, 'Enter a time such as 22:00.')

export const QuietTimes = z.object({
  begins: ClockTime,
  /** On the next day if it is before `begins`. */
  ends: ClockTime,
  time_zone: z.string().max(64).refine(isTimeZone, 'Unknown time zone.'),
})

const NotificationChoice = z.object({
  kind: z.enum(NOTIFICATION_KINDS),
  push: z.boolean(),
  mail: z.boolean(),
  inbox: z.boolean(),
})

export const Notifications = z.object({
  /** Every kind that the user can get, in display order. Some are for admins of a league only. */
  kinds: z.array(NotificationChoice),
  quiet: QuietTimes.nullable(),
  /**
   * Whether emails can be sent: `off` if the server sends no email, `no_address` if the account has no email
   * address, `unverified` if it has not been verified.
   */
  mail: z.enum(['ready', 'no_address', 'unverified', 'off']),
  /** The push endpoints of the current user's subscribed browsers. */
  devices: z.array(z.string()),
  /** The VAPID public key that a browser subscribes with. */
  public_key: z.string(),
})

export type Notifications = z.infer<typeof Notifications>

/** Notification settings are private: each operation applies to the current user only. */
export const getNotifications = get('/api/notifications/', {
  summary: "The current user's notification settings",
  access: 'signed_in',
  response: Notifications,
})

export const saveNotifications = post('/api/notifications/', {
  summary: 'Updates the notification kinds and quiet hours included in the body',
  access: 'signed_in',
  body: z.object({
    kinds: z
      .array(
        NotificationChoice.extend({
          /** Missing in requests of pages that were loaded before there was an inbox. */
          inbox: z.boolean().default(true),
        }),
      )
      .max(NOTIFICATION_KINDS.length)
      .optional(),
    quiet: QuietTimes.nullable().optional(),
  }),
  response: MessageResponse.extend({ notifications: Notifications }),
})

const Endpoint = z.url('Enter a valid URL.').max(1000, 'That URL is too long.')

export const addDevice = post('/api/notifications/devices/', {
  summary: "Adds a browser's push subscription; above ten, the oldest one is removed",
  access: 'signed_in',
  body: z.object({
    endpoint: Endpoint,
    /** The browser's public key and secret, base64url. */
    p256dh: z.string().regex(/^[\w-]{87}$/, 'That public key is not valid.'),
    auth: z.string().regex(/^[\w-]{22}$/, 'That secret is not valid.'),
  }),
  response: MessageResponse.extend({ notifications: Notifications }),
})

export const removeDevice = post('/api/notifications/devices/remove/', {
  summary: "Removes one of the current user's push subscriptions; succeeds if it does not exist",
  access: 'signed_in',
  body: z.object({ endpoint: Endpoint }),
  response: MessageResponse.extend({ notifications: Notifications }),
})

import { NOTIFICATION_KINDS } from '@fieldhouse/domain/notification'
import { isTimeZone } from '@fieldhouse/domain/zoned-time'
import { z } from 'zod'
import { MessageResponse } from './fields.ts'
import type { Operation } from './operation.ts'

const ClockTime = z.string().regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/, 'A time is such as 22:00.')

export const QuietTimes = z.object({
  begins: ClockTime,
  /** The next morning's where it is before the beginning. */
  ends: ClockTime,
  time_zone: z.string().max(64).refine(isTimeZone, 'There is no such time zone.'),
})

const NotificationChoice = z.object({
  kind: z.enum(NOTIFICATION_KINDS),
  push: z.boolean(),
  mail: z.boolean(),
})

export const Notifications = z.object({
  /** Every kind once, in the order in which it is shown. */
  kinds: z.array(NotificationChoice),
  /** null for none. */
  quiet: QuietTimes.nullable(),
  /** Whether letters can be sent: the server may send none, and the account may have no address. */
  mail: z.enum(['ready', 'no_address', 'off']),
  /** The endpoints of the browsers that the caller lets be told. */
  devices: z.array(z.string()),
  /** What a browser subscribes with. */
  public_key: z.string(),
})

export type Notifications = z.infer<typeof Notifications>

/** What a person may be told is this person's alone: there is no way to ask for another's. */
export const getNotifications = {
  method: 'GET',
  url: '/api/notifications/',
  config: { access: 'signed_in', errors: [] },
  schema: {
    summary: 'What the caller wants to be told, how and when',
    tags: ['accounts'],
    response: { 200: Notifications },
  },
} as const satisfies Operation

export const saveNotifications = {
  method: 'POST',
  url: '/api/notifications/',
  config: { access: 'signed_in', errors: [] },
  schema: {
    summary: 'Changes the kinds that the body names, and the quiet hours when it names them',
    tags: ['accounts'],
    body: z.object({
      kinds: z.array(NotificationChoice).max(NOTIFICATION_KINDS.length).optional(),
      quiet: QuietTimes.nullable().optional(),
    }),
    response: { 200: MessageResponse.extend({ notifications: Notifications }) },
  },
} as const satisfies Operation

const Endpoint = z.url('That is no address.').max(1000, 'That address is too long.')

export const addDevice = {
  method: 'POST',
  url: '/api/notifications/devices/',
  config: { access: 'signed_in', errors: [] },
  schema: {
    summary:
      'Lets a browser be told, with the subscription that it made; after the tenth the oldest is forgotten',
    tags: ['accounts'],
    body: z.object({
      endpoint: Endpoint,
      /** The browser's public key and secret, base64url. */
      p256dh: z.string().regex(/^[\w-]{87}$/, 'That is no public key.'),
      auth: z.string().regex(/^[\w-]{22}$/, 'That is no secret.'),
    }),
    response: { 200: MessageResponse.extend({ notifications: Notifications }) },
  },
} as const satisfies Operation

export const removeDevice = {
  method: 'POST',
  url: '/api/notifications/devices/remove/',
  config: { access: 'signed_in', errors: [] },
  schema: {
    summary: 'Forgets one of the caller’s browsers; one that is not known is forgotten already',
    tags: ['accounts'],
    body: z.object({ endpoint: Endpoint }),
    response: { 200: MessageResponse.extend({ notifications: Notifications }) },
  },
} as const satisfies Operation

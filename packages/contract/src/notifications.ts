import { NOTIFICATION_KINDS } from '@fieldhouse/domain/notifications/notification'
import { WEBHOOK_SERVICES } from '@fieldhouse/domain/notifications/webhook'
import { isTimeZone } from '@fieldhouse/domain/time-zones'
import { z } from 'zod'
import { Instant, MessageResponse } from './fields.ts'
import { operationsOf } from './operation.ts'

const { get, post } = operationsOf('accounts')
const leagues = operationsOf('leagues')

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

/** The URL is never returned, because anyone who has it can post to the channel. */
export const LeagueWebhook = z.object({
  form: z.enum(WEBHOOK_SERVICES),
  saved_at: Instant,
  sent_at: Instant.nullable(),
  /** Why the last message was not delivered, as text for users; null if it was delivered. */
  last_error: z.string().nullable(),
})

export const getWebhook = leagues.get('/api/league/:league/webhook/', {
  summary: 'The webhook that receives the weekly recap; null if there is none',
  access: 'league_admin',
  response: z.object({ webhook: LeagueWebhook.nullable() }),
})

export const saveWebhook = leagues.post('/api/league/:league/webhook/', {
  summary: 'Sets the webhook of Discord, Slack or GroupMe for the weekly recap, replacing the previous one',
  access: 'league_admin',
  stepUp: true,
  body: z.object({ address: z.string().trim().min(1, 'Paste the webhook URL.').max(500) }),
  response: MessageResponse.extend({ webhook: LeagueWebhook }),
})

export const deleteWebhook = leagues.del('/api/league/:league/webhook/', {
  summary: 'Removes the webhook of a league',
  access: 'league_admin',
})

export const testWebhook = leagues.post('/api/league/:league/webhook/test/', {
  summary: "Sends a test message to the league's webhook and waits for its delivery",
  access: 'league_admin',
  errors: ['no_webhook', 'webhook_failed', 'too_many_attempts'],
  response: MessageResponse.extend({ webhook: LeagueWebhook }),
})

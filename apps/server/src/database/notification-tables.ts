import type { NotificationKind } from '@fieldhouse/domain/notification'
import type { ColumnType, Generated } from 'kysely'

/** An instant as milliseconds since 1970, UTC. */
type Millis = number
/** 0 or 1: both engines store a number. */
type Flag = number

export type NotificationTables = {
  recaps: RecapsTable
  league_webhooks: LeagueWebhooksTable
  webhook_messages: WebhookMessagesTable
  server_keys: ServerKeysTable
  notification_choices: NotificationChoicesTable
  quiet_hours: QuietHoursTable
  push_subscriptions: PushSubscriptionsTable
  notifications: NotificationsTable
  notification_sends: NotificationSendsTable
}

/** Which weeks were told, so that each is told once. */
type RecapsTable = {
  league_id: number
  season: number
  /** The last NFL week of the round. */
  week: number
  /** null once it was deleted. */
  post_id: number | null
  posted_at: Millis
}

/** Where a league's recap is also sent. */
type LeagueWebhooksTable = {
  league_id: number
  form: ColumnType<'discord' | 'slack'>
  /** Sealed: whoever has it can write there. */
  address: string
  saved_at: Millis
  sent_at: Millis | null
  /** Why the last message was not sent; null when it was. */
  last_error: string | null
}

/** The message of a league that still has to be sent. A newer one takes its place. */
type WebhookMessagesTable = {
  league_id: number
  text: string
  due_at: Millis
  tries: number
}

/** Keys that every process of the product must share. */
type ServerKeysTable = {
  name: string
  public_key: string
  /** Sealed. */
  private_key: string
}

/** What a person wants to be told, and how. */
type NotificationChoicesTable = {
  user_id: number
  kind: ColumnType<NotificationKind>
  by_push: Flag
  by_mail: Flag
}

/** Minutes after midnight by the clocks of the zone; past midnight where the end is before the beginning. */
type QuietHoursTable = {
  user_id: number
  begins: number
  ends: number
  time_zone: string
}

/** A browser that a person lets be told. */
export type PushSubscriptionsTable = {
  id: Generated<number>
  user_id: number
  endpoint: string
  p256dh: string
  auth: string
  created_at: Millis
  /** The session it was made in: it ends with that, so that a browser that was signed out of is told no more. */
  session_hash: string
}

/** What a person is told once. */
type NotificationsTable = {
  id: Generated<number>
  user_id: number
  league_id: number
  /** Names what it is about, within the league. */
  key: string
  kind: ColumnType<NotificationKind>
  title: string
  body: string
  created_at: Millis
  /** After this it says nothing new, and is not sent any more. */
  expires_at: Millis
}

/** A notification on its way; gone once it has arrived or was given up. */
type NotificationSendsTable = {
  id: Generated<number>
  notification_id: number
  /** null is by mail. */
  subscription_id: number | null
  due_at: Millis
  tries: number
}

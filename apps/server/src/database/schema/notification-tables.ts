import type { NotificationKind } from '@fieldhouse/domain/notifications/notification'
import type { ColumnType, Generated } from 'kysely'

/** An instant as milliseconds since 1970, UTC. */
type Millis = number
/** 0 or 1: both engines store a number. */
type Flag = number

export type NotificationTables = {
  recaps: RecapsTable
  league_webhooks: LeagueWebhooksTable
  push_keys: PushKeysTable
  notification_choices: NotificationChoicesTable
  quiet_hours: QuietHoursTable
  push_subscriptions: PushSubscriptionsTable
  notifications: NotificationsTable
  visits: VisitsTable
  tab_visits: TabVisitsTable
  week_records: WeekRecordsTable
}

/** The weeks with a posted recap, so that each recap is posted once. */
type RecapsTable = {
  league_id: number
  season: number
  /** The last NFL week of the round. */
  week: number
  /** null after the post was deleted. */
  post_id: number | null
  posted_at: Millis
  /** What the post was written from, as JSON; null for recaps of 0.1.0. */
  document: string | null
  /** The story in other words, as a JSON array of paragraphs; null if it was not rewritten. */
  rewrite: string | null
}

/** The webhook of a chat service that receives a league's recaps. */
type LeagueWebhooksTable = {
  league_id: number
  form: ColumnType<'discord' | 'slack' | 'groupme'>
  /** Encrypted, because anyone with the URL can post there. */
  address: string
  saved_at: Millis
  sent_at: Millis | null
  /** Why the last message failed; null if it was sent. */
  last_error: string | null
}

/** Keys that all server processes share. */
type PushKeysTable = {
  name: string
  public_key: string
  /** Encrypted. */
  private_key: string
}

/** Which notifications a user wants, by push or email and in the inbox. */
type NotificationChoicesTable = {
  user_id: number
  kind: ColumnType<NotificationKind>
  by_push: Flag
  by_mail: Flag
  by_inbox: Generated<Flag>
}

/** In minutes after midnight in the time zone. If `ends` is before `begins`, the range includes midnight. */
type QuietHoursTable = {
  user_id: number
  begins: number
  ends: number
  time_zone: string
}

/** A browser that receives push notifications. */
export type PushSubscriptionsTable = {
  id: Generated<number>
  user_id: number
  endpoint: string
  p256dh: string
  auth: string
  created_at: Millis
  /** The session of the subscription. Both end together, so that a signed-out browser receives nothing. */
  session_hash: string
}

/** A notification for a user, and the item of their inbox. Each one is created once. */
type NotificationsTable = {
  id: Generated<number>
  user_id: number
  /** null if it concerns no league. */
  league_id: number | null
  /** Identifies the subject within the league. */
  key: string
  kind: ColumnType<NotificationKind>
  title: string
  body: string
  created_at: Millis
  /** Not sent after this time, because it is outdated. */
  expires_at: Millis
  in_inbox: Generated<Flag>
  /** When the user read it; null while it is unread. */
  read_at: Millis | null
  /** JSON: what it opens. */
  target: Generated<string>
  /** The item of the feed and the comment that it is about. They are deleted together. */
  item_id: number | null
  comment_id: number | null
}

/** The last use of an account, and the end of the visit before that one; null before the second visit. */
type VisitsTable = { user_id: number; seen_at: Millis; previous_at: Millis | null }

/** When a user last saw what is new on a tab of a league. */
type TabVisitsTable = { user_id: number; league_id: number; tab: string; seen_at: Millis }

/** The weeks whose games were compared with the records of their league. */
type WeekRecordsTable = {
  league_id: number
  season: number
  /** The last NFL week of the matchup period. */
  week: number
  /** JSON: the records that were broken. */
  broken: string
  found_at: Millis
}

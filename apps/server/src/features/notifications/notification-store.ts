import {
  type Notification,
  type NotificationKind,
  nextDeliveryTime,
  type QuietHours,
} from '@fieldhouse/domain/notifications/notification'
import type { Db } from '../../database/engine/database.ts'
import { inTransaction } from '../../database/engine/transaction.ts'
import type { NewJob } from '../../jobs/job.ts'
import { insertJobs } from '../../jobs/job-queue-store.ts'
import { toQuietHours } from './choice-store.ts'
import type { Recipient } from './recipient-store.ts'

/** The kinds of jobs that deliver notifications. */
export const PUSH_JOB = 'push'
export const MAIL_JOB = 'mail'

/** The payload of both. `subscriptionId` is null for delivery by email. */
export type DeliveryKey = { notificationId: number; subscriptionId: number | null }

/** A notification for one browser or one email address. */
export type Delivery = {
  notification: { kind: NotificationKind; key: string; title: string; body: string; expiresAt: Date }
  league: string
  username: string
  /** Empty if the account has no verified one. */
  email: string
  quiet: QuietHours | null
  /** null for delivery by email. */
  device: { id: number; endpoint: string; p256dh: string; auth: string } | null
}

export interface NotificationStore {
  /** Returns the queued and sent notifications of these leagues, as `<league id> <user id> <key>`. */
  listExistingKeys(leagueIds: readonly number[]): Promise<Set<string>>
  /**
   * Queues a notification for each channel the user chose, to be sent after their quiet hours. Does nothing
   * if it is already queued, or if it expires before it could be sent.
   */
  enqueue(leagueId: number, to: Recipient, notification: Notification, now: Date): Promise<void>
  /** Returns what to deliver; null if the notification has expired, the browser was signed out or the account disabled. */
  findDelivery(key: DeliveryKey, now: Date): Promise<Delivery | null>
  /** Deletes a push subscription. */
  deleteDevice(subscriptionId: number): Promise<void>
  /** Deletes expired notifications, whether they were sent or not. */
  deleteExpired(now: Date): Promise<void>
}

export function notificationStore(db: Db): NotificationStore {
  return {
    async listExistingKeys(leagueIds) {
      const rows = await db
        .selectFrom('notifications')
        .select(['league_id', 'user_id', 'key'])
        .where('league_id', 'in', leagueIds)
        .execute()
      return new Set(rows.map((row) => `${row.league_id} ${row.user_id} ${row.key}`))
    },

    async enqueue(leagueId, { userId, email, choices, devices, quiet }, notification, now) {
      const { kind, key, title, body, expiresAt } = notification
      const dueAt = nextDeliveryTime(quiet, now)
      const { push, mail } = choices[kind]
      const targets = [...(push ? devices : []), ...(mail && email !== '' ? [null] : [])]
      if (targets.length === 0 || dueAt >= expiresAt) return
      await inTransaction(db, async (transaction) => {
        const row = await transaction
          .insertInto('notifications')
          .values({
            user_id: userId,
            league_id: leagueId,
            key,
            kind,
            title,
            body,
            created_at: now.getTime(),
            expires_at: expiresAt.getTime(),
          })
          .onConflict((conflict) => conflict.columns(['user_id', 'league_id', 'key']).doNothing())
          .returning('id')
          .executeTakeFirst()
        if (row === undefined) return
        const runAt = dueAt > now ? { runAt: dueAt } : {}
        const jobs = targets.map((device): NewJob => ({ ...toJob(row.id, device), leagueId, ...runAt }))
        await insertJobs(transaction, jobs, now)
      })
    },

    async findDelivery({ notificationId, subscriptionId }, now) {
      const row = await db
        .selectFrom('notifications as notification')
        .innerJoin('users', 'users.id', 'notification.user_id')
        .innerJoin('leagues', 'leagues.id', 'notification.league_id')
        .leftJoin('push_subscriptions as device', (join) => join.on('device.id', '=', subscriptionId ?? 0))
        .leftJoin('quiet_hours as quiet', 'quiet.user_id', 'notification.user_id')
        .select(['notification.kind', 'notification.key', 'notification.title', 'notification.body'])
        .select(['notification.expires_at', 'leagues.name', 'users.username'])
        .select(['users.email', 'users.email_verified_at'])
        .select(['device.id', 'device.endpoint', 'device.p256dh', 'device.auth'])
        .select(['quiet.begins', 'quiet.ends', 'quiet.time_zone'])
        .where('notification.id', '=', notificationId)
        .where('users.disabled_at', 'is', null)
        .where('notification.expires_at', '>', now.getTime())
        .executeTakeFirst()
      if (row === undefined) return null
      const { kind, key, title, body, expires_at, name, username } = row
      const { id, endpoint, p256dh, auth, begins, ends, time_zone } = row
      const hasDevice = id !== null && endpoint !== null && p256dh !== null && auth !== null
      if (subscriptionId !== null && !hasDevice) return null
      return {
        notification: { kind, key, title, body, expiresAt: new Date(expires_at) },
        league: name,
        username,
        email: row.email_verified_at === null ? '' : row.email,
        quiet:
          begins === null || ends === null || time_zone === null
            ? null
            : toQuietHours({ begins, ends, time_zone }),
        device: hasDevice ? { id, endpoint, p256dh, auth } : null,
      }
    },

    async deleteDevice(subscriptionId) {
      await db.deleteFrom('push_subscriptions').where('id', '=', subscriptionId).execute()
    },

    async deleteExpired(now) {
      await db.deleteFrom('notifications').where('expires_at', '<=', now.getTime()).execute()
    },
  }
}

/** Push messages are limited by push service. All emails go through one mail server. */
function toJob(notificationId: number, device: { id: number; endpoint: string } | null): NewJob {
  const payload: DeliveryKey = { notificationId, subscriptionId: device?.id ?? null }
  return device === null
    ? { kind: MAIL_JOB, payload }
    : { kind: PUSH_JOB, payload, destination: new URL(device.endpoint).host }
}

import {
  type Notification,
  type NotificationKind,
  nextDeliveryTime,
  type QuietHours,
} from '@fieldhouse/domain/notifications/notification'
import type { Db } from '../../database/engine/database.ts'
import { inTransaction } from '../../database/engine/transaction.ts'
import { toQuietHours } from './choice-store.ts'
import type { Recipient } from './recipient.ts'

/** A notification queued for one browser or one email address. */
export type Delivery = {
  id: number
  attempts: number
  notification: { kind: NotificationKind; key: string; title: string; body: string; expiresAt: Date }
  league: string
  username: string
  quiet: QuietHours | null
  to:
    | { by: 'push'; subscriptionId: number; endpoint: string; p256dh: string; auth: string }
    | { by: 'mail'; email: string }
}

export type NotificationStore = ReturnType<typeof notificationStore>

export function notificationStore(db: Db) {
  return {
    /** Returns the queued and sent notifications of these leagues, as `<league id> <user id> <key>`. */
    async listExistingKeys(leagueIds: readonly number[]): Promise<Set<string>> {
      const rows = await db
        .selectFrom('notifications')
        .select(['league_id', 'user_id', 'key'])
        .where('league_id', 'in', leagueIds)
        .execute()
      return new Set(rows.map((row) => `${row.league_id} ${row.user_id} ${row.key}`))
    },

    /**
     * Queues a notification for each channel the user chose, to be sent after their quiet hours. Does nothing
     * if it is already queued, or if it expires before it could be sent.
     */
    async enqueue(
      leagueId: number,
      { userId, email, choices, subscriptionIds, quiet }: Recipient,
      notification: Notification,
      now: Date,
    ): Promise<void> {
      const { kind, key, title, body, expiresAt } = notification
      const dueAt = nextDeliveryTime(quiet, now)
      const { push, mail } = choices[kind]
      const targets = [...(push ? subscriptionIds : []), ...(mail && email !== '' ? [null] : [])]
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
        await transaction
          .insertInto('notification_sends')
          .values(
            targets.map((subscriptionId) => ({
              notification_id: row.id,
              subscription_id: subscriptionId,
              due_at: dueAt.getTime(),
              tries: 0,
            })),
          )
          .execute()
      })
    },

    /** Claims up to `limit` due deliveries for `claimMs`, so that no other run sends them. */
    async claim(now: Date, claimMs: number, limit: number): Promise<Delivery[]> {
      const due = db
        .selectFrom('notification_sends')
        .select('id')
        .where('due_at', '<=', now.getTime())
        .orderBy('due_at')
        .orderBy('id')
        .limit(limit)
      const claimed = await db
        .updateTable('notification_sends')
        .set((eb) => ({ due_at: now.getTime() + claimMs, tries: eb('tries', '+', 1) }))
        .where('id', 'in', due)
        // Another run may have claimed it while this statement waited for a lock.
        .where('due_at', '<=', now.getTime())
        .returning('id')
        .execute()
      const ids = claimed.map(({ id }) => id)
      return ids.length === 0 ? [] : loadDeliveries(ids)
    },

    /** Removes a delivery that succeeded or failed permanently. */
    async complete(id: number): Promise<void> {
      await db.deleteFrom('notification_sends').where('id', '=', id).execute()
    },

    async postpone(id: number, until: Date): Promise<void> {
      await db
        .updateTable('notification_sends')
        .set({ due_at: until.getTime() })
        .where('id', '=', id)
        .execute()
    },

    /** Deletes a push subscription and its queued deliveries. */
    async deleteDevice(subscriptionId: number): Promise<void> {
      await db.deleteFrom('push_subscriptions').where('id', '=', subscriptionId).execute()
    },

    /** Deletes expired notifications, whether they were sent or not. */
    async deleteExpired(now: Date): Promise<void> {
      await db.deleteFrom('notifications').where('expires_at', '<=', now.getTime()).execute()
    },
  }

  async function loadDeliveries(ids: readonly number[]): Promise<Delivery[]> {
    const rows = await db
      .selectFrom('notification_sends as send')
      .innerJoin('notifications as notification', 'notification.id', 'send.notification_id')
      .innerJoin('users', 'users.id', 'notification.user_id')
      .innerJoin('leagues', 'leagues.id', 'notification.league_id')
      .leftJoin('push_subscriptions as device', 'device.id', 'send.subscription_id')
      .leftJoin('quiet_hours as quiet', 'quiet.user_id', 'notification.user_id')
      .select([
        'send.id',
        'send.tries',
        'send.subscription_id',
        'notification.kind',
        'notification.key',
        'notification.title',
        'notification.body',
      ])
      .select(['notification.expires_at', 'leagues.name', 'users.username', 'users.email'])
      .select(['device.endpoint', 'device.p256dh', 'device.auth'])
      .select(['quiet.begins', 'quiet.ends', 'quiet.time_zone'])
      .where('send.id', 'in', ids)
      .orderBy('send.id')
      .execute()
    return rows.map(({ begins, ends, time_zone, endpoint, p256dh, auth, ...row }) => ({
      id: row.id,
      attempts: row.tries,
      notification: {
        kind: row.kind,
        key: row.key,
        title: row.title,
        body: row.body,
        expiresAt: new Date(row.expires_at),
      },
      league: row.name,
      username: row.username,
      quiet:
        begins === null || ends === null || time_zone === null
          ? null
          : toQuietHours({ begins, ends, time_zone }),
      to:
        row.subscription_id === null || endpoint === null || p256dh === null || auth === null
          ? { by: 'mail', email: row.email }
          : { by: 'push', subscriptionId: row.subscription_id, endpoint, p256dh, auth },
    }))
  }
}

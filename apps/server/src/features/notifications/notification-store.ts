import { DAY_MS } from '@fieldhouse/domain/duration'
import { type NotificationTarget, nextDeliveryTime } from '@fieldhouse/domain/notifications/notification'
import { type Db, type DbTransaction, inTransaction } from '../../database/engine/database.ts'
import { insertInBatches } from '../../database/engine/queries.ts'
import type { NewJob } from '../../jobs/job.ts'
import { insertJobs } from '../../jobs/job-store.ts'
import { recordEvent } from '../../repositories/change-league.ts'
import { isNewsToItsUser } from '../../repositories/moderation.ts'
import { type DueNotification, type Recipient, toQuietHours } from './recipients.ts'

export const PUSH_JOB = 'push'
export const MAIL_JOB = 'mail'

const INBOX_RETENTION_MS = 60 * DAY_MS

export type DeliveryKey = { notificationId: number; subscriptionId: number | null }

/**
 * When the notifications of these leagues that are still relevant were created, in milliseconds, by
 * `<league id> <user id> <key>`. null stands for those of no league.
 */
export async function listExisting(
  db: Db,
  leagueIds: readonly (number | null)[],
  now: Date,
): Promise<Map<string, number>> {
  const rows = await db
    .selectFrom('notifications')
    .select(['league_id', 'user_id', 'key', 'created_at'])
    .where((eb) =>
      leagueIds.includes(null) ? eb('league_id', 'is', null) : eb('league_id', 'in', leagueIds),
    )
    .where('expires_at', '>', now.getTime())
    .execute()
  return new Map(rows.map((row) => [`${row.league_id} ${row.user_id} ${row.key}`, row.created_at]))
}

/**
 * Adds notifications to the inboxes of those who chose so, and queues them for each other channel the user chose,
 * to be sent after their quiet hours. Does nothing for those that already exist or expire before they could be sent.
 */
export async function enqueue(db: Db, due: readonly DueNotification[], now: Date): Promise<void> {
  const wanted = due.filter((each) => wantsInbox(each) || channelsOf(each, now).length > 0)
  for (const [leagueId, inLeague] of Map.groupBy(wanted, (each) => each.leagueId)) {
    const ofLeague = leagueId === null ? {} : { leagueId }
    await inTransaction(db, async (transaction) => {
      const added: DueNotification[] = []
      await insertInBatches(inLeague, async (batch) => {
        const rows = await insertNotifications(transaction, leagueId, batch, now)
        const ids = new Map(rows.map((row) => [`${row.user_id} ${row.key}`, row.id]))
        const jobs = batch.flatMap((each) => {
          const id = ids.get(`${each.to.userId} ${each.notification.key}`)
          if (id === undefined) return []
          added.push(each)
          const dueAt = nextDeliveryTime(each.to.quiet, now)
          const runAt = dueAt > now ? { runAt: dueAt } : {}
          return channelsOf(each, now).map((device) => ({ ...toJob(id, device), ...ofLeague, ...runAt }))
        })
        await insertJobs(transaction, jobs, now)
      })
      await announce(transaction, leagueId, added.filter(wantsInbox), now)
    })
  }
}

export async function renew(db: Db, due: DueNotification, now: Date): Promise<void> {
  await inTransaction(db, async (transaction) => {
    const { leagueId, to, notification } = due
    await transaction
      .updateTable('notifications')
      .set({ created_at: now.getTime(), read_at: null })
      .where((eb) => eb.and({ league_id: leagueId, user_id: to.userId, key: notification.key }))
      .execute()
    await announce(transaction, leagueId, [due], now)
  })
}

/**
 * What to deliver; null if the notification has expired, is about something that was hidden or by somebody who was muted
 * since, the browser was signed out or the account disabled.
 */
export async function findDelivery(db: Db, { notificationId, subscriptionId }: DeliveryKey, now: Date) {
  const row = await db
    .selectFrom('notifications as notification')
    .innerJoin('users', 'users.id', 'notification.user_id')
    .leftJoin('leagues', 'leagues.id', 'notification.league_id')
    .leftJoin('push_subscriptions as device', (join) => join.on('device.id', '=', subscriptionId ?? 0))
    .leftJoin('quiet_hours as quiet', 'quiet.user_id', 'notification.user_id')
    .select(['notification.kind', 'notification.key', 'notification.title', 'notification.body'])
    .select(['notification.target', 'notification.expires_at', 'leagues.name as league', 'users.username'])
    .select(['users.email', 'users.email_verified_at'])
    .select(['device.id', 'device.endpoint', 'device.p256dh', 'device.auth'])
    .select(['quiet.begins', 'quiet.ends', 'quiet.time_zone'])
    .where('notification.id', '=', notificationId)
    .where(isNewsToItsUser('notification'))
    .where('users.disabled_at', 'is', null)
    .where('notification.expires_at', '>', now.getTime())
    .executeTakeFirst()
  if (row === undefined) return null
  const { kind, key, title, body, expires_at, league, username, id, endpoint, p256dh, auth } = row
  const hasDevice = id !== null && endpoint !== null && p256dh !== null && auth !== null
  if (subscriptionId !== null && !hasDevice) return null
  const target = JSON.parse(row.target) as NotificationTarget
  return {
    notification: { kind, key, title, body, target, expiresAt: new Date(expires_at) },
    league,
    username,
    email: row.email_verified_at === null ? '' : row.email,
    quiet: toQuietHours(row),
    device: hasDevice ? { id, endpoint, p256dh, auth } : null,
  }
}

export type Delivery = NonNullable<Awaited<ReturnType<typeof findDelivery>>>

export async function deleteExpired(db: Db, now: Date): Promise<void> {
  const inInbox = (value: 0 | 1) => db.deleteFrom('notifications').where('in_inbox', '=', value)
  await inInbox(0).where('expires_at', '<=', now.getTime()).execute()
  await inInbox(1)
    .where('created_at', '<=', now.getTime() - INBOX_RETENTION_MS)
    .execute()
}

export function notificationPath(target: NotificationTarget, league: string | null): string {
  const { tab, season, week, game, item, view, transaction } = target
  if (tab === 'account') return '/?route=account'
  if (league === null) return '/'
  if (tab === 'admin') return `/?${new URLSearchParams({ route: 'admin', league }).toString()}`
  const query = new URLSearchParams({ league, tab })
  for (const [name, value] of Object.entries({ view, season, week, game, post: transaction }))
    if (value !== undefined) query.append(name, String(value))
  if (item !== undefined) query.append('post', `${item.type}-${item.id}`)
  return `/?${query.toString()}`
}

const wantsInbox = ({ to, notification }: DueNotification) => to.choices[notification.kind].inbox

/** The browsers to send a notification to, and null for the email address, if it can be sent before it expires. */
function channelsOf({ to, notification }: DueNotification, now: Date) {
  const { push, mail } = to.choices[notification.kind]
  if (nextDeliveryTime(to.quiet, now) >= notification.expiresAt) return []
  return [...(push ? to.devices : []), ...(mail && to.email !== '' ? [null] : [])]
}

/** Returns the rows that did not exist. An expired one about the same subject is replaced. */
function insertNotifications(
  transaction: DbTransaction,
  leagueId: number | null,
  due: readonly DueNotification[],
  now: Date,
) {
  return transaction
    .insertInto('notifications')
    .values(
      due.map((each) => {
        const { kind, key, title, body, target, expiresAt } = each.notification
        return {
          user_id: each.to.userId,
          league_id: leagueId,
          key,
          kind,
          title,
          body,
          target: JSON.stringify(target),
          item_id: target.item?.id ?? null,
          comment_id: target.commentId ?? null,
          in_inbox: wantsInbox(each) ? 1 : 0,
          created_at: now.getTime(),
          expires_at: expiresAt.getTime(),
        }
      }),
    )
    .onConflict((conflict) =>
      (leagueId === null
        ? conflict.columns(['user_id', 'key']).where('league_id', 'is', null)
        : conflict.columns(['user_id', 'league_id', 'key'])
      )
        .doUpdateSet((eb) => ({
          created_at: eb.ref('excluded.created_at'),
          expires_at: eb.ref('excluded.expires_at'),
          read_at: null,
        }))
        .where('notifications.expires_at', '<=', now.getTime()),
    )
    .returning(['id', 'user_id', 'key'])
    .execute()
}

/**
 * Each of them, or the whole league at once. Without a league there is no event stream, so pages find it when they next
 * ask.
 */
async function announce(
  transaction: DbTransaction,
  leagueId: number | null,
  added: readonly DueNotification[],
  now: Date,
): Promise<void> {
  const [userId, ...others] = new Set(added.map(({ to }) => to.userId))
  if (userId === undefined || leagueId === null) return
  const user = others.length === 0 ? userId : null
  await recordEvent(transaction, leagueId, { name: 'inbox', data: { user } }, now)
}

/** Push messages are limited by push service. All emails go through one mail server. */
function toJob(notificationId: number, device: Recipient['devices'][number] | null): NewJob {
  const payload: DeliveryKey = { notificationId, subscriptionId: device?.id ?? null }
  return device === null
    ? { kind: MAIL_JOB, payload }
    : { kind: PUSH_JOB, payload, destination: new URL(device.endpoint).host }
}

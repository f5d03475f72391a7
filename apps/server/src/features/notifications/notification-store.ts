import { DAY_MS } from '@fieldhouse/domain/duration'
import {
  defaultChoice,
  NOTIFICATION_KINDS,
  type Notification,
  type NotificationChoice,
  type NotificationKind,
  type NotificationTarget,
  nextDeliveryTime,
  type QuietHours,
} from '@fieldhouse/domain/notifications/notification'
import type { Selectable, SelectQueryBuilder } from 'kysely'
import { type Db, type DbTransaction, inTransaction } from '../../database/engine/database.ts'
import { insertInBatches } from '../../database/engine/queries.ts'
import type { Database } from '../../database/schema/schema.ts'
import { orThrow } from '../../http/errors/api-error.ts'
import type { NewJob } from '../../jobs/job.ts'
import { insertJobs } from '../../jobs/job-store.ts'
import { recordEvent } from '../../repositories/change-league.ts'
import { isNewsToItsUser } from '../../repositories/moderation.ts'

export const PUSH_JOB = 'push'
export const MAIL_JOB = 'mail'

const INBOX_RETENTION_MS = 60 * DAY_MS

type DeliveryKey = { notificationId: number; subscriptionId: number | null }

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

/** A member of a league, or somebody about whom its admins have decided. */
export type Recipient = {
  userId: number
  isAdmin: boolean
  /** Empty if the account has no verified one. */
  email: string
  choices: Choices
  devices: { id: number; endpoint: string }[]
  quiet: QuietHours | null
}

export type Activity = {
  /** null for the answer to a request to join any league. */
  leagueId: number | null
  isFor: (member: Recipient) => boolean
  /** The user whom it concerns if they are not a member, or not any more. */
  outsiderId?: number
  toNotification: (league: string) => Notification
  /**
   * The text that it is about, such as `comment 12`. Of two notifications about the same text, of which one is about a
   * mention, a user gets one.
   */
  text?: string
}

type ToNotification = Activity['toNotification']

export const forAll = (leagueId: number, toNotification: ToNotification): Activity => {
  return { leagueId, isFor: () => true, toNotification }
}

export const forAdmins = (leagueId: number, toNotification: ToNotification): Activity => {
  return { leagueId, isFor: ({ isAdmin }) => isAdmin, toNotification }
}

export const forUser = (leagueId: number, user: number | null, toNotification: ToNotification): Activity => {
  return { leagueId, isFor: ({ userId }) => userId === user, toNotification }
}

/** Lists what has happened in all leagues since a time, oldest first. */
export type ActivitySource = (db: Db, since: Date, now: Date, voterKey: VoterKey) => Promise<Activity[]>

/** Derives the key that replaces a voter in stored anonymous votes. */
export type VoterKey = (proposalId: number, userId: number) => string

export type DueNotification = {
  leagueId: number | null
  to: Recipient
  notification: Notification
  /** The key of another notification about the same: who has got that one does not get this one. */
  unless?: string
}

type UserIds<Table extends keyof Database> = SelectQueryBuilder<Database, Table, { user_id: number }>

/** In ascending order of their IDs. `season` is the newest stored one. */
export async function listLeaguesAfter(db: Db, after: number, limit: number) {
  const leagues = await db
    .selectFrom('leagues')
    .leftJoin('seasons', (join) =>
      join.onRef('seasons.league_id', '=', 'leagues.id').on('seasons.season', '=', (eb) =>
        eb
          .selectFrom('seasons as stored')
          .select(({ fn }) => fn.max('stored.season').as('newest'))
          .whereRef('stored.league_id', '=', 'leagues.id'),
      ),
    )
    .select(['leagues.id as leagueId', 'leagues.name', 'leagues.has_betslip'])
    .select(['seasons.season', 'seasons.current_week as currentWeek'])
    .where('leagues.id', '>', after)
    .where((eb) =>
      eb.exists(
        eb
          .selectFrom('memberships')
          .select('memberships.user_id')
          .whereRef('memberships.league_id', '=', 'leagues.id'),
      ),
    )
    .orderBy('leagues.id')
    .limit(limit)
    .execute()
  if (leagues.length === 0) return []
  const memberships = db.selectFrom('memberships').where(
    'memberships.league_id',
    'in',
    leagues.map(({ leagueId }) => leagueId),
  )
  const [rows, people] = await Promise.all([
    memberships.select(['league_id', 'user_id', 'role']).orderBy('user_id').execute(),
    loadPeople(db, memberships.select('memberships.user_id')),
  ])
  const rowsByLeague = Map.groupBy(rows, ({ league_id }) => league_id)
  return leagues.map((league) => ({
    ...league,
    members: (rowsByLeague.get(league.leagueId) ?? []).flatMap(({ user_id, role }): Recipient[] => {
      const person = people.get(user_id)
      return person === undefined ? [] : [{ ...person, isAdmin: role === 'admin' }]
    }),
  }))
}

export type LeagueRecipients = Awaited<ReturnType<typeof listLeaguesAfter>>[number]

export async function listPeople(db: Db, userIds: readonly number[]): ReturnType<typeof loadPeople> {
  if (userIds.length === 0) return new Map()
  return loadPeople(db, db.selectFrom('users').select('users.id as user_id').where('users.id', 'in', userIds))
}

async function loadPeople(db: Db, userIds: UserIds<'memberships'> | UserIds<'users'>) {
  const [users, choices, devices] = await Promise.all([
    db
      .selectFrom('users')
      .leftJoin('quiet_hours as quiet', 'quiet.user_id', 'users.id')
      .select(['users.id', 'users.email', 'users.email_verified_at'])
      .select(['quiet.begins', 'quiet.ends', 'quiet.time_zone'])
      .where('users.id', 'in', userIds)
      .execute(),
    db.selectFrom('notification_choices').selectAll().where('user_id', 'in', userIds).execute(),
    db
      .selectFrom('push_subscriptions')
      .select(['id', 'user_id', 'endpoint'])
      .where('user_id', 'in', userIds)
      .orderBy('id')
      .execute(),
  ])
  const choicesByUser = Map.groupBy(choices, (row) => row.user_id)
  const devicesByUser = Map.groupBy(devices, (row) => row.user_id)
  return new Map(
    users.map((user) => [
      user.id,
      {
        userId: user.id,
        isAdmin: false,
        email: user.email_verified_at === null ? '' : user.email,
        hasEmail: user.email !== '',
        choices: toChoices(choicesByUser.get(user.id) ?? []),
        devices: (devicesByUser.get(user.id) ?? []).map(({ id, endpoint }) => ({ id, endpoint })),
        quiet: toQuietHours(user),
      },
    ]),
  )
}

type Choices = Record<NotificationKind, NotificationChoice>

export type Device = { endpoint: string; p256dh: string; auth: string }

export async function readChoices(db: Db, userId: number) {
  const [people, adminRole] = await Promise.all([
    listPeople(db, [userId]),
    db
      .selectFrom('memberships')
      .select('league_id')
      .where((eb) => eb.and({ user_id: userId, role: 'admin' }))
      .limit(1)
      .executeTakeFirst(),
  ])
  const { devices, email, ...person } = orThrow(people.get(userId), 'not_signed_in')
  return {
    ...person,
    hasVerifiedEmail: email !== '',
    devices: devices.map(({ endpoint }) => endpoint),
    isLeagueAdmin: adminRole !== undefined,
  }
}

function toChoices(rows: readonly Selectable<Database['notification_choices']>[]): Choices {
  const defaults = NOTIFICATION_KINDS.map((kind) => [kind, defaultChoice(kind)])
  const saved = rows.map(({ kind, by_push, by_mail, by_inbox }) => [
    kind,
    { push: by_push === 1, mail: by_mail === 1, inbox: by_inbox === 1 },
  ])
  return Object.fromEntries([...defaults, ...saved]) as Choices
}

type QuietRow = { begins: number | null; ends: number | null; time_zone: string | null }

function toQuietHours({ begins, ends, time_zone: timeZone }: QuietRow): QuietHours | null {
  return begins === null || ends === null || timeZone === null ? null : { begins, ends, timeZone }
}

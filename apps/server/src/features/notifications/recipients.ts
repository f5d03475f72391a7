import {
  defaultChoice,
  NOTIFICATION_KINDS,
  type Notification,
  type NotificationChoice,
  type NotificationKind,
  type QuietHours,
} from '@fieldhouse/domain/notifications/notification'
import type { Selectable, SelectQueryBuilder } from 'kysely'
import type { Db } from '../../database/engine/database.ts'
import type { Database } from '../../database/schema/schema.ts'

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
  leagueId: number
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

export async function listPeople(db: Db, userIds: readonly number[]): Promise<Map<number, Recipient>> {
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
  const [choices, quiet, user, devices, adminRole] = await Promise.all([
    db.selectFrom('notification_choices').selectAll().where('user_id', '=', userId).execute(),
    db.selectFrom('quiet_hours').selectAll().where('user_id', '=', userId).executeTakeFirst(),
    db
      .selectFrom('users')
      .select(['email', 'email_verified_at'])
      .where('id', '=', userId)
      .where('email', '!=', '')
      .executeTakeFirst(),
    db
      .selectFrom('push_subscriptions')
      .select('endpoint')
      .where('user_id', '=', userId)
      .orderBy('id')
      .execute(),
    db
      .selectFrom('memberships')
      .select('league_id')
      .where((eb) => eb.and({ user_id: userId, role: 'admin' }))
      .limit(1)
      .executeTakeFirst(),
  ])
  return {
    choices: toChoices(choices),
    quiet: toQuietHours(quiet),
    hasEmail: user !== undefined,
    hasVerifiedEmail: user !== undefined && user.email_verified_at !== null,
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

export function toQuietHours(
  row: { begins: number | null; ends: number | null; time_zone: string | null } | undefined,
): QuietHours | null {
  const { begins = null, ends = null, time_zone: timeZone = null } = row ?? {}
  return begins === null || ends === null || timeZone === null ? null : { begins, ends, timeZone }
}

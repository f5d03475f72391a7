import {
  defaultChoice,
  NOTIFICATION_KINDS,
  type NotificationChoice,
  type NotificationKind,
  type QuietHours,
} from '@fieldhouse/domain/notifications/notification'
import type { Selectable } from 'kysely'
import type { Db } from '../../database/engine/database.ts'
import type { Database } from '../../database/schema/schema.ts'

export type Choices = Record<NotificationKind, NotificationChoice>

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

export function toChoices(rows: readonly Selectable<Database['notification_choices']>[]): Choices {
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

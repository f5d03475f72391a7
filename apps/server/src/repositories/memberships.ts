import { assignDisplayNames } from '@fieldhouse/domain/league/display-names'
import { isSiteStaff, type LeagueRole } from '@fieldhouse/domain/league/roles'
import { displayNameOf, normalizeName } from '@fieldhouse/domain/names'
import { sql } from 'kysely'
import type { Db } from '../database/engine/database.ts'
import { isOneOf } from '../database/engine/dialect.ts'
import type { Actor } from './audit.ts'

/** `name`: the display name, for people to read. */
type UserReference = { id: number; username: string; name: string }

/** Finds a user by username, ignoring case. */
export async function findUser(db: Db, username: string): Promise<UserReference | null> {
  const user = await db
    .selectFrom('users')
    .select(['id', 'username', 'first_name as firstName', 'last_name as lastName'])
    .where('username_key', '=', normalizeName(username))
    .executeTakeFirst()
  return user === undefined ? null : { id: user.id, username: user.username, name: displayNameOf(user) }
}

export async function findUsername(db: Db, userId: number): Promise<string | null> {
  const user = await db.selectFrom('users').select('username').where('id', '=', userId).executeTakeFirst()
  return user?.username ?? null
}

export async function findRole(db: Db, leagueId: number, userId: number): Promise<LeagueRole | null> {
  const row = await db
    .selectFrom('memberships')
    .select('role')
    .where((eb) => eb.and({ league_id: leagueId, user_id: userId }))
    .executeTakeFirst()
  return row?.role ?? null
}

/** Lists the users who may run a league: its admins, site staff and site admins. */
export async function listLeagueAdmins(db: Db, leagueId: number): Promise<number[]> {
  const rows = await db
    .selectFrom('users')
    .select('id')
    .where((eb) =>
      eb.or([
        eb('is_admin', '=', 1),
        eb('is_staff', '=', 1),
        eb(
          'id',
          'in',
          eb
            .selectFrom('memberships')
            .select('user_id')
            .where('league_id', '=', leagueId)
            .where('role', '=', 'admin'),
        ),
      ]),
    )
    .execute()
  return rows.map(({ id }) => id)
}

/** Adds a user to a league. A user who is a member already keeps their role. */
export async function addMember(
  db: Db,
  leagueId: number,
  userId: number,
  role: LeagueRole,
  now: Date,
): Promise<void> {
  await db
    .insertInto('memberships')
    .values({ league_id: leagueId, user_id: userId, role, created_at: now.getTime() })
    .onConflict((conflict) => conflict.columns(['league_id', 'user_id']).doNothing())
    .execute()
}

/** Whether the league has an admin other than this user. The league should be locked. */
export async function hasOtherAdmin(db: Db, leagueId: number, userId: number): Promise<boolean> {
  const admin = await db
    .selectFrom('memberships')
    .select('user_id')
    .where((eb) => eb.and({ league_id: leagueId, role: 'admin' }))
    .where('user_id', '!=', userId)
    .limit(1)
    .executeTakeFirst()
  return admin !== undefined
}

export type Reviewer = Actor & { isAdmin: boolean; isStaff: boolean }

/** The IDs of the pending requests that the reviewer can approve or reject. */
export function decidableIds(db: Db, reviewer: Reviewer) {
  const pending = db
    .selectFrom('join_requests as pending')
    .select('pending.id')
    .where('pending.status', '=', 'pending')
  if (isSiteStaff(reviewer)) return pending
  return pending.where(
    'pending.league_id',
    'in',
    db
      .selectFrom('memberships')
      .select('league_id')
      .where('user_id', '=', reviewer.userId)
      .where('role', '=', 'admin'),
  )
}

/**
 * For any league if `leagueId` is null. A pending request gets the given message or team, and keeps its place in the
 * queue.
 */
export async function upsertJoinRequest(
  db: Db,
  userId: number,
  leagueId: number | null,
  change: { message: string } | { team_id: number | null },
  now: Date,
): Promise<void> {
  await db
    .insertInto('join_requests')
    .values({
      user_id: userId,
      league_id: leagueId,
      message: '',
      status: 'pending',
      created_at: now.getTime(),
      decided_at: null,
      ...change,
    })
    .onConflict((conflict) =>
      conflict
        .expression(sql`user_id, coalesce(league_id, 0)`)
        .where(sql<boolean>`status = 'pending'`)
        .doUpdateSet(change),
    )
    .execute()
}

export type DisplayNames = ReadonlyMap<number, string>

export type DisplayNameReader = ReturnType<typeof displayNameReader>

export function displayNameReader(db: Db) {
  return {
    /** Like `loadDisplayNames`. `userIds` is a JSON array. */
    load: (leagueId: number, userIds: string) =>
      loadDisplayNames(db, leagueId, JSON.parse(userIds) as number[]),
  }
}

/** Of these users, the members and the site staff. The names differ, so that nobody can pass for somebody else. */
export async function loadDisplayNames(
  db: Db,
  leagueId: number,
  userIds: readonly number[],
): Promise<DisplayNames> {
  if (userIds.length === 0) return new Map()
  const people = await db
    .selectFrom('users')
    .select(['id as userId', 'username', 'first_name as firstName', 'last_name as lastName'])
    .where('id', 'in', (eb) =>
      eb
        .selectFrom('memberships')
        .select('user_id as id')
        .where('league_id', '=', leagueId)
        .union(eb.selectFrom('users').select('id').where('is_staff', '=', 1))
        .union(
          eb
            .selectFrom('users')
            .select('id')
            .where(isOneOf(db, 'id', userIds)),
        ),
    )
    .orderBy('id')
    .execute()
  return assignDisplayNames(people)
}

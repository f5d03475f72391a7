import type { LeagueRole } from '@fieldhouse/domain/league/roles'
import { displayNameOf, normalizeName } from '@fieldhouse/domain/names'
import type { Db } from '../../database/engine/database.ts'

/** `name`: the display name, for people to read. */
export type UserReference = { id: number; username: string; name: string }

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

import { accessDenialReason } from '@fieldhouse/domain/league/roles'
import type { Db } from '../database/engine/database.ts'

/** The user and the session of an event stream, and its league. */
export type Subscriber = { leagueId: number; userId: number; tokenHash: string }

/** Whether the subscriber's session is active and has access to the league. Does not extend the session. */
export async function canSubscribe(db: Db, { leagueId, tokenHash }: Subscriber, now: Date): Promise<boolean> {
  const row = await db
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .leftJoin('memberships', (join) =>
      join.onRef('memberships.user_id', '=', 'users.id').on('memberships.league_id', '=', leagueId),
    )
    .select(['users.is_admin', 'users.is_staff', 'memberships.role'])
    .where('sessions.token_hash', '=', tokenHash)
    .where('sessions.expires_at', '>', now.getTime())
    .executeTakeFirst()
  if (row === undefined) return false
  const actor = { isAdmin: row.is_admin === 1, isStaff: row.is_staff === 1, isAnyLeagueAdmin: false }
  return accessDenialReason('member', actor, row.role) === null
}

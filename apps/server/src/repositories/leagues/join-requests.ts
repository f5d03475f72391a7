import { isSiteStaff } from '@fieldhouse/domain/league/roles'
import { sql } from 'kysely'
import type { Db } from '../../database/engine/database.ts'
import type { Actor } from '../audit/audit.ts'

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

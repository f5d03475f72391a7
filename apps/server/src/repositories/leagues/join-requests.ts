import { type Kysely, sql } from 'kysely'
import type { Database } from '../../database/schema/schema.ts'

/**
 * Stores a pending request to join a league, or any league if `leagueId` is null. If the user has one already, it gets
 * the given message or team, and keeps its place in the queue.
 */
export async function upsertJoinRequest(
  db: Kysely<Database>,
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

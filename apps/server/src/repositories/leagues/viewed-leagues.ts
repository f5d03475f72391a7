import { MINUTE_MS } from '@fieldhouse/domain/duration'
import type { Db } from '../../database/engine/database.ts'

/** A league counts as being viewed for this long after the last request for it. */
const VIEW_TTL_MS = 2 * MINUTE_MS

export function isRecentView(viewedAtMs: number, now: Date): boolean {
  return viewedAtMs > now.getTime() - VIEW_TTL_MS
}

export async function listViewedLeagues(db: Db, now: Date): Promise<number[]> {
  const rows = await db
    .selectFrom('league_views')
    .select('league_id')
    .where('at', '>', now.getTime() - VIEW_TTL_MS)
    .orderBy('league_id')
    .execute()
  return rows.map((row) => row.league_id)
}

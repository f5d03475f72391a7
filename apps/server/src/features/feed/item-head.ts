import type { FeedQuery } from '@fieldhouse/contract/feed-fields'
import { type Kysely, sql } from 'kysely'
import type { z } from 'zod'
import type { Database } from '../../database/schema.ts'

export type ItemType = 'post' | 'proposal' | 'media'

/** What every item has, and what its place in the feed follows from. */
export type ItemHead = {
  id: number
  type: ItemType
  /** null is the league itself: no member made it. */
  userId: number | null
  isPinned: boolean
  createdAt: number
}

export type PageQuery = z.output<typeof FeedQuery>

export type HeadPage = {
  heads: ItemHead[]
  /** Where the page after begins; null on the last. */
  next: string | null
}

/**
 * A page of a league's feed, pinned first, then newest. The place of the last item is the
 * cursor, so that a page costs the same however far back it is.
 */
export async function headPage(
  db: Kysely<Database>,
  leagueId: number,
  { limit, before, type }: PageQuery,
): Promise<HeadPage> {
  let query = heads(db, leagueId)
    .orderBy('is_pinned', 'desc')
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit + 1)
  if (type !== undefined) query = query.where('type', '=', type)
  if (before !== undefined) {
    const place = sql.join(before.split('.').map(Number))
    query = query.where(sql<boolean>`(is_pinned, created_at, id) < (${place})`)
  }
  const found = (await query.execute()).map(headOf)
  const page = found.slice(0, limit)
  const last = found.length > limit ? page.at(-1) : undefined
  return { heads: page, next: last === undefined ? null : placeOf(last) }
}

/** null when the league has no such item, or one of another type. */
export async function headOfItem(
  db: Kysely<Database>,
  leagueId: number,
  type: ItemType,
  id: number,
): Promise<ItemHead | null> {
  const row = await heads(db, leagueId).where('id', '=', id).where('type', '=', type).executeTakeFirst()
  return row === undefined ? null : headOf(row)
}

function heads(db: Kysely<Database>, leagueId: number) {
  return db
    .selectFrom('feed_items')
    .select(['id', 'type', 'user_id', 'is_pinned', 'created_at'])
    .where('league_id', '=', leagueId)
}

function headOf(row: {
  id: number
  type: ItemType
  user_id: number | null
  is_pinned: number
  created_at: number
}): ItemHead {
  return {
    id: row.id,
    type: row.type,
    userId: row.user_id,
    isPinned: row.is_pinned === 1,
    createdAt: row.created_at,
  }
}

function placeOf({ id, isPinned, createdAt }: ItemHead): string {
  return [Number(isPinned), createdAt, id].join('.')
}

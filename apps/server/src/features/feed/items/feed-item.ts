import type { FeedQuery } from '@fieldhouse/contract/feed-items'
import { type Kysely, sql } from 'kysely'
import type { z } from 'zod'
import type { Database } from '../../../database/schema/schema.ts'

export type ItemType = 'post' | 'proposal' | 'media'

/** The fields that all feed items share, including those that determine the feed order. */
export type FeedItemBase = {
  id: number
  type: ItemType
  /** The author; null for items that the league itself posted. */
  userId: number | null
  isPinned: boolean
  createdAt: number
}

export type FeedPageQuery = z.output<typeof FeedQuery>

export type FeedItemPage = {
  feedItems: FeedItemBase[]
  /** The cursor of the next page; null on the last page. */
  next: string | null
}

/**
 * Lists one page of a league's feed: pinned items first, then newest first. Keyset pagination: the
 * cursor is the sort key of the last item, so every page costs the same no matter how old it is.
 */
export async function listFeedItems(
  db: Kysely<Database>,
  leagueId: number,
  { limit, before, type }: FeedPageQuery,
): Promise<FeedItemPage> {
  let query = selectFeedItems(db, leagueId)
    .orderBy('is_pinned', 'desc')
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit + 1)
  if (type !== undefined) query = query.where('type', '=', type)
  if (before !== undefined) {
    const cursor = sql.join(before.split('.').map(Number))
    query = query.where(sql<boolean>`(is_pinned, created_at, id) < (${cursor})`)
  }
  const feedItems = (await query.execute()).map(toFeedItem)
  const page = feedItems.slice(0, limit)
  const last = feedItems.length > limit ? page.at(-1) : undefined
  return { feedItems: page, next: last === undefined ? null : toCursor(last) }
}

/** Returns null when the league has no item with this ID and type. */
export async function findFeedItem(
  db: Kysely<Database>,
  leagueId: number,
  type: ItemType,
  id: number,
): Promise<FeedItemBase | null> {
  const row = await selectFeedItems(db, leagueId)
    .where('id', '=', id)
    .where('type', '=', type)
    .executeTakeFirst()
  return row === undefined ? null : toFeedItem(row)
}

function selectFeedItems(db: Kysely<Database>, leagueId: number) {
  return db
    .selectFrom('feed_items')
    .select(['id', 'type', 'user_id', 'is_pinned', 'created_at'])
    .where('league_id', '=', leagueId)
}

function toFeedItem(row: {
  id: number
  type: ItemType
  user_id: number | null
  is_pinned: number
  created_at: number
}): FeedItemBase {
  return {
    id: row.id,
    type: row.type,
    userId: row.user_id,
    isPinned: row.is_pinned === 1,
    createdAt: row.created_at,
  }
}

function toCursor({ id, isPinned, createdAt }: FeedItemBase): string {
  return [Number(isPinned), createdAt, id].join('.')
}

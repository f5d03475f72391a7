import type { FeedQuery } from '@fieldhouse/contract/feed-items'
import { type Kysely, sql } from 'kysely'
import type { z } from 'zod'
import { compileOnce, type ValueOf } from '../../../database/engine/compile-once.ts'
import type { Database } from '../../../database/schema/schema.ts'
import { type FeedItemBase, type ItemType, selectFeedItems, toFeedItem } from './item-store.ts'

export type FeedPageQuery = z.output<typeof FeedQuery>

export type FeedItemPage = {
  feedItems: FeedItemBase[]
  /** The cursor of the next page; null on the last page. */
  next: string | null
}

const FIRST_CURSOR = '2.0.0'

type PageValues = { leagueId: number; isPinned: number; createdAt: number; id: number; limit: number }

const selectPage = compileOnce((db, value: ValueOf<PageValues>) => selectFeedPage(db, value))

const selectPageOfType = compileOnce((db, value: ValueOf<PageValues & { type: ItemType }>) =>
  selectFeedPage(db, value).where('type', '=', value('type')),
)

function selectFeedPage(db: Kysely<Database>, value: ValueOf<PageValues>) {
  const cursor = sql.join([value('isPinned'), value('createdAt'), value('id')])
  return selectFeedItems(db)
    .where('league_id', '=', value('leagueId'))
    .where(sql<boolean>`is_listed = 1`)
    .where(sql<boolean>`(is_pinned, created_at, id) < (${cursor})`)
    .orderBy('is_pinned', 'desc')
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(value('limit'))
}

/**
 * Lists one page of a league's feed: pinned items first, then newest first. Keyset pagination: the
 * cursor is the sort key of the last item, so every page costs the same no matter how old it is.
 */
export async function listFeedItems(
  db: Kysely<Database>,
  leagueId: number,
  { limit, before = FIRST_CURSOR, type }: FeedPageQuery,
): Promise<FeedItemPage> {
  const [isPinned = 0, createdAt = 0, id = 0] = before.split('.').map(Number)
  const values = { leagueId, isPinned, createdAt, id, limit: limit + 1 }
  const rows = await (type === undefined ? selectPage(db, values) : selectPageOfType(db, { ...values, type }))
  const feedItems = rows.map(toFeedItem)
  const page = feedItems.slice(0, limit)
  const last = feedItems.length > limit ? page.at(-1) : undefined
  return { feedItems: page, next: last === undefined ? null : toCursor(last) }
}

function toCursor({ id, isPinned, createdAt }: FeedItemBase): string {
  return [Number(isPinned), createdAt, id].join('.')
}

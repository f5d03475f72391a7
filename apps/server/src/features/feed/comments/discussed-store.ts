import type { Kysely } from 'kysely'
import type { Database } from '../../../database/schema/schema.ts'
import { COMMENT_FIELDS, FeedRejection, type ItemChange, type ItemType } from '../items/item-store.ts'
import { findTrade, requireTradeItem, type TradeKey } from './trade-item-store.ts'

/** What is discussed: an item of the feed, or a trade. */
export type Discussed = { type: ItemType; id: number } | { type: 'trade'; trade: TradeKey }

/** A comment, and what it is on. */
export type CommentKey = { discussed: Discussed; id: number }

/** The ID of the item that has the comments. Rejects with `item_not_found` for a trade that nobody has commented on. */
export async function findDiscussed(
  db: Kysely<Database>,
  leagueId: number,
  discussed: Discussed,
): Promise<number> {
  if (discussed.type !== 'trade') return discussed.id
  const id = await findTrade(db, leagueId, discussed.trade)
  if (id === null) throw new FeedRejection('item_not_found')
  return id
}

/** Like `findDiscussed`, for a new comment, which may be the first one on a trade. */
export async function requireDiscussed(
  transaction: Kysely<Database>,
  leagueId: number,
  discussed: Discussed,
  now: Date,
): Promise<number> {
  return discussed.type === 'trade'
    ? requireTradeItem(transaction, leagueId, discussed.trade, now)
    : discussed.id
}

/** The change that a comment makes. */
export function discussionChange(discussed: Discussed): ItemChange {
  return discussed.type === 'trade' ? { trade: discussed.trade } : { fields: COMMENT_FIELDS }
}

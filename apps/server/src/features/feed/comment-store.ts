import { isPublic } from '@fieldhouse/domain/rosters/transactions'
import { type Selectable, sql } from 'kysely'
import type { Db } from '../../database/engine/database.ts'
import { isOneOf } from '../../database/engine/dialect.ts'
import type { Database } from '../../database/schema/schema.ts'
import { ApiError } from '../../http/errors/api-error.ts'
import { archiveReader } from '../../repositories/archive-reader.ts'
import { lockLeague } from '../../repositories/change-league.ts'
import { COMMENT_FIELDS, type FeedUser, type ItemChange, type ItemType, insertItem } from './items.ts'
import { loadMentions, type StoredMention } from './mentions.ts'
import { type GivenReaction, loadReactions } from './posts.ts'

type CommentRow = Selectable<Database['item_comments']> & { parent_user_id: number | null }

export type FeedComment = CommentRow & {
  mentions: readonly StoredMention[]
  /** The oldest first. */
  reactions: readonly GivenReaction[]
}

const selectComments = (db: Db) =>
  db
    .selectFrom('item_comments as comment')
    .leftJoin('item_comments as parent', 'parent.id', 'comment.parent_id')
    .selectAll('comment')
    .select('parent.user_id as parent_user_id')
    .orderBy('comment.id')

/** Lists all comments on an item, oldest first. */
export async function listItemComments(db: Db, itemId: number): Promise<FeedComment[]> {
  return withDetails(db, await selectComments(db).where('comment.post_id', '=', itemId).execute())
}

async function withDetails(db: Db, rows: readonly CommentRow[]): Promise<FeedComment[]> {
  const ids = rows.map(({ id }) => id)
  const texts = rows.map(({ id, body }) => ({ id, text: body }))
  const [reactions, mentions] = await Promise.all([
    loadReactions(db, 'comment', ids),
    loadMentions(db, 'comment', texts),
  ])
  return rows.map((row) => ({
    ...row,
    reactions: reactions.get(row.id) ?? [],
    mentions: mentions.get(row.id) ?? [],
  }))
}

export async function findComment(db: Db, itemId: number, id: number): Promise<FeedComment | undefined> {
  const comment = selectComments(db).where('comment.post_id', '=', itemId).where('comment.id', '=', id)
  return (await withDetails(db, await comment.execute()))[0]
}

/** Loads the two newest comments of each item, oldest first, by item ID. */
export async function loadPreviews(db: Db, ids: readonly number[]): Promise<Map<number, FeedComment[]>> {
  if (ids.length === 0) return new Map()
  // Reads the index from its end, so that a long thread costs no more than a short one.
  const secondNewest = sql<number>`coalesce((select id from item_comments as second
    where second.post_id = feed_items.id order by id desc limit 1 offset 1), 0)`
  const newest = db
    .selectFrom('feed_items')
    .innerJoin('item_comments as newest', (join) =>
      join.onRef('newest.post_id', '=', 'feed_items.id').on('newest.id', '>=', secondNewest),
    )
    .select('newest.id')
    .where(isOneOf(db, 'feed_items.id', ids))
  const comments = await withDetails(db, await selectComments(db).where('comment.id', 'in', newest).execute())
  return Map.groupBy(comments, ({ post_id }) => post_id)
}

/** A trade of a league: its season, and the provider's ID. */
type TradeKey = { season: number; id: string }

/**
 * A trade becomes an item, which the feed does not list, with its first comment. So events, notifications, moderation
 * and exports work as for any item.
 */
export type Discussed = { type: ItemType; id: number } | { type: 'trade'; trade: TradeKey }

export function discussionChange(discussed: Discussed): ItemChange {
  return discussed.type === 'trade' ? { trade: discussed.trade } : { fields: COMMENT_FIELDS }
}

/** The ID of the item that stands for a trade; undefined while nobody has commented on it. */
async function findTrade(db: Db, leagueId: number, { season, id }: TradeKey): Promise<number | undefined> {
  const row = await db
    .selectFrom('feed_trades')
    .select('item_id')
    .where((eb) => eb.and({ league_id: leagueId, season, trade_id: id }))
    .executeTakeFirst()
  return row?.item_id
}

export async function hasTrade(db: Db, leagueId: number, { season, id }: TradeKey): Promise<boolean> {
  const transactions = await archiveReader(db).listTransactions(leagueId, season)
  return transactions.some((each) => each.id === id && each.kind === 'trade' && isPublic(each))
}

/** The ID of the item that has the comments; undefined for a trade that nobody has commented on. */
export async function findDiscussed(
  db: Db,
  leagueId: number,
  discussed: Discussed,
): Promise<number | undefined> {
  return discussed.type === 'trade' ? findTrade(db, leagueId, discussed.trade) : discussed.id
}

/**
 * Like `findDiscussed`, for a new comment. The first one on a trade creates the item. Rejects with `item_not_found` if
 * the league has no such trade.
 */
export async function requireDiscussed(
  transaction: Db,
  user: FeedUser,
  discussed: Discussed,
): Promise<number> {
  if (discussed.type !== 'trade') return discussed.id
  const { trade } = discussed
  const { leagueId } = user
  const itemId = await findTrade(transaction, leagueId, trade)
  if (itemId !== undefined) return itemId
  if (!(await hasTrade(transaction, leagueId, trade))) throw new ApiError('item_not_found')
  await lockLeague(transaction, leagueId)
  const createdMeanwhile = await findTrade(transaction, leagueId, trade)
  if (createdMeanwhile !== undefined) return createdMeanwhile
  const id = await insertItem(transaction, user, 'trade', null, false)
  await transaction
    .insertInto('feed_trades')
    .values({ item_id: id, league_id: leagueId, season: trade.season, trade_id: trade.id })
    .execute()
  return id
}

import { isPublic } from '@fieldhouse/domain/rosters/transactions'
import { sql } from 'kysely'
import { compileOnce, isOneOf, type ValueOf } from '../../../database/engine/compile-once.ts'
import type { Db } from '../../../database/engine/database.ts'
import { lockLeague } from '../../../repositories/leagues/lock-league.ts'
import { archiveReader } from '../../../repositories/seasons/archive-reader.ts'
import {
  COMMENT_FIELDS,
  FeedRejection,
  type FeedUser,
  type Hidden,
  type HiddenRow,
  type ItemChange,
  type ItemType,
  insertItem,
  toHidden,
} from '../items/item-store.ts'
import { loadMentions, type StoredMention } from '../mentions/mention-store.ts'
import { type GivenReaction, loadReactions } from '../posts/reaction-store.ts'

export type FeedComment = TextState & {
  id: number
  userId: number
  body: string
  mentions: readonly StoredMention[]
  /** The comment that it replies to; null for other comments. */
  parent: { id: number; userId: number } | null
  createdAt: number
  /** Whether an archive contained it. */
  isImported: boolean
  /** The oldest first. */
  reactions: readonly GivenReaction[]
  hidden: Hidden | null
}

/** What became of a text after it was posted. */
export type TextState = {
  /** null for a text that was never edited. */
  editedAt: number | null
  /** Counts the changes of the text. */
  textVersion: number
}

/** The likes of an item, and its comments of which a card shows the newest. */
export type Reactions = { likes: number; comments: number }

const COMMENT_COLUMNS = [
  'comment.id',
  'comment.post_id as itemId',
  'comment.user_id as userId',
  'comment.body',
  'comment.created_at as createdAt',
  'comment.imported_person_id',
  'comment.edited_at as editedAt',
  'comment.version as textVersion',
  'comment.parent_id as parentId',
  'parent.user_id as parentUserId',
  'comment.hidden_at',
  'comment.hidden_reason',
  'comment.hidden_by',
] as const

const commentsWithParents = (db: Db) =>
  db
    .selectFrom('post_comments as comment')
    .leftJoin('post_comments as parent', 'parent.id', 'comment.parent_id')
    .select(COMMENT_COLUMNS)

const selectComments = compileOnce((db, value: ValueOf<{ itemId: number }>) =>
  commentsWithParents(db).where('comment.post_id', '=', value('itemId')).orderBy('comment.id'),
)

/** Lists all comments on an item, oldest first. */
export async function listItemComments(db: Db, itemId: number): Promise<FeedComment[]> {
  return withDetails(db, await selectComments(db, { itemId }))
}

type CommentRow = HiddenRow &
  Omit<FeedComment, 'mentions' | 'parent' | 'isImported' | 'reactions' | 'hidden'> & {
    itemId: number
    imported_person_id: number | null
    parentId: number | null
    parentUserId: number | null
  }

async function withDetails(db: Db, rows: readonly CommentRow[]) {
  const texts = rows.map(({ id, body }) => ({ id, text: body }))
  const [reactions, mentions] = await Promise.all([
    loadReactions(
      db,
      'comment',
      rows.map(({ id }) => id),
    ),
    loadMentions(db, 'comment', texts),
  ])
  return rows.map((row) => {
    const { parentId, parentUserId, imported_person_id, hidden_at, hidden_reason, hidden_by, ...comment } =
      row
    return {
      ...comment,
      isImported: imported_person_id !== null,
      hidden: toHidden({ hidden_at, hidden_reason, hidden_by }),
      parent: parentId === null || parentUserId === null ? null : { id: parentId, userId: parentUserId },
      reactions: reactions.get(comment.id) ?? [],
      mentions: mentions.get(comment.id) ?? [],
    }
  })
}

/** Returns null when the item has no such comment. */
export async function findComment(db: Db, itemId: number, id: number): Promise<FeedComment | null> {
  const rows = await commentsWithParents(db)
    .where('comment.post_id', '=', itemId)
    .where('comment.id', '=', id)
    .execute()
  const [loaded] = await withDetails(db, rows)
  return loaded ?? null
}

/**
 * The two newest comments of each item, oldest first. Reads the index from its end, so that a long thread
 * costs no more than a short one.
 */
const selectNewestComments = compileOnce((db, value: ValueOf<{ ids: string }>) => {
  const secondNewest = sql<number>`coalesce((select id from post_comments as newest
    where newest.post_id = feed_items.id order by id desc limit 1 offset 1), 0)`
  return db
    .selectFrom('feed_items')
    .innerJoin('post_comments as comment', (join) =>
      join.onRef('comment.post_id', '=', 'feed_items.id').on('comment.id', '>=', secondNewest),
    )
    .leftJoin('post_comments as parent', 'parent.id', 'comment.parent_id')
    .select(COMMENT_COLUMNS)
    .where(isOneOf(db, 'feed_items.id', value('ids')))
    .orderBy('comment.id')
})

/** Loads the two newest comments of each item, oldest first, by item ID. */
export async function loadPreviews(db: Db, ids: readonly number[]): Promise<Map<number, FeedComment[]>> {
  if (ids.length === 0) return new Map()
  const comments = await withDetails(db, await selectNewestComments(db, { ids: JSON.stringify(ids) }))
  return Map.groupBy(comments, ({ itemId }) => itemId)
}

/** A trade of a league: its season, and the provider's ID. */
export type TradeKey = { season: number; id: string }

/** What is discussed: an item of the feed, or a trade. */
export type Discussed = { type: ItemType; id: number } | { type: 'trade'; trade: TradeKey }

/** A comment, and what it is on. */
export type CommentKey = { discussed: Discussed; id: number }

export function postIn({ params }: { params: { id: number } }): Discussed {
  return { type: 'post', id: params.id }
}

export function itemIn({ params, query }: { params: { id: number }; query: { type: ItemType } }): Discussed {
  return { type: query.type, id: params.id }
}

export function tradeIn({ params }: { params: { season: number; trade: string } }): Discussed {
  return { type: 'trade', trade: { season: params.season, id: params.trade } }
}

/** The change that a comment makes. */
export function discussionChange(discussed: Discussed): ItemChange {
  return discussed.type === 'trade' ? { trade: discussed.trade } : { fields: COMMENT_FIELDS }
}

/** The ID of the item that stands for a trade; null while nobody has commented on it. */
export async function findTrade(db: Db, leagueId: number, { season, id }: TradeKey): Promise<number | null> {
  const row = await db
    .selectFrom('feed_trades')
    .select('item_id')
    .where('league_id', '=', leagueId)
    .where('season', '=', season)
    .where('trade_id', '=', id)
    .executeTakeFirst()
  return row?.item_id ?? null
}

/** Whether the league has a trade that its members may see. */
export async function hasTrade(db: Db, leagueId: number, { season, id }: TradeKey): Promise<boolean> {
  const transactions = await archiveReader(db).listTransactions(leagueId, season)
  return transactions.some((each) => each.id === id && each.kind === 'trade' && isPublic(each))
}

/** The ID of the item that has the comments. Rejects with `item_not_found` for a trade that nobody has commented on. */
export async function findDiscussed(db: Db, leagueId: number, discussed: Discussed): Promise<number> {
  if (discussed.type !== 'trade') return discussed.id
  const id = await findTrade(db, leagueId, discussed.trade)
  if (id === null) throw new FeedRejection('item_not_found')
  return id
}

/**
 * Like `findDiscussed`, for a new comment. The first one on a trade creates the item. Rejects with `item_not_found` if
 * the league has no such trade.
 */
export async function requireDiscussed(
  transaction: Db,
  { leagueId, now }: FeedUser,
  discussed: Discussed,
): Promise<number> {
  if (discussed.type !== 'trade') return discussed.id
  const { trade } = discussed
  const itemId = await findTrade(transaction, leagueId, trade)
  if (itemId !== null) return itemId
  if (!(await hasTrade(transaction, leagueId, trade))) throw new FeedRejection('item_not_found')
  await lockLeague(transaction, leagueId)
  const createdMeanwhile = await findTrade(transaction, leagueId, trade)
  if (createdMeanwhile !== null) return createdMeanwhile
  const id = await insertItem(transaction, { leagueId, type: 'trade', userId: null, isListed: false, now })
  await transaction
    .insertInto('feed_trades')
    .values({ item_id: id, league_id: leagueId, season: trade.season, trade_id: trade.id })
    .execute()
  return id
}

import { type Db, type DbTransaction, inTransaction } from '../../../database/engine/database.ts'
import { recordEvent } from '../../../repositories/change-league.ts'
import {
  authorizeDeletion,
  type FeedUser,
  type ItemType,
  inFeedTransaction,
  lockItem,
  publishItemChange,
  recordFeedAudit,
  rejectIfHidden,
  requireItem,
  type StoredItem,
} from './item-store.ts'

// Changes that apply to feed items of every type. They reject with an ApiError.

/** Pins or unpins an item. Returns whether it is pinned now. Rejects with `item_not_found`. */
export function togglePin(db: Db, user: FeedUser, type: ItemType, id: number): Promise<boolean> {
  return inFeedTransaction(db, user.leagueId, async (transaction) => {
    const item = await requireItem(transaction, user.leagueId, type, id)
    const isPinned = item.is_pinned === 0
    await transaction
      .updateTable('feed_items')
      .set({ is_pinned: isPinned ? 1 : 0 })
      .where('id', '=', id)
      .execute()
    await recordFeedAudit(transaction, user, isPinned ? 'feed.pin' : 'feed.unpin', { type, id })
    await publishItemChange(transaction, user, item, { fields: ['pinned'] })
    return isPinned
  })
}

/**
 * Returns the keys of its media files, which must then be removed from storage. A post goes with its last file if it
 * has no text. Rejects with `item_not_found`, and with `not_allowed` unless the user is the author or may manage the
 * league.
 */
export function removeItem(db: Db, user: FeedUser, type: ItemType, id: number): Promise<string[]> {
  const { leagueId, now } = user
  return inFeedTransaction(db, leagueId, async (transaction) => {
    const item = await requireItem(transaction, leagueId, type, id)
    await authorizeDeletion(transaction, user, item.user_id, { type, id })
    const post = type === 'media' ? await findPostOfFile(transaction, leagueId, id) : null
    const isLastPart = post?.isEmptyWithout === true
    const removed = isLastPart ? post : item
    const files = await transaction
      .selectFrom('feed_media')
      .select(['item_id', 'file_key'])
      .where((eb) => eb.or([eb('item_id', '=', removed.id), eb('post_id', '=', removed.id)]))
      .execute()
    const ids = [...new Set([removed.id, ...files.map(({ item_id }) => item_id)])]
    await transaction.deleteFrom('feed_items').where('id', 'in', ids).execute()
    for (const each of [removed, ...(isLastPart ? [item] : [])]) {
      const data = { change: 'removed', type: each.type, id: each.id, version: each.version + 1 } as const
      await recordEvent(transaction, leagueId, { name: 'feed', data }, now)
    }
    if (post !== null && !isLastPart) await publishItemChange(transaction, user, post, { fields: ['media'] })
    return files.map(({ file_key }) => file_key)
  })
}

async function findPostOfFile(transaction: DbTransaction, leagueId: number, mediaId: number) {
  const row = await transaction
    .selectFrom('feed_media')
    .innerJoin('feed_posts', 'feed_posts.item_id', 'feed_media.post_id')
    .select(['feed_posts.item_id as id', 'feed_posts.content'])
    .select((eb) =>
      eb
        .selectFrom('feed_media as file')
        .select((count) => count.fn.countAll().as('count'))
        .whereRef('file.post_id', '=', 'feed_media.post_id')
        .as('files'),
    )
    .where('feed_media.item_id', '=', mediaId)
    .executeTakeFirst()
  if (row === undefined) return null
  const post = await requireItem(transaction, leagueId, 'post', row.id)
  return { ...post, isEmptyWithout: row.content === '' && Number(row.files) === 1 }
}

/** Likes or unlikes an item. Rejects with `item_not_found` and `item_hidden`. */
export function toggleLike(db: Db, user: FeedUser, type: ItemType, id: number) {
  const { leagueId, userId, now } = user
  return inTransaction(db, async (transaction) => {
    const item = await lockItem(transaction, leagueId, id, type)
    rejectIfHidden(item)
    const { numDeletedRows } = await transaction
      .deleteFrom('item_likes')
      .where((eb) => eb.and({ post_id: id, user_id: userId }))
      .executeTakeFirst()
    const liked = numDeletedRows === 0n
    const like = { post_id: id, user_id: userId, created_at: now.getTime() }
    if (liked) await transaction.insertInto('item_likes').values(like).execute()
    const likes_count = await addToCounter(transaction, item, 'likes_count', liked ? 1 : -1)
    await publishItemChange(transaction, user, item, { fields: ['likes_count'] })
    return { liked, likes_count }
  })
}

const TABLES = {
  post: 'feed_posts',
  proposal: 'feed_proposals',
  media: 'feed_media',
  trade: 'feed_trades',
} as const

export async function addToCounter(
  transaction: DbTransaction,
  { type, id }: Pick<StoredItem, 'type' | 'id'>,
  counter: 'likes_count' | 'comments_count',
  by: 1 | -1,
): Promise<number> {
  const row = await transaction
    // The tables have these columns in common, except that nobody can like a trade.
    .updateTable(TABLES[type] as 'feed_posts')
    .set((eb) => ({ [counter]: eb(counter, '+', by) }))
    .where('item_id', '=', id)
    .returning(`${counter} as count`)
    .executeTakeFirstOrThrow()
  return row.count
}

export async function findLikedItems(db: Db, ids: readonly number[], userId: number): Promise<Set<number>> {
  if (ids.length === 0) return new Set()
  const rows = await db
    .selectFrom('item_likes')
    .select('post_id')
    .where('user_id', '=', userId)
    .where('post_id', 'in', ids)
    .execute()
  return new Set(rows.map((row) => row.post_id))
}

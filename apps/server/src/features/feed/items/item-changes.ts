import { compileOnce, executeTogether, isOneOf, type ValueOf } from '../../../database/engine/compile-once.ts'
import type { Db, DbTransaction } from '../../../database/engine/database.ts'
import { inTransaction } from '../../../database/engine/transaction.ts'
import { recordEvent } from '../../../repositories/events/league-events.ts'
import {
  authorizeDeletion,
  type DiscussedType,
  type FeedItemBase,
  FeedRejection,
  type FeedUser,
  type ItemType,
  inFeedTransaction,
  itemChangeQueries,
  itemLock,
  publishItemChange,
  recordFeedAudit,
  rejectIfHidden,
  requireItem,
  toFeedItem,
} from './item-store.ts'

// Changes that apply to feed items of every type. They reject with a FeedRejection.

/** Pins or unpins an item. Returns whether it is pinned now. Rejects with `item_not_found`. */
export function togglePin(db: Db, user: FeedUser, type: ItemType, id: number): Promise<boolean> {
  return inFeedTransaction(db, user.leagueId, async (transaction) => {
    const item = await requireItem(transaction, user.leagueId, type, id)
    const { isPinned } = item
    await transaction
      .updateTable('feed_items')
      .set({ is_pinned: isPinned ? 0 : 1 })
      .where('id', '=', id)
      .execute()
    await recordFeedAudit(transaction, user, isPinned ? 'feed.unpin' : 'feed.pin', { type, id })
    await publishItemChange(transaction, user, item, { fields: ['pinned'] })
    return !isPinned
  })
}

/**
 * Deletes an item and everything attached to it. Returns the keys of its media files, which must then be
 * removed from storage. A post goes with its last file if it has no text. Rejects with `item_not_found`, and with
 * `not_allowed` unless the user is the author or may manage the league.
 */
export function removeItem(db: Db, user: FeedUser, type: ItemType, id: number): Promise<string[]> {
  const { leagueId, now } = user
  return inFeedTransaction(db, leagueId, async (transaction) => {
    const item = await requireItem(transaction, leagueId, type, id)
    await authorizeDeletion(transaction, user, item.userId, { type, id })
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

/** The post that contains a file, and whether it would be empty without it; null for an upload on its own. */
async function findPostOfFile(
  transaction: DbTransaction,
  leagueId: number,
  mediaId: number,
): Promise<(FeedItemBase & { isEmptyWithout: boolean }) | null> {
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
    const [, [item], [counts], liked] = await executeTogether(transaction, [
      ...itemLock(transaction, leagueId, type, id),
      COUNTERS[type].select.with(transaction, { id }),
      selectLikedItems.with(transaction, { userId, ids: `[${id}]` }),
    ])
    if (item === undefined || counts === undefined) throw new FeedRejection('item_not_found')
    rejectIfHidden(toFeedItem(item))
    const isLiked = liked.length === 0
    const by = isLiked ? 1 : -1
    const like = { id, userId, createdAt: now.getTime() }
    await executeTogether(transaction, [
      (isLiked ? insertLike : deleteLike).with(transaction, like),
      COUNTERS[type].addLikes.with(transaction, { id, by }),
      ...itemChangeQueries(transaction, user, item, { fields: ['likes_count'] }),
    ])
    return { liked: isLiked, likes_count: counts.likes + by }
  })
}

/** The queries of the counters of one type of items. */
function countersIn(table: 'feed_posts' | 'feed_proposals' | 'feed_media' | 'feed_trades') {
  // The tables have these columns in common, except that nobody can like a trade.
  const counted = table as 'feed_posts'
  const addTo = (counter: 'likes_count' | 'comments_count') =>
    compileOnce((db, value: ValueOf<{ id: number; by: number }>) =>
      db
        .updateTable(counted)
        .set((eb) => ({ [counter]: eb(counter, '+', value('by')) }))
        .where('item_id', '=', value('id')),
    )
  return {
    select: compileOnce((db, value: ValueOf<{ id: number }>) =>
      db.selectFrom(counted).select('likes_count as likes').where('item_id', '=', value('id')),
    ),
    addLikes: addTo('likes_count'),
    addComments: addTo('comments_count'),
  }
}

export const COUNTERS: Record<DiscussedType, ReturnType<typeof countersIn>> = {
  post: countersIn('feed_posts'),
  proposal: countersIn('feed_proposals'),
  media: countersIn('feed_media'),
  trade: countersIn('feed_trades'),
}

type Like = { id: number; userId: number; createdAt: number }

const insertLike = compileOnce((db, value: ValueOf<Like>) =>
  db.insertInto('post_likes').values({
    post_id: value('id'),
    user_id: value('userId'),
    created_at: value('createdAt'),
  }),
)

const deleteLike = compileOnce((db, value: ValueOf<Like>) =>
  db.deleteFrom('post_likes').where('post_id', '=', value('id')).where('user_id', '=', value('userId')),
)

/** The likes of a user among items. */
const selectLikedItems = compileOnce((db, value: ValueOf<{ userId: number; ids: string }>) =>
  db
    .selectFrom('post_likes')
    .select('post_id')
    .where('user_id', '=', value('userId'))
    .where(isOneOf(db, 'post_id', value('ids'))),
)

/** The IDs of those of the items that the user likes. */
export async function findLikedItems(db: Db, ids: readonly number[], userId: number): Promise<Set<number>> {
  if (ids.length === 0) return new Set()
  const rows = await selectLikedItems(db, { userId, ids: JSON.stringify(ids) })
  return new Set(rows.map((row) => row.post_id))
}

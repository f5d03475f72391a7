import type { Transaction } from 'kysely'
import type { Db } from '../../../database/engine/database.ts'
import type { Database } from '../../../database/schema/schema.ts'
import { ApiError } from '../../../http/errors/api-error.ts'
import { recordAuditEntry } from '../../../repositories/audit/audit.ts'
import {
  type Author,
  addItem,
  inFeedTransaction,
  publishFeedEvent,
  requireItem,
} from '../items/feed-transaction.ts'
import type { FeedComment } from './post-details.ts'

export type PostStore = ReturnType<typeof postStore>

export function postStore(db: Db) {
  return {
    /** Returns the new post's ID. */
    async create(author: Author, content: string, now: Date): Promise<number> {
      return inFeedTransaction(db, author.leagueId, async (transaction) => {
        const id = await addItem(transaction, 'post', author, now)
        await transaction.insertInto('feed_posts').values({ item_id: id, content }).execute()
        return id
      })
    },

    /** Likes or unlikes a post. Throws `item_not_found`. */
    async toggleLike(
      author: Author,
      postId: number,
      now: Date,
    ): Promise<{ isLiked: boolean; likes: number }> {
      const { leagueId, userId } = author
      return inFeedTransaction(db, leagueId, async (transaction) => {
        await requireItem(transaction, leagueId, 'post', postId)
        const { numDeletedRows } = await transaction
          .deleteFrom('post_likes')
          .where('post_id', '=', postId)
          .where('user_id', '=', userId)
          .executeTakeFirst()
        const isLiked = numDeletedRows === 0n
        if (isLiked)
          await transaction.insertInto('post_likes').values({ post_id: postId, user_id: userId }).execute()
        const likes = await addToCounter(transaction, postId, 'likes_count', isLiked ? 1 : -1)
        await publishFeedEvent(transaction, leagueId, { change: 'changed', type: 'post', id: postId }, now)
        return { isLiked, likes }
      })
    },

    /** Throws `item_not_found`. */
    async addComment(author: Author, postId: number, body: string, now: Date): Promise<FeedComment> {
      const { leagueId, userId } = author
      const createdAt = now.getTime()
      return inFeedTransaction(db, leagueId, async (transaction) => {
        await requireItem(transaction, leagueId, 'post', postId)
        const { id } = await transaction
          .insertInto('post_comments')
          .values({ post_id: postId, user_id: userId, body, created_at: createdAt })
          .returning('id')
          .executeTakeFirstOrThrow()
        await addToCounter(transaction, postId, 'comments_count', 1)
        await publishFeedEvent(transaction, leagueId, { change: 'changed', type: 'post', id: postId }, now)
        return { id, userId, body, createdAt }
      })
    },

    /** Throws `item_not_found`, and `not_allowed` unless the user is the author or may manage the league. */
    async removeComment(author: Author, postId: number, commentId: number, now: Date): Promise<void> {
      const { leagueId } = author
      await inFeedTransaction(db, leagueId, async (transaction) => {
        await requireItem(transaction, leagueId, 'post', postId)
        const comment = await transaction
          .selectFrom('post_comments')
          .select('user_id')
          .where('id', '=', commentId)
          .where('post_id', '=', postId)
          .executeTakeFirst()
        if (comment === undefined) throw new ApiError('item_not_found')
        const isOwn = comment.user_id === author.userId
        if (!isOwn && !author.canRunLeague) throw new ApiError('not_allowed')
        await transaction.deleteFrom('post_comments').where('id', '=', commentId).execute()
        await addToCounter(transaction, postId, 'comments_count', -1)
        if (!isOwn) {
          const detail = { type: 'comment', id: commentId, post: postId, author_id: comment.user_id }
          await recordAuditEntry(transaction, {
            at: now,
            actor: author,
            action: 'feed.delete',
            leagueId,
            detail,
          })
        }
        await publishFeedEvent(transaction, leagueId, { change: 'changed', type: 'post', id: postId }, now)
      })
    },
  }
}

async function addToCounter(
  transaction: Transaction<Database>,
  postId: number,
  counter: 'likes_count' | 'comments_count',
  by: 1 | -1,
): Promise<number> {
  const row = await transaction
    .updateTable('feed_posts')
    .set((eb) => ({ [counter]: eb(counter, '+', by) }))
    .where('item_id', '=', postId)
    .returning(counter)
    .executeTakeFirstOrThrow()
  return row[counter] ?? 0
}

import type { Transaction } from 'kysely'
import { compileOnce, executeTogether, type ValueOf } from '../../../database/engine/compile-once.ts'
import type { Db } from '../../../database/engine/database.ts'
import { inTransaction } from '../../../database/engine/transaction.ts'
import type { Database } from '../../../database/schema/schema.ts'
import { personLock, sharedLeagueLock } from '../../../repositories/leagues/lock-league.ts'
import {
  type Author,
  addItem,
  authorizeDeletion,
  FeedRejection,
  type ItemChange,
  inFeedTransaction,
  itemChangeQueries,
  itemLock,
  publishItemChange,
  requireItem,
} from '../items/item-store.ts'
import { type FeedComment, selectLikedPosts } from './post-read-store.ts'

const REPEAT_WINDOW_MS = 10_000

const COMMENT_FIELDS: ItemChange['fields'] = ['comments_count', 'comments_preview']

/** Whether the user likes a post now, and the number of likes. */
export type Like = { isLiked: boolean; likes: number }

/** `key`: what the browser sends with each attempt; undefined without one. */
export type NewPost = { content: string; key?: string | undefined }

/** Changes to posts and comments. They reject with a FeedRejection. */
export interface PostStore {
  /**
   * Returns the new post's ID. What the same person sends again is one post: with the same key, or without one, the
   * same text within ten seconds. The ID may be that of a post that has been deleted.
   */
  create(author: Author, post: NewPost, now: Date): Promise<number>
  /** Likes or unlikes a post. Rejects with `item_not_found`. */
  toggleLike(author: Author, postId: number, now: Date): Promise<Like>
  /** Rejects with `item_not_found`. */
  addComment(author: Author, postId: number, body: string, now: Date): Promise<FeedComment>
  /**
   * Rejects with `item_not_found`, and with `not_allowed` unless the user is the author or may manage the
   * league.
   */
  removeComment(author: Author, postId: number, commentId: number, now: Date): Promise<void>
}

export function postStore(db: Db): PostStore {
  return {
    create(author, { content, key = '' }, now) {
      const { leagueId, userId } = author
      const after = now.getTime() - REPEAT_WINDOW_MS
      return inTransaction(db, async (transaction) => {
        const [, , [sent], [repeated]] = await executeTogether(transaction, [
          sharedLeagueLock(transaction, leagueId),
          personLock(transaction, leagueId, userId),
          selectSentPost.with(transaction, { leagueId, userId, key }),
          selectRepeatedPost.with(transaction, { leagueId, userId, content, after }),
        ])
        if (sent !== undefined) return sent.id
        const isRepeated = repeated !== undefined && key === ''
        if (isRepeated) return repeated.id
        const id = await addItem(transaction, 'post', author, now)
        await insertPost(transaction, { id, content })
        if (key !== '') await insertKey(transaction, { leagueId, userId, key, id, createdAt: now.getTime() })
        return id
      })
    },

    toggleLike(author, postId, now) {
      const { leagueId, userId } = author
      return inTransaction(db, async (transaction) => {
        const [, [post], [counts], liked] = await executeTogether(transaction, [
          ...itemLock(transaction, leagueId, 'post', postId),
          selectPostCounts.with(transaction, { postId }),
          selectLikedPosts.with(transaction, { userId, ids: `[${postId}]` }),
        ])
        if (post === undefined || counts === undefined) throw new FeedRejection('item_not_found')
        const isLiked = liked.length === 0
        const likes = counts.likes + (isLiked ? 1 : -1)
        await executeTogether(transaction, [
          (isLiked ? insertLike : deleteLike).with(transaction, { postId, userId, createdAt: now.getTime() }),
          addLikes.with(transaction, { postId, by: isLiked ? 1 : -1 }),
          ...itemChangeQueries(transaction, leagueId, post, { fields: ['likes_count'] }, now),
        ])
        return { isLiked, likes }
      })
    },

    addComment(author, postId, body, now) {
      const { leagueId, userId } = author
      const createdAt = now.getTime()
      return inTransaction(db, async (transaction) => {
        const [, [post]] = await executeTogether(transaction, itemLock(transaction, leagueId, 'post', postId))
        if (post === undefined) throw new FeedRejection('item_not_found')
        const [[comment]] = await executeTogether(transaction, [
          insertComment.with(transaction, { postId, userId, body, createdAt }),
          addComments.with(transaction, { postId, by: 1 }),
          ...itemChangeQueries(transaction, leagueId, post, { fields: COMMENT_FIELDS }, now),
        ])
        if (comment === undefined) throw new Error('the new comment has no ID')
        return { id: comment.id, userId, body, createdAt, importedPersonId: null }
      })
    },

    async removeComment(author, postId, commentId, now) {
      const { leagueId } = author
      await inFeedTransaction(db, leagueId, async (transaction) => {
        const post = await requireItem(transaction, leagueId, 'post', postId)
        const comment = await transaction
          .selectFrom('post_comments')
          .select('user_id')
          .where('id', '=', commentId)
          .where('post_id', '=', postId)
          .executeTakeFirst()
        if (comment === undefined) throw new FeedRejection('item_not_found')
        const deleted = { type: 'comment', id: commentId, post: postId }
        await authorizeDeletion(transaction, author, { userId: comment.user_id }, deleted, now)
        await transaction.deleteFrom('post_comments').where('id', '=', commentId).execute()
        await addComments(transaction, { postId, by: -1 })
        const change = { fields: COMMENT_FIELDS, removed_comment: commentId }
        await publishItemChange(transaction, leagueId, post, change, now)
      })
    },
  }
}

type KeyValues = { leagueId: number; userId: number; key: string }

/** The post that was created with a key. */
const selectSentPost = compileOnce((db, value: ValueOf<KeyValues>) =>
  db
    .selectFrom('post_keys')
    .select('post_id as id')
    .where('league_id', '=', value('leagueId'))
    .where('user_id', '=', value('userId'))
    .where('key', '=', value('key')),
)

const insertKey = compileOnce((db, value: ValueOf<KeyValues & { id: number; createdAt: number }>) =>
  db.insertInto('post_keys').values({
    league_id: value('leagueId'),
    user_id: value('userId'),
    key: value('key'),
    post_id: value('id'),
    created_at: value('createdAt'),
  }),
)

/** The post that a second click or a repeated request sends again. */
const selectRepeatedPost = compileOnce(
  (db, value: ValueOf<{ leagueId: number; userId: number; content: string; after: number }>) =>
    db
      .selectFrom('feed_items')
      .innerJoin('feed_posts', 'feed_posts.item_id', 'feed_items.id')
      .select('feed_items.id')
      .where('feed_items.league_id', '=', value('leagueId'))
      .where('feed_items.user_id', '=', value('userId'))
      .where('feed_items.created_at', '>', value('after'))
      .where('feed_posts.content', '=', value('content'))
      .limit(1),
)

const insertPost = compileOnce((db, value: ValueOf<{ id: number; content: string }>) =>
  db.insertInto('feed_posts').values({ item_id: value('id'), content: value('content') }),
)

const selectPostCounts = compileOnce((db, value: ValueOf<{ postId: number }>) =>
  db.selectFrom('feed_posts').select('likes_count as likes').where('item_id', '=', value('postId')),
)

type LikeValues = { postId: number; userId: number; createdAt: number }

const insertLike = compileOnce((db, value: ValueOf<LikeValues>) =>
  db.insertInto('post_likes').values({
    post_id: value('postId'),
    user_id: value('userId'),
    created_at: value('createdAt'),
  }),
)

const deleteLike = compileOnce((db, value: ValueOf<LikeValues>) =>
  db.deleteFrom('post_likes').where('post_id', '=', value('postId')).where('user_id', '=', value('userId')),
)

const insertComment = compileOnce(
  (db, value: ValueOf<{ postId: number; userId: number; body: string; createdAt: number }>) =>
    db
      .insertInto('post_comments')
      .values({
        post_id: value('postId'),
        user_id: value('userId'),
        body: value('body'),
        created_at: value('createdAt'),
      })
      .returning('id'),
)

const addLikes = addTo('likes_count')
const addComments = addTo('comments_count')

function addTo(counter: 'likes_count' | 'comments_count') {
  return compileOnce((db, value: ValueOf<{ postId: number; by: number }>) =>
    db
      .updateTable('feed_posts')
      .set((eb) => ({ [counter]: eb(counter, '+', value('by')) }))
      .where('item_id', '=', value('postId')),
  )
}

/** Creates a pinned post by the league itself rather than by a member. Returns the post's ID. */
export async function pinLeaguePost(
  transaction: Transaction<Database>,
  leagueId: number,
  content: string,
  now: Date,
): Promise<number> {
  const id = await addItem(transaction, 'post', { leagueId, userId: null }, now)
  await transaction.insertInto('feed_posts').values({ item_id: id, content }).execute()
  await transaction.updateTable('feed_items').set({ is_pinned: 1 }).where('id', '=', id).execute()
  return id
}

/** Unpins the posts that are pinned and publishes an event for each. */
export async function unpinPosts(
  transaction: Transaction<Database>,
  leagueId: number,
  ids: readonly number[],
  now: Date,
): Promise<void> {
  for (const id of ids) {
    const post = await transaction
      .updateTable('feed_items')
      .set({ is_pinned: 0 })
      .where('id', '=', id)
      .where('is_pinned', '=', 1)
      .returning(['id', 'type', 'version'])
      .executeTakeFirst()
    if (post !== undefined) await publishItemChange(transaction, leagueId, post, { fields: ['pinned'] }, now)
  }
}

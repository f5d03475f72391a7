import { type Kysely, sql, type Transaction } from 'kysely'
import { compileOnce, isOneOf, type ValueOf } from '../../../database/engine/compile-once.ts'
import type { Db } from '../../../database/engine/database.ts'
import type { Database } from '../../../database/schema/schema.ts'
import {
  type Author,
  addItem,
  authorizeDeletion,
  type FeedEvent,
  FeedRejection,
  inFeedTransaction,
  publishFeedEvent,
  requireItem,
} from '../items/item-store.ts'

const REPEAT_WINDOW_MS = 10_000

export type FeedComment = {
  id: number
  userId: number
  body: string
  createdAt: number
  /** The person of an archive that contained it; null for a comment of this server. */
  importedPersonId: number | null
}

/** The fields of a post in addition to those in `FeedItemBase`. */
export type PostDetails = {
  type: 'post'
  content: string
  likes: number
  comments: number
  /** The two newest comments, oldest first. */
  preview: FeedComment[]
  /** The week that the post is the recap of; null for other posts. */
  recap: { season: number; week: number } | null
}

/** Whether the user likes a post now, and the number of likes. */
export type Like = { isLiked: boolean; likes: number }

/** Changes to posts and comments. They reject with a FeedRejection. */
export interface PostStore {
  /** Returns the new post's ID. The same text of the same person within ten seconds is one post. */
  create(author: Author, content: string, now: Date): Promise<number>
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
    create(author, content, now) {
      return inFeedTransaction(db, author.leagueId, async (transaction) => {
        const repeated = await findRepeatedPost(transaction, author, content, now)
        if (repeated !== null) return repeated
        const id = await addItem(transaction, 'post', author, now)
        await transaction.insertInto('feed_posts').values({ item_id: id, content }).execute()
        return id
      })
    },

    toggleLike(author, postId, now) {
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
          await transaction
            .insertInto('post_likes')
            .values({ post_id: postId, user_id: userId, created_at: now.getTime() })
            .execute()
        const likes = await addToCounter(transaction, postId, 'likes_count', isLiked ? 1 : -1)
        await publishPostChange(transaction, author, { id: postId, likes }, now)
        return { isLiked, likes }
      })
    },

    addComment(author, postId, body, now) {
      const { leagueId, userId } = author
      const createdAt = now.getTime()
      return inFeedTransaction(db, leagueId, async (transaction) => {
        await requireItem(transaction, leagueId, 'post', postId)
        const { id } = await transaction
          .insertInto('post_comments')
          .values({ post_id: postId, user_id: userId, body, created_at: createdAt })
          .returning('id')
          .executeTakeFirstOrThrow()
        const comments = await addToCounter(transaction, postId, 'comments_count', 1)
        await publishPostChange(transaction, author, { id: postId, comments }, now)
        return { id, userId, body, createdAt, importedPersonId: null }
      })
    },

    async removeComment(author, postId, commentId, now) {
      const { leagueId } = author
      await inFeedTransaction(db, leagueId, async (transaction) => {
        await requireItem(transaction, leagueId, 'post', postId)
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
        const comments = await addToCounter(transaction, postId, 'comments_count', -1)
        await publishPostChange(transaction, author, { id: postId, comments }, now)
      })
    },
  }
}

/** The ID of the post that a second click or a repeated request sends again; null if there is none. */
async function findRepeatedPost(
  transaction: Transaction<Database>,
  { leagueId, userId }: Author,
  content: string,
  now: Date,
): Promise<number | null> {
  const post = await transaction
    .selectFrom('feed_items')
    .innerJoin('feed_posts', 'feed_posts.item_id', 'feed_items.id')
    .select('feed_items.id')
    .where('feed_items.league_id', '=', leagueId)
    .where('feed_items.user_id', '=', userId)
    .where('feed_items.created_at', '>', now.getTime() - REPEAT_WINDOW_MS)
    .where('feed_posts.content', '=', content)
    .limit(1)
    .executeTakeFirst()
  return post?.id ?? null
}

async function publishPostChange(
  transaction: Transaction<Database>,
  { leagueId }: Pick<Author, 'leagueId'>,
  changes: Pick<FeedEvent, 'id' | 'likes' | 'comments' | 'pinned'>,
  now: Date,
): Promise<void> {
  await publishFeedEvent(transaction, leagueId, { change: 'changed', type: 'post', ...changes }, now)
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
    const { numUpdatedRows } = await transaction
      .updateTable('feed_items')
      .set({ is_pinned: 0 })
      .where('id', '=', id)
      .where('is_pinned', '=', 1)
      .executeTakeFirst()
    if (numUpdatedRows > 0n) await publishPostChange(transaction, { leagueId }, { id, pinned: false }, now)
  }
}

const selectPosts = compileOnce((db, value: ValueOf<{ ids: string }>) =>
  db
    .selectFrom('feed_posts')
    .leftJoin('recaps', 'recaps.post_id', 'feed_posts.item_id')
    .selectAll('feed_posts')
    .select(['recaps.season', 'recaps.week'])
    .where(isOneOf(db, 'feed_posts.item_id', value('ids'))),
)

/** Loads the details of posts by item ID. */
export async function loadPostDetails(
  db: Kysely<Database>,
  ids: readonly number[],
): Promise<Map<number, PostDetails>> {
  if (ids.length === 0) return new Map()
  const values = { ids: JSON.stringify(ids) }
  const [posts, comments] = await Promise.all([selectPosts(db, values), selectNewestComments(db, values)])
  const previews = Map.groupBy(comments, (comment) => comment.postId)
  return new Map(
    posts.map((post) => [
      post.item_id,
      {
        type: 'post',
        content: post.content,
        likes: post.likes_count,
        comments: post.comments_count,
        preview: previews.get(post.item_id) ?? [],
        recap: post.season === null || post.week === null ? null : { season: post.season, week: post.week },
      },
    ]),
  )
}

const selectComments = compileOnce((db, value: ValueOf<{ postId: number }>) =>
  db
    .selectFrom('post_comments')
    .select([
      'id',
      'user_id as userId',
      'body',
      'created_at as createdAt',
      'imported_person_id as importedPersonId',
    ])
    .where('post_id', '=', value('postId'))
    .orderBy('id'),
)

/** Lists all comments on a post, oldest first. */
export function listPostComments(db: Kysely<Database>, postId: number): Promise<FeedComment[]> {
  return selectComments(db, { postId })
}

const selectLikedPosts = compileOnce((db, value: ValueOf<{ userId: number; ids: string }>) =>
  db
    .selectFrom('post_likes')
    .select('post_id')
    .where('user_id', '=', value('userId'))
    .where(isOneOf(db, 'post_id', value('ids'))),
)

/** The IDs of those of the posts that the user likes. */
export async function findLikedPosts(
  db: Kysely<Database>,
  ids: readonly number[],
  userId: number,
): Promise<Set<number>> {
  if (ids.length === 0) return new Set()
  const rows = await selectLikedPosts(db, { userId, ids: JSON.stringify(ids) })
  return new Set(rows.map((row) => row.post_id))
}

/**
 * The two newest comments of each post, oldest first. Reads the index from its end, so that a long thread
 * costs no more than a short one.
 */
const selectNewestComments = compileOnce((db, value: ValueOf<{ ids: string }>) => {
  const secondNewest = sql<number>`coalesce((select id from post_comments as newest
    where newest.post_id = feed_posts.item_id order by id desc limit 1 offset 1), 0)`
  return db
    .selectFrom('feed_posts')
    .innerJoin('post_comments as comment', (join) =>
      join.onRef('comment.post_id', '=', 'feed_posts.item_id').on('comment.id', '>=', secondNewest),
    )
    .select([
      'comment.id',
      'comment.post_id as postId',
      'comment.user_id as userId',
      'comment.body',
      'comment.created_at as createdAt',
      'comment.imported_person_id as importedPersonId',
    ])
    .where(isOneOf(db, 'feed_posts.item_id', value('ids')))
    .orderBy('comment.id')
})

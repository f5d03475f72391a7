import type { Kysely } from 'kysely'
import { sql } from 'kysely'
import type { Database } from '../../../database/schema/schema.ts'

export type FeedComment = { id: number; userId: number; body: string; createdAt: number }

/** The fields of a post in addition to those in `FeedItemBase`. */
export type PostDetails = {
  content: string
  likes: number
  comments: number
  isLiked: boolean
  /** The two newest comments, oldest first. */
  preview: FeedComment[]
}

/** Loads the details of posts by item ID, as the user sees them. */
export async function loadPostDetails(
  db: Kysely<Database>,
  ids: readonly number[],
  userId: number,
): Promise<Map<number, PostDetails>> {
  if (ids.length === 0) return new Map()
  const [posts, likedIds, previews] = await Promise.all([
    db.selectFrom('feed_posts').selectAll().where('item_id', 'in', ids).execute(),
    findLikedPosts(db, ids, userId),
    listNewestComments(db, ids),
  ])
  return new Map(
    posts.map((post) => [
      post.item_id,
      {
        content: post.content,
        likes: post.likes_count,
        comments: post.comments_count,
        isLiked: likedIds.has(post.item_id),
        preview: previews.get(post.item_id) ?? [],
      },
    ]),
  )
}

/** Lists all comments on a post, oldest first. */
export async function listPostComments(db: Kysely<Database>, postId: number): Promise<FeedComment[]> {
  const rows = await db
    .selectFrom('post_comments')
    .select(['id', 'user_id', 'body', 'created_at'])
    .where('post_id', '=', postId)
    .orderBy('id')
    .execute()
  return rows.map(toComment)
}

async function findLikedPosts(
  db: Kysely<Database>,
  ids: readonly number[],
  userId: number,
): Promise<Set<number>> {
  const rows = await db
    .selectFrom('post_likes')
    .select('post_id')
    .where('user_id', '=', userId)
    .where('post_id', 'in', ids)
    .execute()
  return new Set(rows.map((row) => row.post_id))
}

/**
 * The two newest comments of each post, oldest first. Reads the index from its end, so that a long thread
 * costs no more than a short one.
 */
async function listNewestComments(
  db: Kysely<Database>,
  ids: readonly number[],
): Promise<Map<number, FeedComment[]>> {
  const secondNewest = sql<number>`coalesce((select id from post_comments as newest
    where newest.post_id = feed_posts.item_id order by id desc limit 1 offset 1), 0)`
  const rows = await db
    .selectFrom('feed_posts')
    .innerJoin('post_comments as comment', (join) =>
      join.onRef('comment.post_id', '=', 'feed_posts.item_id').on('comment.id', '>=', secondNewest),
    )
    .select(['comment.id', 'comment.post_id', 'comment.user_id', 'comment.body', 'comment.created_at'])
    .where('feed_posts.item_id', 'in', ids)
    .orderBy('comment.id')
    .execute()
  const previews = new Map<number, FeedComment[]>()
  for (const row of rows) previews.set(row.post_id, [...(previews.get(row.post_id) ?? []), toComment(row)])
  return previews
}

function toComment(row: { id: number; user_id: number; body: string; created_at: number }): FeedComment {
  return { id: row.id, userId: row.user_id, body: row.body, createdAt: row.created_at }
}

import type { RecapDocument } from '@fieldhouse/domain/recap/recap-document'
import { type Kysely, sql } from 'kysely'
import { compileOnce, isOneOf, type ValueOf } from '../../../database/engine/compile-once.ts'
import type { Database } from '../../../database/schema/schema.ts'
import { parseRecap } from '../../../repositories/recaps/stored-recap.ts'

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
  recap: { season: number; week: number; document: RecapDocument | null } | null
}

const selectPosts = compileOnce((db, value: ValueOf<{ ids: string }>) =>
  db
    .selectFrom('feed_posts')
    .leftJoin('recaps', 'recaps.post_id', 'feed_posts.item_id')
    .selectAll('feed_posts')
    .select(['recaps.season', 'recaps.week', 'recaps.document', 'recaps.rewrite'])
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
        recap:
          post.season === null || post.week === null
            ? null
            : { season: post.season, week: post.week, document: parseRecap(post.document, post.rewrite) },
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

/** The likes of a user among posts. */
export const selectLikedPosts = compileOnce((db, value: ValueOf<{ userId: number; ids: string }>) =>
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

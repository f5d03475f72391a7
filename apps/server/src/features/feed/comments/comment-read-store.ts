import { type Kysely, sql } from 'kysely'
import { compileOnce, isOneOf, type ValueOf } from '../../../database/engine/compile-once.ts'
import type { Database } from '../../../database/schema/schema.ts'
import { type Hidden, type HiddenRow, toHidden } from '../items/item-store.ts'
import { loadMentions, type StoredMention } from '../mentions/mention-store.ts'
import { type GivenReaction, loadCommentReactions } from '../posts/reaction-store.ts'

export type FeedComment = {
  id: number
  userId: number
  body: string
  mentions: readonly StoredMention[]
  /** The comment that it replies to; null for other comments. */
  parent: { id: number; userId: number } | null
  createdAt: number
  /** The person of an archive that contained it; null for a comment of this server. */
  importedPersonId: number | null
  /** The oldest first. */
  reactions: readonly GivenReaction[]
  hidden: Hidden | null
} & TextState

/** What became of a text after it was posted. */
export type TextState = {
  /** null for a text that was never edited. */
  editedAt: number | null
  /** Counts the changes of the text. */
  textVersion: number
}

const COMMENT_COLUMNS = [
  'comment.id',
  'comment.user_id as userId',
  'comment.body',
  'comment.created_at as createdAt',
  'comment.imported_person_id as importedPersonId',
  'comment.edited_at as editedAt',
  'comment.version as textVersion',
  'comment.parent_id as parentId',
  'parent.user_id as parentUserId',
  'comment.hidden_at',
  'comment.hidden_reason',
  'comment.hidden_by',
] as const

/** The likes of an item, and its comments of which a card shows the newest. */
export type Reactions = { likes: number; comments: number }

const selectComments = compileOnce((db, value: ValueOf<{ itemId: number }>) =>
  db
    .selectFrom('post_comments as comment')
    .leftJoin('post_comments as parent', 'parent.id', 'comment.parent_id')
    .select(COMMENT_COLUMNS)
    .where('comment.post_id', '=', value('itemId'))
    .orderBy('comment.id'),
)

/** Lists all comments on an item, oldest first. */
export async function listItemComments(db: Kysely<Database>, itemId: number): Promise<FeedComment[]> {
  return withDetails(db, await selectComments(db, { itemId }))
}

type CommentRow = HiddenRow & {
  id: number
  body: string
  parentId: number | null
  parentUserId: number | null
}

async function withDetails<Row extends CommentRow>(db: Kysely<Database>, comments: readonly Row[]) {
  const ids = comments.map(({ id }) => id)
  const [reactions, mentions] = await Promise.all([
    loadCommentReactions(db, ids),
    loadMentions(
      db,
      'comment',
      comments.map(({ id, body }) => ({ id, text: body })),
    ),
  ])
  return comments.map(({ parentId, parentUserId, hidden_at, hidden_reason, hidden_by, ...comment }) => ({
    ...comment,
    hidden: toHidden({ hidden_at, hidden_reason, hidden_by }),
    parent: parentId === null || parentUserId === null ? null : { id: parentId, userId: parentUserId },
    reactions: reactions.get(comment.id) ?? [],
    mentions: mentions.get(comment.id) ?? [],
  }))
}

/** Returns null when the item has no such comment. */
export async function findComment(
  db: Kysely<Database>,
  itemId: number,
  id: number,
): Promise<FeedComment | null> {
  const comment = await db
    .selectFrom('post_comments as comment')
    .leftJoin('post_comments as parent', 'parent.id', 'comment.parent_id')
    .select(COMMENT_COLUMNS)
    .where('comment.post_id', '=', itemId)
    .where('comment.id', '=', id)
    .executeTakeFirst()
  if (comment === undefined) return null
  const [loaded] = await withDetails(db, [comment])
  return loaded ?? null
}

/** The likes of a user among items. */
export const selectLikedItems = compileOnce((db, value: ValueOf<{ userId: number; ids: string }>) =>
  db
    .selectFrom('post_likes')
    .select('post_id')
    .where('user_id', '=', value('userId'))
    .where(isOneOf(db, 'post_id', value('ids'))),
)

/** The IDs of those of the items that the user likes. */
export async function findLikedItems(
  db: Kysely<Database>,
  ids: readonly number[],
  userId: number,
): Promise<Set<number>> {
  if (ids.length === 0) return new Set()
  const rows = await selectLikedItems(db, { userId, ids: JSON.stringify(ids) })
  return new Set(rows.map((row) => row.post_id))
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
    .select('comment.post_id as itemId')
    .where(isOneOf(db, 'feed_items.id', value('ids')))
    .orderBy('comment.id')
})

/** Loads the two newest comments of each item, oldest first, by item ID. */
export async function loadPreviews(
  db: Kysely<Database>,
  ids: readonly number[],
): Promise<Map<number, FeedComment[]>> {
  if (ids.length === 0) return new Map()
  const comments = await withDetails(db, await selectNewestComments(db, { ids: JSON.stringify(ids) }))
  return Map.groupBy(comments, ({ itemId }) => itemId)
}

import type { MentionedText } from '@fieldhouse/domain/league/mentions'
import type { Kysely } from 'kysely'
import { compileOnce, executeTogether, type ValueOf } from '../../../database/engine/compile-once.ts'
import type { Db } from '../../../database/engine/database.ts'
import { inTransaction } from '../../../database/engine/transaction.ts'
import type { Database } from '../../../database/schema/schema.ts'
import {
  type Author,
  authorizeDeletion,
  type DiscussedType,
  FeedRejection,
  type ItemType,
  inFeedTransaction,
  itemChangeQueries,
  itemLock,
  publishItemChange,
  rejectIfHidden,
  requireItem,
  toFeedItem,
} from '../items/item-store.ts'
import { addMentions } from '../mentions/mention-store.ts'
import { rejectTooSoon } from '../moderation/slow-mode-store.ts'
import { type FeedComment, findComment, selectLikedItems } from './comment-read-store.ts'
import {
  type CommentKey,
  type Discussed,
  discussionChange,
  findDiscussed,
  requireDiscussed,
} from './discussed-store.ts'

/** Whether the user likes an item now, and the number of likes. */
export type Like = { isLiked: boolean; likes: number }

/** `replyTo`: the ID of the comment to reply to; undefined without one. */
export type NewComment = MentionedText & { replyTo?: number | undefined }

/** Likes of items, and comments on items and trades. The changes reject with a FeedRejection. */
export interface CommentStore {
  /** Likes or unlikes an item. Rejects with `item_not_found` and `item_hidden`. */
  toggleLike(author: Author, type: ItemType, id: number, now: Date): Promise<Like>
  /** Rejects with `item_not_found`, `item_hidden`, `slow_mode`, `mention_not_found`, and, for a reply, `comment_not_found`. */
  add(author: Author, discussed: Discussed, comment: NewComment, now: Date): Promise<FeedComment>
  /**
   * Rejects with `item_not_found`, and with `not_allowed` unless the user is the author or may manage the
   * league.
   */
  remove(author: Author, comment: CommentKey, now: Date): Promise<void>
}

export function commentStore(db: Db): CommentStore {
  return {
    toggleLike(author, type, id, now) {
      const { leagueId, userId } = author
      return inTransaction(db, async (transaction) => {
        const [, [item], [counts], liked] = await executeTogether(transaction, [
          ...itemLock(transaction, leagueId, type, id),
          COUNTERS[type].select.with(transaction, { itemId: id }),
          selectLikedItems.with(transaction, { userId, ids: `[${id}]` }),
        ])
        if (item === undefined || counts === undefined) throw new FeedRejection('item_not_found')
        rejectIfHidden(toFeedItem(item))
        const isLiked = liked.length === 0
        const by = isLiked ? 1 : -1
        const likes = counts.likes + by
        await executeTogether(transaction, [
          (isLiked ? insertLike : deleteLike).with(transaction, {
            itemId: id,
            userId,
            createdAt: now.getTime(),
          }),
          COUNTERS[type].addLikes.with(transaction, { itemId: id, by }),
          ...itemChangeQueries(transaction, leagueId, item, { fields: ['likes_count'] }, now),
        ])
        return { isLiked, likes }
      })
    },

    add(author, discussed, { text: body, mentions, replyTo }, now) {
      const { leagueId, userId } = author
      const createdAt = now.getTime()
      return inTransaction(db, async (transaction) => {
        const id = await requireDiscussed(transaction, leagueId, discussed, now)
        const { type } = discussed
        const [[league], [item]] = await executeTogether(
          transaction,
          itemLock(transaction, leagueId, type, id),
        )
        if (item === undefined) throw new FeedRejection('item_not_found')
        rejectIfHidden(toFeedItem(item))
        await rejectTooSoon(transaction, author, league?.slowModeSeconds ?? 0, 'text', now)
        const parent = replyTo === undefined ? null : await requireParent(transaction, id, replyTo)
        const parentId = parent?.id ?? null
        const [[comment]] = await executeTogether(transaction, [
          insertComment.with(transaction, { itemId: id, userId, body, createdAt, parentId }),
          COUNTERS[type].addComments.with(transaction, { itemId: id, by: 1 }),
          ...itemChangeQueries(transaction, leagueId, item, discussionChange(discussed), now),
        ])
        if (comment === undefined) throw new Error('the new comment has no ID')
        const subject = { type: 'comment', id: comment.id } as const
        return {
          id: comment.id,
          userId,
          body,
          mentions: await addMentions(transaction, leagueId, subject, mentions, now),
          parent,
          createdAt,
          importedPersonId: null,
          editedAt: null,
          textVersion: 1,
          reactions: [],
          hidden: null,
        }
      })
    },

    async remove(author, { discussed, id: commentId }, now) {
      const { leagueId } = author
      const { type } = discussed
      await inFeedTransaction(db, leagueId, async (transaction) => {
        const id = await findDiscussed(transaction, leagueId, discussed)
        const item = await requireItem(transaction, leagueId, type, id)
        const comment = await transaction
          .selectFrom('post_comments')
          .select('user_id')
          .where('id', '=', commentId)
          .where('post_id', '=', id)
          .executeTakeFirst()
        if (comment === undefined) throw new FeedRejection('item_not_found')
        const deleted = { type: 'comment', id: commentId, [type]: id }
        await authorizeDeletion(transaction, author, { userId: comment.user_id }, deleted, now)
        await transaction.deleteFrom('post_comments').where('id', '=', commentId).execute()
        await COUNTERS[type].addComments(transaction, { itemId: id, by: -1 })
        const change = { ...discussionChange(discussed), removed_comment: commentId }
        await publishItemChange(transaction, leagueId, item, change, now)
      })
    },
  }
}

/** The queries of the counters of one type of items. */
function countersIn(table: 'feed_posts' | 'feed_proposals' | 'feed_media' | 'feed_trades') {
  // The tables have these columns in common, except that nobody can like a trade.
  const counted = table as 'feed_posts'
  const addTo = (counter: 'likes_count' | 'comments_count') =>
    compileOnce((db, value: ValueOf<{ itemId: number; by: number }>) =>
      db
        .updateTable(counted)
        .set((eb) => ({ [counter]: eb(counter, '+', value('by')) }))
        .where('item_id', '=', value('itemId')),
    )
  return {
    select: compileOnce((db, value: ValueOf<{ itemId: number }>) =>
      db.selectFrom(counted).select('likes_count as likes').where('item_id', '=', value('itemId')),
    ),
    addLikes: addTo('likes_count'),
    addComments: addTo('comments_count'),
  }
}

const COUNTERS: Record<DiscussedType, ReturnType<typeof countersIn>> = {
  post: countersIn('feed_posts'),
  proposal: countersIn('feed_proposals'),
  media: countersIn('feed_media'),
  trade: countersIn('feed_trades'),
}

type LikeValues = { itemId: number; userId: number; createdAt: number }

const insertLike = compileOnce((db, value: ValueOf<LikeValues>) =>
  db.insertInto('post_likes').values({
    post_id: value('itemId'),
    user_id: value('userId'),
    created_at: value('createdAt'),
  }),
)

const deleteLike = compileOnce((db, value: ValueOf<LikeValues>) =>
  db.deleteFrom('post_likes').where('post_id', '=', value('itemId')).where('user_id', '=', value('userId')),
)

/** Returns the comment to which a reply to `replyTo` belongs. Rejects with `comment_not_found`. */
async function requireParent(
  db: Kysely<Database>,
  itemId: number,
  replyTo: number,
): Promise<NonNullable<FeedComment['parent']>> {
  const comment = await findComment(db, itemId, replyTo)
  if (comment === null) throw new FeedRejection('comment_not_found')
  rejectIfHidden(comment)
  return comment.parent ?? { id: comment.id, userId: comment.userId }
}

type CommentValues = {
  itemId: number
  userId: number
  body: string
  createdAt: number
  parentId: number | null
}

const insertComment = compileOnce((db, value: ValueOf<CommentValues>) =>
  db
    .insertInto('post_comments')
    .values({
      post_id: value('itemId'),
      user_id: value('userId'),
      body: value('body'),
      created_at: value('createdAt'),
      parent_id: value('parentId'),
    })
    .returning('id'),
)

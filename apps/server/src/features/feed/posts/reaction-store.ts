import type { Reaction } from '@fieldhouse/domain/league/reactions'
import type { Kysely, Transaction } from 'kysely'
import { compileOnce, executeTogether, isOneOf, type ValueOf } from '../../../database/engine/compile-once.ts'
import type { Db } from '../../../database/engine/database.ts'
import { inTransaction } from '../../../database/engine/transaction.ts'
import type { Database } from '../../../database/schema/schema.ts'
import { type CommentKey, discussionChange, findDiscussed } from '../comments/discussed-store.ts'
import {
  type Author,
  type DiscussedType,
  FeedRejection,
  itemLock,
  publishItemChange,
  rejectIfHidden,
  toFeedItem,
  toHidden,
} from '../items/item-store.ts'

/** Who reacted with what. */
export type GivenReaction = { userId: number; reaction: Reaction }

/** `isOn` is false to take the reaction back. */
export type ReactionChange = { reaction: Reaction; isOn: boolean }

/** Reactions of people. They return all reactions afterwards, the oldest first, and reject with `item_not_found`. */
export interface ReactionStore {
  /** Reacts to a post or a media item. */
  reactToItem(author: Author, itemId: number, change: ReactionChange, now: Date): Promise<GivenReaction[]>
  reactToComment(
    author: Author,
    comment: CommentKey,
    change: ReactionChange,
    now: Date,
  ): Promise<GivenReaction[]>
}

export function reactionStore(db: Db): ReactionStore {
  return {
    reactToItem(author, itemId, { reaction, isOn }, now) {
      const { leagueId, userId } = author
      return inTransaction(db, async (transaction) => {
        const post = await lockItem(transaction, leagueId, 'post', itemId)
        const item = post ?? (await lockItem(transaction, leagueId, 'media', itemId))
        if (item === undefined) throw new FeedRejection('item_not_found')
        rejectIfHidden(toFeedItem(item))
        const isChanged = isOn
          ? await transaction
              .insertInto('item_reactions')
              .values({ item_id: itemId, user_id: userId, reaction, created_at: now.getTime() })
              .onConflict((conflict) => conflict.doNothing())
              .executeTakeFirst()
              .then(({ numInsertedOrUpdatedRows }) => numInsertedOrUpdatedRows !== 0n)
          : await transaction
              .deleteFrom('item_reactions')
              .where('item_id', '=', itemId)
              .where('user_id', '=', userId)
              .where('reaction', '=', reaction)
              .executeTakeFirst()
              .then(({ numDeletedRows }) => numDeletedRows !== 0n)
        if (isChanged) await publishItemChange(transaction, leagueId, item, { fields: ['reactions'] }, now)
        return selectItemReactions(transaction, { ids: `[${itemId}]` })
      })
    },

    reactToComment(author, { discussed, id }, { reaction, isOn }, now) {
      const { leagueId, userId } = author
      return inTransaction(db, async (transaction) => {
        const itemId = await findDiscussed(transaction, leagueId, discussed)
        const item = await lockItem(transaction, leagueId, discussed.type, itemId)
        const comment = await findCommentState(transaction, itemId, id)
        if (item === undefined || comment === null) throw new FeedRejection('item_not_found')
        rejectIfHidden(toFeedItem(item))
        rejectIfHidden(comment)
        const isChanged = isOn
          ? await transaction
              .insertInto('comment_reactions')
              .values({ comment_id: id, user_id: userId, reaction, created_at: now.getTime() })
              .onConflict((conflict) => conflict.doNothing())
              .executeTakeFirst()
              .then(({ numInsertedOrUpdatedRows }) => numInsertedOrUpdatedRows !== 0n)
          : await transaction
              .deleteFrom('comment_reactions')
              .where('comment_id', '=', id)
              .where('user_id', '=', userId)
              .where('reaction', '=', reaction)
              .executeTakeFirst()
              .then(({ numDeletedRows }) => numDeletedRows !== 0n)
        const event = { ...discussionChange(discussed), changed_comment: id }
        if (isChanged) await publishItemChange(transaction, leagueId, item, event, now)
        return selectCommentReactions(transaction, { ids: `[${id}]` })
      })
    },
  }
}

async function lockItem(
  transaction: Transaction<Database>,
  leagueId: number,
  type: DiscussedType,
  id: number,
) {
  const [, [item]] = await executeTogether(transaction, itemLock(transaction, leagueId, type, id))
  return item
}

/** Returns null when the item has no such comment. */
async function findCommentState(transaction: Transaction<Database>, itemId: number, id: number) {
  const comment = await transaction
    .selectFrom('post_comments')
    .select(['hidden_at', 'hidden_reason', 'hidden_by'])
    .where('post_id', '=', itemId)
    .where('id', '=', id)
    .executeTakeFirst()
  return comment === undefined ? null : { hidden: toHidden(comment) }
}

const selectItemReactions = compileOnce((db, value: ValueOf<{ ids: string }>) =>
  db
    .selectFrom('item_reactions')
    .select(['item_id as subjectId', 'user_id as userId', 'reaction'])
    .where(isOneOf(db, 'item_id', value('ids')))
    .orderBy('created_at')
    .orderBy('user_id'),
)

const selectCommentReactions = compileOnce((db, value: ValueOf<{ ids: string }>) =>
  db
    .selectFrom('comment_reactions')
    .select(['comment_id as subjectId', 'user_id as userId', 'reaction'])
    .where(isOneOf(db, 'comment_id', value('ids')))
    .orderBy('created_at')
    .orderBy('user_id'),
)

/** Loads the reactions to items by item ID, the oldest first. */
export function loadItemReactions(db: Kysely<Database>, ids: readonly number[]) {
  return loadReactions(db, ids, selectItemReactions)
}

/** Loads the reactions to comments by comment ID, the oldest first. */
export function loadCommentReactions(db: Kysely<Database>, ids: readonly number[]) {
  return loadReactions(db, ids, selectCommentReactions)
}

async function loadReactions(
  db: Kysely<Database>,
  ids: readonly number[],
  select: typeof selectItemReactions,
): Promise<Map<number, GivenReaction[]>> {
  if (ids.length === 0) return new Map()
  const rows = await select(db, { ids: JSON.stringify(ids) })
  return Map.groupBy(rows, ({ subjectId }) => subjectId)
}

import type { Reaction } from '@fieldhouse/domain/league/reactions'
import { compileOnce, isOneOf, type ValueOf } from '../../../database/engine/compile-once.ts'
import type { Db, DbTransaction } from '../../../database/engine/database.ts'
import { inTransaction } from '../../../database/engine/transaction.ts'
import {
  FeedRejection,
  type FeedUser,
  lockItem,
  publishItemChange,
  rejectIfHidden,
  type Subject,
} from '../items/item-store.ts'

/** Who reacted with what. */
export type GivenReaction = { userId: number; reaction: Reaction }

/** `on` is false to take the reaction back. */
export type ReactionChange = { reaction: Reaction; on: boolean }

/**
 * Reacts to a post or a media item. Returns all reactions afterwards. Rejects with `item_not_found` and `item_hidden`.
 */
export function changeItemReaction(
  db: Db,
  user: FeedUser,
  id: number,
  change: ReactionChange,
): Promise<GivenReaction[]> {
  const { leagueId } = user
  return inTransaction(db, async (transaction) => {
    const item =
      (await lockItem(transaction, leagueId, 'post', id)) ??
      (await lockItem(transaction, leagueId, 'media', id))
    if (item === null) throw new FeedRejection('item_not_found')
    rejectIfHidden(item)
    if (await changeReaction(transaction, user, { type: 'item', id }, change))
      await publishItemChange(transaction, user, item, { fields: ['reactions'] })
    return listReactions(transaction, { type: 'item', id })
  })
}

// The tables of items and comments have the same columns, but for the ID of what was reacted to.
const tableOf = (type: Subject['type']) => `${type}_reactions` as 'item_reactions'
const columnOf = (type: Subject['type']) => `${type}_id` as 'item_id'

/** Returns whether something has changed. */
export async function changeReaction(
  transaction: DbTransaction,
  { userId, now }: FeedUser,
  { type, id }: Subject,
  { reaction, on }: ReactionChange,
): Promise<boolean> {
  if (on) {
    const subject = { [columnOf(type)]: id }
    const { numInsertedOrUpdatedRows } = await transaction
      .insertInto(tableOf(type))
      .values({ ...subject, user_id: userId, reaction, created_at: now.getTime() })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirst()
    return numInsertedOrUpdatedRows !== 0n
  }
  const { numDeletedRows } = await transaction
    .deleteFrom(tableOf(type))
    .where(columnOf(type), '=', id)
    .where('user_id', '=', userId)
    .where('reaction', '=', reaction)
    .executeTakeFirst()
  return numDeletedRows !== 0n
}

const selectReactions = (type: Subject['type']) =>
  compileOnce((db, value: ValueOf<{ ids: string }>) =>
    db
      .selectFrom(tableOf(type))
      .select([`${columnOf(type)} as subjectId`, 'user_id as userId', 'reaction'])
      .where(isOneOf(db, columnOf(type), value('ids')))
      .orderBy('created_at')
      .orderBy('user_id'),
  )

const SELECT_REACTIONS = { item: selectReactions('item'), comment: selectReactions('comment') }

/** The oldest first. */
export function listReactions(db: Db, { type, id }: Subject): Promise<GivenReaction[]> {
  return SELECT_REACTIONS[type](db, { ids: `[${id}]` })
}

/** Loads the reactions to items or comments by ID, the oldest first. */
export async function loadReactions(
  db: Db,
  type: Subject['type'],
  ids: readonly number[],
): Promise<Map<number, GivenReaction[]>> {
  if (ids.length === 0) return new Map()
  const rows = await SELECT_REACTIONS[type](db, { ids: JSON.stringify(ids) })
  return Map.groupBy(rows, ({ subjectId }) => subjectId)
}

import type { Reaction } from '@fieldhouse/domain/league/reactions'
import type { Db, DbTransaction } from '../../../database/engine/database.ts'
import { isOneOf } from '../../../database/engine/dialect.ts'
import type { FeedUser, Subject } from '../items/item-store.ts'

export type GivenReaction = { user_id: number; reaction: Reaction }

export type ReactionChange = { reaction: Reaction; on: boolean }

// The tables of items and comments have the same columns, but for the ID of what was reacted to.
const tableOf = (type: Subject['type']) => `${type}_reactions` as 'item_reactions'
const columnOf = (type: Subject['type']) => `${type}_id` as 'item_id'

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
    .where((eb) => eb.and({ user_id: userId, reaction }))
    .executeTakeFirst()
  return numDeletedRows !== 0n
}

/** The oldest first. */
export async function listReactions(db: Db, { type, id }: Subject): Promise<GivenReaction[]> {
  return (await loadReactions(db, type, [id])).get(id) ?? []
}

/** Loads the reactions to items or comments by ID, the oldest first. */
export async function loadReactions(
  db: Db,
  type: Subject['type'],
  ids: readonly number[],
): Promise<Map<number, GivenReaction[]>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom(tableOf(type))
    .select([`${columnOf(type)} as subjectId`, 'user_id', 'reaction'])
    .where(isOneOf(db, columnOf(type), ids))
    .orderBy('created_at')
    .orderBy('user_id')
    .execute()
  return Map.groupBy(rows, ({ subjectId }) => subjectId)
}

import type { Transaction } from 'kysely'
import type { Db } from '../../../database/engine/database.ts'
import { inTransaction } from '../../../database/engine/transaction.ts'
import type { Database } from '../../../database/schema/schema.ts'
import { ApiError } from '../../../http/errors/api-error.ts'
import { recordEvent } from '../../../repositories/events/league-events.ts'
import { type FeedItemBase, findFeedItem, type ItemType } from './feed-item.ts'

/** A user who changes the feed of a league. */
export type Author = { leagueId: number; userId: number; username: string; canRunLeague: boolean }

/** Runs `work` in a transaction. Transactions that change the feed of the same league run one at a time. */
export function inFeedTransaction<Result>(
  db: Db,
  leagueId: number,
  work: (transaction: Transaction<Database>) => Promise<Result>,
): Promise<Result> {
  return inTransaction(db, async (transaction) => {
    // Updating the league's row locks it until the transaction ends.
    await transaction
      .updateTable('leagues')
      .set((eb) => ({ name: eb.ref('name') }))
      .where('id', '=', leagueId)
      .execute()
    return work(transaction)
  })
}

/** Throws `item_not_found` when the league has no such item. */
export async function requireItem(
  transaction: Transaction<Database>,
  leagueId: number,
  type: ItemType,
  id: number,
): Promise<FeedItemBase> {
  const item = await findFeedItem(transaction, leagueId, type, id)
  if (item === null) throw new ApiError('item_not_found')
  return item
}

/** Adds an item to the feed and publishes the event. Returns the item's ID. */
export async function addItem(
  transaction: Transaction<Database>,
  type: ItemType,
  { leagueId, userId }: Pick<Author, 'leagueId'> & { userId: number | null },
  now: Date,
): Promise<number> {
  const { id } = await transaction
    .insertInto('feed_items')
    .values({ league_id: leagueId, type, user_id: userId, is_pinned: 0, created_at: now.getTime() })
    .returning('id')
    .executeTakeFirstOrThrow()
  await publishFeedEvent(transaction, leagueId, { change: 'added', type, id }, now)
  return id
}

export async function publishFeedEvent(
  transaction: Transaction<Database>,
  leagueId: number,
  data: { change: 'added' | 'changed' | 'removed'; type: ItemType; id: number },
  now: Date,
): Promise<void> {
  await recordEvent(transaction, leagueId, { name: 'feed', data }, now)
}

import type { Transaction } from 'kysely'
import type { Database } from '../../database/schema.ts'
import { addItem, publishFeedEvent } from './feed-transaction.ts'

/** Pins a post that no member wrote; answers its number. */
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

/** Takes the pins from posts. */
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
    if (numUpdatedRows > 0n)
      await publishFeedEvent(transaction, leagueId, { change: 'changed', type: 'post', id }, now)
  }
}

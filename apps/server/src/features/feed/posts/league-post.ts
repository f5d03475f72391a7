import type { Transaction } from 'kysely'
import type { Database } from '../../../database/schema/schema.ts'
import { addItem, publishFeedEvent } from '../items/feed-transaction.ts'

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
    if (numUpdatedRows > 0n)
      await publishFeedEvent(transaction, leagueId, { change: 'changed', type: 'post', id }, now)
  }
}

import type { Transaction } from 'kysely'
import type { Db } from '../../../database/engine/database.ts'
import type { Database } from '../../../database/schema/schema.ts'
import { recordAuditEntry } from '../../../repositories/audit/audit.ts'
import { recordEvent } from '../../../repositories/events/league-events.ts'
import {
  type Author,
  authorizeDeletion,
  type FeedItemBase,
  type ItemType,
  inFeedTransaction,
  publishItemChange,
  requireItem,
} from './item-store.ts'

/** Changes that apply to feed items of every type. They reject with a FeedRejection. */
export interface ItemStore {
  /** Pins or unpins an item. Returns whether it is pinned now. Rejects with `item_not_found`. */
  togglePin(author: Author, type: ItemType, id: number, now: Date): Promise<boolean>
  /**
   * Deletes an item and everything attached to it. Returns the keys of its media files, which must then be
   * removed from storage. A post goes with its last file if it has no text. Rejects with `item_not_found`, and with
   * `not_allowed` unless the user is the author or may manage the league.
   */
  remove(author: Author, type: ItemType, id: number, now: Date): Promise<string[]>
}

export function itemStore(db: Db): ItemStore {
  return {
    togglePin(author, type, id, now) {
      return inFeedTransaction(db, author.leagueId, async (transaction) => {
        const item = await requireItem(transaction, author.leagueId, type, id)
        const { isPinned } = item
        await transaction
          .updateTable('feed_items')
          .set({ is_pinned: isPinned ? 0 : 1 })
          .where('id', '=', id)
          .execute()
        await recordAuditEntry(transaction, {
          at: now,
          actor: author,
          action: isPinned ? 'feed.unpin' : 'feed.pin',
          leagueId: author.leagueId,
          detail: { type, id },
        })
        await publishItemChange(transaction, author.leagueId, item, { fields: ['pinned'] }, now)
        return !isPinned
      })
    },

    remove(author, type, id, now) {
      const { leagueId } = author
      return inFeedTransaction(db, leagueId, async (transaction) => {
        const item = await requireItem(transaction, leagueId, type, id)
        await authorizeDeletion(transaction, author, item, { type, id }, now)
        const post = type === 'media' ? await findPostOfFile(transaction, leagueId, id) : null
        const isLastPart = post?.isEmptyWithout === true
        const removed = isLastPart ? post : item
        const files = await transaction
          .selectFrom('feed_media')
          .select(['item_id', 'file_key'])
          .where((eb) => eb.or([eb('item_id', '=', removed.id), eb('post_id', '=', removed.id)]))
          .execute()
        const ids = [...new Set([removed.id, ...files.map(({ item_id }) => item_id)])]
        await transaction.deleteFrom('feed_items').where('id', 'in', ids).execute()
        for (const each of [removed, ...(isLastPart ? [item] : [])]) {
          const event = {
            change: 'removed',
            type: each.type,
            id: each.id,
            version: each.version + 1,
          } as const
          await recordEvent(transaction, leagueId, { name: 'feed', data: event }, now)
        }
        if (post !== null && !isLastPart)
          await publishItemChange(transaction, leagueId, post, { fields: ['media'] }, now)
        return files.map(({ file_key }) => file_key)
      })
    },
  }
}

/** The post that contains a file, and whether it would be empty without it; null for an upload on its own. */
async function findPostOfFile(
  transaction: Transaction<Database>,
  leagueId: number,
  mediaId: number,
): Promise<(FeedItemBase & { isEmptyWithout: boolean }) | null> {
  const row = await transaction
    .selectFrom('feed_media')
    .innerJoin('feed_posts', 'feed_posts.item_id', 'feed_media.post_id')
    .select(['feed_posts.item_id as id', 'feed_posts.content'])
    .select((eb) =>
      eb
        .selectFrom('feed_media as file')
        .select((count) => count.fn.countAll().as('count'))
        .whereRef('file.post_id', '=', 'feed_media.post_id')
        .as('files'),
    )
    .where('feed_media.item_id', '=', mediaId)
    .executeTakeFirst()
  if (row === undefined) return null
  const post = await requireItem(transaction, leagueId, 'post', row.id)
  return { ...post, isEmptyWithout: row.content === '' && Number(row.files) === 1 }
}

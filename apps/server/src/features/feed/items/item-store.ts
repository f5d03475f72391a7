import type { Db } from '../../../database/engine/database.ts'
import { ApiError } from '../../../http/errors/api-error.ts'
import { recordAuditEntry } from '../../../repositories/audit/audit.ts'
import type { ItemType } from './feed-item.ts'
import { type Author, inFeedTransaction, publishFeedEvent, requireItem } from './feed-transaction.ts'

export type ItemStore = ReturnType<typeof itemStore>

/** Changes that apply to feed items of every type. */
export function itemStore(db: Db) {
  return {
    /** Pins or unpins an item. Returns whether it is pinned now. Throws `item_not_found`. */
    async togglePin(author: Author, type: ItemType, id: number, now: Date): Promise<boolean> {
      return inFeedTransaction(db, author.leagueId, async (transaction) => {
        const { isPinned } = await requireItem(transaction, author.leagueId, type, id)
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
        await publishFeedEvent(transaction, author.leagueId, { change: 'changed', type, id }, now)
        return !isPinned
      })
    },

    /**
     * Deletes an item and everything attached to it. Returns the key of its media file, which must then be
     * removed from storage, or null when it has none. Throws `item_not_found`, and `not_allowed` unless the
     * user is the author or may manage the league.
     */
    async remove(author: Author, type: ItemType, id: number, now: Date): Promise<string | null> {
      const { leagueId } = author
      return inFeedTransaction(db, leagueId, async (transaction) => {
        const { userId } = await requireItem(transaction, leagueId, type, id)
        if (userId !== author.userId && !author.canRunLeague) throw new ApiError('not_allowed')
        const media = await transaction
          .selectFrom('feed_media')
          .select('file_key')
          .where('item_id', '=', id)
          .executeTakeFirst()
        await transaction.deleteFrom('feed_items').where('id', '=', id).execute()
        if (userId !== author.userId) {
          const detail = { type, id, author_id: userId }
          await recordAuditEntry(transaction, {
            at: now,
            actor: author,
            action: 'feed.delete',
            leagueId,
            detail,
          })
        }
        await publishFeedEvent(transaction, leagueId, { change: 'removed', type, id }, now)
        return media?.file_key ?? null
      })
    },
  }
}

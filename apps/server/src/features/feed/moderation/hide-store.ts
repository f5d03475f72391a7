import type { Transaction } from 'kysely'
import type { Db } from '../../../database/engine/database.ts'
import type { Database } from '../../../database/schema/schema.ts'
import { recordAuditEntry } from '../../../repositories/audit/audit.ts'
import { type Author, type HiddenRow, inFeedTransaction, publishItemChange } from '../items/item-store.ts'
import { type Content, type ContentKey, hidingChange, requireContent } from './content-store.ts'
import { announceReports } from './report-store.ts'

/** Hiding of items and comments by league admins. They reject with `item_not_found`. */
export interface HideStore {
  /** Hides something, or changes the reason. */
  hide(admin: Author, key: ContentKey, reason: string, now: Date): Promise<void>
  /** Shows something again. Does nothing if it is not hidden. */
  unhide(admin: Author, key: ContentKey, now: Date): Promise<void>
}

export function hideStore(db: Db): HideStore {
  return {
    hide(admin, key, reason, now) {
      return inFeedTransaction(db, admin.leagueId, async (transaction) => {
        const content = await requireContent(transaction, admin.leagueId, key)
        if (content.hidden?.reason === reason) return
        const at = content.hidden?.at ?? now.getTime()
        const values = { hidden_at: at, hidden_reason: reason, hidden_by: admin.userId }
        await change(transaction, admin, content, values, now)
      })
    },

    unhide(admin, key, now) {
      return inFeedTransaction(db, admin.leagueId, async (transaction) => {
        const content = await requireContent(transaction, admin.leagueId, key)
        if (content.hidden === null) return
        const values = { hidden_at: null, hidden_reason: null, hidden_by: null }
        await change(transaction, admin, content, values, now)
      })
    },
  }
}

async function change(
  transaction: Transaction<Database>,
  admin: Author,
  content: Content,
  values: HiddenRow,
  now: Date,
): Promise<void> {
  const { key, item, userId } = content
  await transaction
    .updateTable(key.kind === 'comment' ? 'post_comments' : 'feed_items')
    .set(values)
    .where('id', '=', key.id)
    .execute()
  if (key.kind === 'post')
    await transaction
      .updateTable('feed_items')
      .set(values)
      .where('id', 'in', (eb) => eb.selectFrom('feed_media').select('item_id').where('post_id', '=', key.id))
      .execute()
  const reason = values.hidden_reason
  await recordAuditEntry(transaction, {
    at: now,
    actor: admin,
    action: reason === null ? 'feed.unhide' : 'feed.hide',
    leagueId: admin.leagueId,
    detail: { type: key.kind, id: key.id, author_id: userId, ...(reason === null ? {} : { reason }) },
  })
  await publishItemChange(transaction, admin.leagueId, item, hidingChange(content), now)
  await announceReports(transaction, admin.leagueId, now)
}

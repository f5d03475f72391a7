import type { ReportReason } from '@fieldhouse/domain/league/moderation'
import { type Kysely, sql } from 'kysely'
import type { Db } from '../../../database/engine/database.ts'
import { inTransaction } from '../../../database/engine/transaction.ts'
import type { Database } from '../../../database/schema/schema.ts'
import { recordAuditEntry } from '../../../repositories/audit/audit.ts'
import { recordEvent } from '../../../repositories/events/league-events.ts'
import { listLeagueAdmins } from '../../../repositories/leagues/memberships.ts'
import { type Author, FeedRejection, inFeedTransaction, rejectIfHidden } from '../items/item-store.ts'
import { type Content, type ContentKey, requireContent } from './content-store.ts'

export type OwnReport = { reason: ReportReason; note: string; at: number }

/** Reports of items and comments to the league admins. They reject with `item_not_found`. */
export interface ReportStore {
  /** Rejects with `item_hidden`, `not_allowed` for what the user wrote, and `already_reported`. */
  report(author: Author, key: ContentKey, report: Omit<OwnReport, 'at'>, now: Date): Promise<void>
  /** Does nothing if the user has not reported it. */
  withdraw(author: Author, key: ContentKey, now: Date): Promise<void>
  /** The content with the user's own report, null without one. */
  find(author: Author, key: ContentKey): Promise<{ content: Content; report: OwnReport | null }>
  /**
   * Dismisses all reports of something, or reopens them. Rejects with `item_not_found` also if there are none, or the
   * admin wrote it.
   */
  setDismissed(admin: Author, key: ContentKey, isDismissed: boolean, now: Date): Promise<void>
}

export function reportStore(db: Db): ReportStore {
  return {
    async report({ leagueId, userId }, key, { reason, note }, now) {
      await inTransaction(db, async (transaction) => {
        const content = await requireContent(transaction, leagueId, key)
        if (content.userId === userId) throw new FeedRejection('not_allowed')
        rejectIfHidden(content)
        const added = await transaction
          .insertInto('content_reports')
          .values({
            league_id: leagueId,
            item_id: content.item.id,
            comment_id: commentIdOf(key),
            user_id: userId,
            reason,
            note,
            created_at: now.getTime(),
          })
          .onConflict((conflict) => conflict.doNothing())
          .returning('id')
          .executeTakeFirst()
        if (added === undefined) throw new FeedRejection('already_reported')
        await announceReports(transaction, leagueId, now)
      })
    },

    async withdraw({ leagueId, userId }, key, now) {
      await inTransaction(db, async (transaction) => {
        const { item } = await requireContent(transaction, leagueId, key)
        await transaction
          .deleteFrom('content_reports')
          .where('item_id', '=', item.id)
          .where(isAbout(key))
          .where('user_id', '=', userId)
          .execute()
        await announceReports(transaction, leagueId, now)
      })
    },

    async find({ leagueId, userId }, key) {
      const content = await requireContent(db, leagueId, key)
      const report = await db
        .selectFrom('content_reports')
        .select(['reason', 'note', 'created_at as at'])
        .where('item_id', '=', content.item.id)
        .where(isAbout(key))
        .where('user_id', '=', userId)
        .$narrowType<{ reason: ReportReason }>()
        .executeTakeFirst()
      return { content, report: report ?? null }
    },

    setDismissed(admin, key, isDismissed, now) {
      const { leagueId, userId } = admin
      return inFeedTransaction(db, leagueId, async (transaction) => {
        const content = await requireContent(transaction, leagueId, key)
        // Admins do not learn whether what they wrote was reported.
        if (content.userId === userId) throw new FeedRejection('item_not_found')
        const reports = await transaction
          .selectFrom('content_reports')
          .select(['id', 'dismissed_at'])
          .where('item_id', '=', content.item.id)
          .where(isAbout(key))
          .execute()
        if (reports.length === 0) throw new FeedRejection('item_not_found')
        const changed = reports.filter((report) => (report.dismissed_at !== null) !== isDismissed)
        if (changed.length === 0) return
        await transaction
          .updateTable('content_reports')
          .set({ dismissed_at: isDismissed ? now.getTime() : null })
          .where(
            'id',
            'in',
            changed.map(({ id }) => id),
          )
          .execute()
        await recordAuditEntry(transaction, {
          at: now,
          actor: admin,
          action: isDismissed ? 'feed.dismiss_reports' : 'feed.reopen_reports',
          leagueId,
          detail: { type: key.kind, id: key.id },
        })
        await announceReports(transaction, leagueId, now)
      })
    },
  }
}

const commentIdOf = ({ kind, id }: ContentKey) => (kind === 'comment' ? id : null)

/** The condition for the reports of a comment, or of the item itself. */
function isAbout(key: ContentKey) {
  const commentId = commentIdOf(key)
  return commentId === null ? sql<boolean>`comment_id is null` : sql<boolean>`comment_id = ${commentId}`
}

/** Tells the open pages of those who may run the league that reports have changed. Nobody else gets these events. */
export async function announceReports(db: Kysely<Database>, leagueId: number, now: Date): Promise<void> {
  for (const user of await listLeagueAdmins(db, leagueId))
    await recordEvent(db, leagueId, { name: 'inbox', data: { user } }, now)
}

import type { ReportedKind, ReportReason } from '@fieldhouse/domain/league/moderation'
import { sql } from 'kysely'
import type { Db } from '../../../database/engine/database.ts'
import { inTransaction } from '../../../database/engine/transaction.ts'
import { recordEvent } from '../../../repositories/events/league-events.ts'
import { listLeagueAdmins } from '../../../repositories/leagues/memberships.ts'
import {
  COMMENT_FIELDS,
  FeedRejection,
  type FeedUser,
  findFeedItem,
  type ItemChange,
  inFeedTransaction,
  publishItemChange,
  recordFeedAudit,
  rejectIfHidden,
  type StoredItem,
} from '../items/item-store.ts'

// Reports of items and comments, and what league admins decide about them. All of it rejects with `item_not_found`.

/** What members can report and league admins can hide. */
export type ContentKey = { kind: ReportedKind; id: number }

/** Who wrote an item, or a comment on an item or a trade, and whether it is hidden. */
type Content = Pick<StoredItem, 'user_id' | 'hidden_at' | 'hidden_reason'> & {
  /** The item, or the one of the comment. */
  item: Pick<StoredItem, 'id' | 'type'>
  /** The trade of a comment on one; null for others. */
  trade: { season: number; id: string } | null
}

export async function requireContent(db: Db, leagueId: number, key: ContentKey): Promise<Content> {
  const content = await (key.kind === 'comment'
    ? findComment(db, leagueId, key.id)
    : findItem(db, leagueId, key.id, key.kind))
  if (content === null) throw new FeedRejection('item_not_found')
  return content
}

/** null for a file of a post: what a post contains is moderated with the post. */
async function findItem(
  db: Db,
  leagueId: number,
  id: number,
  type: Exclude<ReportedKind, 'comment'>,
): Promise<Content | null> {
  const item = await findFeedItem(db, leagueId, type, id)
  if (item === undefined) return null
  const fileOfPost = await db
    .selectFrom('feed_media')
    .select('post_id')
    .where('item_id', '=', id)
    .where('post_id', 'is not', null)
    .executeTakeFirst()
  return fileOfPost === undefined ? { ...item, item, trade: null } : null
}

async function findComment(db: Db, leagueId: number, id: number): Promise<Content | null> {
  const row = await db
    .selectFrom('post_comments as comment')
    .innerJoin('feed_items as item', 'item.id', 'comment.post_id')
    .leftJoin('feed_trades as trade', 'trade.item_id', 'item.id')
    .select(['comment.user_id', 'comment.hidden_at', 'comment.hidden_reason'])
    .select(['item.id as item_id', 'item.type', 'trade.season', 'trade.trade_id'])
    .where('comment.id', '=', id)
    .where('item.league_id', '=', leagueId)
    .executeTakeFirst()
  if (row === undefined) return null
  const { item_id, type, season, trade_id, ...comment } = row
  const trade = season === null || trade_id === null ? null : { season, id: trade_id }
  return { ...comment, item: { id: item_id, type }, trade }
}

/**
 * Hides something, or changes the reason, or shows it again. Does nothing if that is so already.
 * @param reason null to show it
 */
export function setHidden(db: Db, admin: FeedUser, key: ContentKey, reason: string | null): Promise<void> {
  return inFeedTransaction(db, admin.leagueId, async (transaction) => {
    const { item, trade, user_id, hidden_at, hidden_reason } = await requireContent(
      transaction,
      admin.leagueId,
      key,
    )
    if (hidden_reason === reason) return
    const isHidden = reason !== null
    const values = {
      hidden_at: isHidden ? (hidden_at ?? admin.now.getTime()) : null,
      hidden_reason: reason,
      hidden_by: isHidden ? admin.userId : null,
    }
    await transaction
      .updateTable(key.kind === 'comment' ? 'post_comments' : 'feed_items')
      .set(values)
      .where('id', '=', key.id)
      .execute()
    if (key.kind === 'post')
      await transaction
        .updateTable('feed_items')
        .set(values)
        .where('id', 'in', (eb) =>
          eb.selectFrom('feed_media').select('item_id').where('post_id', '=', key.id),
        )
        .execute()
    const detail = { type: key.kind, id: key.id, author_id: user_id }
    if (reason === null) await recordFeedAudit(transaction, admin, 'feed.unhide', detail)
    else await recordFeedAudit(transaction, admin, 'feed.hide', { ...detail, reason })
    await publishItemChange(transaction, admin, item, trade === null ? hidingChange(key) : { trade })
    await announceReports(transaction, admin)
  })
}

/** What members see of hiding something, or of showing it again. */
function hidingChange(key: ContentKey): ItemChange {
  switch (key.kind) {
    case 'comment':
      return { fields: COMMENT_FIELDS, changed_comment: key.id }
    case 'post':
      return {
        fields: ['hidden', 'content', 'mentions', 'media', 'edited_at', 'reactions', 'recap', 'preview'],
      }
    case 'proposal':
      return { fields: ['hidden', 'question', 'mentions', 'options'] }
    case 'media':
      return { fields: ['hidden', 'reactions', 'url', 'content_type', 'width', 'height'] }
  }
}

/** Rejects with `item_hidden`, `not_allowed` for what the user wrote, and `already_reported`. */
export async function report(
  db: Db,
  user: FeedUser,
  key: ContentKey,
  { reason, note }: { reason: ReportReason; note: string },
): Promise<void> {
  const { leagueId, userId, now } = user
  await inTransaction(db, async (transaction) => {
    const content = await requireContent(transaction, leagueId, key)
    if (content.user_id === userId) throw new FeedRejection('not_allowed')
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
    await announceReports(transaction, user)
  })
}

/** Does nothing if the user has not reported it. */
export async function withdraw(db: Db, user: FeedUser, key: ContentKey): Promise<void> {
  await inTransaction(db, async (transaction) => {
    const { item } = await requireContent(transaction, user.leagueId, key)
    await transaction
      .deleteFrom('content_reports')
      .where(isAbout(item, key))
      .where('user_id', '=', user.userId)
      .execute()
    await announceReports(transaction, user)
  })
}

/** The user's own report of something; null without one. */
export async function findReport(db: Db, { userId }: FeedUser, { item }: Content, key: ContentKey) {
  const row = await db
    .selectFrom('content_reports')
    .select(['reason', 'note', 'created_at'])
    .where(isAbout(item, key))
    .where('user_id', '=', userId)
    .$narrowType<{ reason: ReportReason }>()
    .executeTakeFirst()
  if (row === undefined) return null
  const { created_at, ...own } = row
  return { ...own, at: new Date(created_at).toISOString() }
}

/**
 * Dismisses all reports of something, or reopens them. Rejects with `item_not_found` also if there are none, or the
 * admin wrote it.
 */
export function setDismissed(db: Db, admin: FeedUser, key: ContentKey, isDismissed: boolean): Promise<void> {
  const { leagueId, userId, now } = admin
  return inFeedTransaction(db, leagueId, async (transaction) => {
    const { item, user_id } = await requireContent(transaction, leagueId, key)
    // Admins do not learn whether what they wrote was reported.
    if (user_id === userId) throw new FeedRejection('item_not_found')
    const reports = await transaction
      .selectFrom('content_reports')
      .select('dismissed_at')
      .where(isAbout(item, key))
      .execute()
    if (reports.length === 0) throw new FeedRejection('item_not_found')
    if (reports.every(({ dismissed_at }) => (dismissed_at !== null) === isDismissed)) return
    await transaction
      .updateTable('content_reports')
      .set({ dismissed_at: isDismissed ? now.getTime() : null })
      .where(isAbout(item, key))
      .where('dismissed_at', isDismissed ? 'is' : 'is not', null)
      .execute()
    const action = isDismissed ? 'feed.dismiss_reports' : 'feed.reopen_reports'
    await recordFeedAudit(transaction, admin, action, { type: key.kind, id: key.id })
    await announceReports(transaction, admin)
  })
}

const commentIdOf = ({ kind, id }: ContentKey) => (kind === 'comment' ? id : null)

/** The condition for the reports of a comment, or of the item itself. */
function isAbout(item: { id: number }, key: ContentKey) {
  const commentId = commentIdOf(key)
  const comment = commentId === null ? sql`is null` : sql`= ${commentId}`
  return sql<boolean>`item_id = ${item.id} and comment_id ${comment}`
}

/** Tells the open pages of those who may run the league that reports have changed. Nobody else gets these events. */
async function announceReports(db: Db, { leagueId, now }: FeedUser): Promise<void> {
  for (const user of await listLeagueAdmins(db, leagueId))
    await recordEvent(db, leagueId, { name: 'inbox', data: { user } }, now)
}

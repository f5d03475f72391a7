import type { ReportedKind, ReportReason } from '@fieldhouse/domain/league/moderation'
import { sql } from 'kysely'
import type { Db } from '../../../database/engine/database.ts'
import { inTransaction } from '../../../database/engine/transaction.ts'
import { recordEvent } from '../../../repositories/events/league-events.ts'
import { listLeagueAdmins } from '../../../repositories/leagues/memberships.ts'
import type { TradeKey } from '../comments/comment-store.ts'
import {
  COMMENT_FIELDS,
  type FeedItemBase,
  FeedRejection,
  type FeedUser,
  findFeedItem,
  type Hidden,
  type ItemChange,
  inFeedTransaction,
  publishItemChange,
  recordFeedAudit,
  rejectIfHidden,
  selectFeedItems,
  toFeedItem,
  toHidden,
} from '../items/item-store.ts'

// Reports of items and comments, and what league admins decide about them. All of it rejects with `item_not_found`.

/** What members can report and league admins can hide. */
export type ContentKey = { kind: ReportedKind; id: number }

/** An item, or a comment on an item or a trade. */
type Content = {
  key: ContentKey
  /** The item, or the one of the comment. */
  item: FeedItemBase
  /** The trade of a comment on one; null for others. */
  trade: TradeKey | null
  /** The author; null for what the league itself posted. */
  userId: number | null
  hidden: Hidden | null
}

export async function requireContent(db: Db, leagueId: number, key: ContentKey): Promise<Content> {
  const content = await (key.kind === 'comment'
    ? findComment(db, leagueId, key)
    : findItem(db, leagueId, key, key.kind))
  if (content === null) throw new FeedRejection('item_not_found')
  return content
}

/** null for a file of a post: what a post contains is moderated with the post. */
async function findItem(
  db: Db,
  leagueId: number,
  key: ContentKey,
  type: Exclude<ReportedKind, 'comment'>,
): Promise<Content | null> {
  const item = await findFeedItem(db, leagueId, type, key.id)
  if (item === null) return null
  const fileOfPost = await db
    .selectFrom('feed_media')
    .select('post_id')
    .where('item_id', '=', key.id)
    .where('post_id', 'is not', null)
    .executeTakeFirst()
  if (fileOfPost !== undefined) return null
  return { key, item, trade: null, userId: item.userId, hidden: item.hidden }
}

async function findComment(db: Db, leagueId: number, key: ContentKey): Promise<Content | null> {
  const comment = await db
    .selectFrom('post_comments')
    .select(['post_id', 'user_id', 'hidden_at', 'hidden_reason', 'hidden_by'])
    .where('id', '=', key.id)
    .executeTakeFirst()
  if (comment === undefined) return null
  const row = await selectFeedItems(db)
    .where('id', '=', comment.post_id)
    .where('league_id', '=', leagueId)
    .executeTakeFirst()
  if (row === undefined) return null
  const trade = await db
    .selectFrom('feed_trades')
    .select(['season', 'trade_id as id'])
    .where('item_id', '=', row.id)
    .executeTakeFirst()
  return {
    key,
    item: toFeedItem(row),
    trade: trade ?? null,
    userId: comment.user_id,
    hidden: toHidden(comment),
  }
}

/**
 * Hides something, or changes the reason, or shows it again. Does nothing if that is so already.
 * @param reason null to show it
 */
export function setHidden(db: Db, admin: FeedUser, key: ContentKey, reason: string | null): Promise<void> {
  return inFeedTransaction(db, admin.leagueId, async (transaction) => {
    const content = await requireContent(transaction, admin.leagueId, key)
    const { item, hidden } = content
    if ((hidden?.reason ?? null) === reason) return
    const values =
      reason === null
        ? { hidden_at: null, hidden_reason: null, hidden_by: null }
        : {
            hidden_at: hidden?.at ?? admin.now.getTime(),
            hidden_reason: reason,
            hidden_by: admin.userId,
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
    const detail = { type: key.kind, id: key.id, author_id: content.userId }
    if (reason === null) await recordFeedAudit(transaction, admin, 'feed.unhide', detail)
    else await recordFeedAudit(transaction, admin, 'feed.hide', { ...detail, reason })
    await publishItemChange(transaction, admin, item, hidingChange(content))
    await announceReports(transaction, admin)
  })
}

/** What members see of hiding something, or of showing it again. */
function hidingChange({ key, trade }: Content): ItemChange {
  if (trade !== null) return { trade }
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
export async function findReport(db: Db, { userId }: FeedUser, { item, key }: Content) {
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
    const { item, userId: authorId } = await requireContent(transaction, leagueId, key)
    // Admins do not learn whether what they wrote was reported.
    if (authorId === userId) throw new FeedRejection('item_not_found')
    const reports = await transaction
      .selectFrom('content_reports')
      .select(['id', 'dismissed_at'])
      .where(isAbout(item, key))
      .execute()
    if (reports.length === 0) throw new FeedRejection('item_not_found')
    const changed = reports.filter((each) => (each.dismissed_at !== null) !== isDismissed)
    if (changed.length === 0) return
    const ids = changed.map(({ id }) => id)
    await transaction
      .updateTable('content_reports')
      .set({ dismissed_at: isDismissed ? now.getTime() : null })
      .where('id', 'in', ids)
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

import type { MentionedText } from '@fieldhouse/domain/league/mentions'
import type { Db, DbTransaction } from '../../../database/engine/database.ts'
import { inTransaction } from '../../../database/engine/transaction.ts'
import { addToCounter } from '../items/item-changes.ts'
import {
  authorizeDeletion,
  FeedRejection,
  type FeedUser,
  inFeedTransaction,
  lockItem,
  publishItemChange,
  recordFeedAudit,
  rejectIfHidden,
} from '../items/item-store.ts'
import { saveMentions } from '../mentions/mention-store.ts'
import { rejectTooSoon } from '../moderation/slow-mode.ts'
import {
  changeReaction,
  type GivenReaction,
  listReactions,
  type ReactionChange,
} from '../posts/reaction-store.ts'
import { authorizeEdit, prepareEdit, type TextEdit } from '../posts/text-edits.ts'
import {
  type Discussed,
  discussionChange,
  type FeedComment,
  findComment,
  findDiscussed,
  requireDiscussed,
} from './comment-store.ts'

/** A comment, and what it is on. */
type CommentKey = { discussed: Discussed; id: number }

/**
 * Rejects with `item_not_found`, `item_hidden`, `slow_mode`, `mention_not_found`, and, for a reply, `comment_not_found`.
 * @param replyTo the ID of the comment to reply to; undefined without one
 */
export function addComment(
  db: Db,
  user: FeedUser,
  discussed: Discussed,
  { text, mentions }: MentionedText,
  replyTo: number | undefined,
): Promise<FeedComment> {
  const { leagueId, userId, now } = user
  return inTransaction(db, async (transaction) => {
    const itemId = await requireDiscussed(transaction, user, discussed)
    const item = await lockItem(transaction, leagueId, itemId, discussed.type)
    rejectIfHidden(item)
    await rejectTooSoon(transaction, user, 'text', item.slowModeSeconds ?? 0)
    const parent = replyTo === undefined ? null : await requireParent(transaction, itemId, replyTo)
    const values = { post_id: itemId, user_id: userId, body: text, created_at: now.getTime() }
    const comment = await transaction
      .insertInto('post_comments')
      .values({ ...values, parent_id: parent?.id ?? null })
      .returningAll()
      .executeTakeFirstOrThrow()
    await addToCounter(transaction, item, 'comments_count', 1)
    await publishItemChange(transaction, user, item, discussionChange(discussed))
    const saved = await saveMentions(transaction, user, { type: 'comment', id: comment.id }, mentions)
    return { ...comment, parent_user_id: parent?.userId ?? null, mentions: saved, reactions: [] }
  })
}

/** Returns the comment to which a reply to `replyTo` belongs. Rejects with `comment_not_found`. */
async function requireParent(db: Db, itemId: number, replyTo: number) {
  const comment = await findComment(db, itemId, replyTo)
  if (comment === undefined) throw new FeedRejection('comment_not_found')
  rejectIfHidden(comment)
  const { id, user_id, parent_id, parent_user_id } = comment
  return { id: parent_id ?? id, userId: parent_user_id ?? user_id }
}

/** Locks the item of a comment. Rejects with `item_not_found`, also when the item has no such comment. */
async function requireComment(transaction: DbTransaction, leagueId: number, { discussed, id }: CommentKey) {
  const itemId = await findDiscussed(transaction, leagueId, discussed)
  const item = await lockItem(transaction, leagueId, itemId ?? 0, discussed.type)
  const comment = await findComment(transaction, item.id, id)
  if (comment === undefined) throw new FeedRejection('item_not_found')
  return { item, comment }
}

/** Rejects with `item_not_found`, and with `not_allowed` unless the user is the author or may manage the league. */
export async function removeComment(db: Db, user: FeedUser, key: CommentKey): Promise<void> {
  const { discussed, id } = key
  await inFeedTransaction(db, user.leagueId, async (transaction) => {
    const { item, comment } = await requireComment(transaction, user.leagueId, key)
    const deleted = { type: 'comment', id, [item.type]: item.id }
    await authorizeDeletion(transaction, user, comment.user_id, deleted)
    await transaction.deleteFrom('post_comments').where('id', '=', id).execute()
    await addToCounter(transaction, item, 'comments_count', -1)
    const change = { ...discussionChange(discussed), removed_comment: id }
    await publishItemChange(transaction, user, item, change)
  })
}

/** Returns the comment as it is stored now. Rejects like `authorizeEdit` and `prepareEdit`. */
export function changeComment(db: Db, user: FeedUser, key: CommentKey, edit: TextEdit): Promise<FeedComment> {
  const { discussed, id } = key
  return inFeedTransaction(db, user.leagueId, async (transaction) => {
    const { item, comment } = await requireComment(transaction, user.leagueId, key)
    authorizeEdit(comment, user)
    rejectIfHidden(item)
    rejectIfHidden(comment)
    const { body: text, version, edited_at } = comment
    const stored = { subject: { type: 'comment', id }, field: 'body', text, version, edited_at } as const
    const saveEdited = await prepareEdit(transaction, user, stored, edit)
    if (saveEdited === null) return comment
    const changes = { body: edit.text, version: version + 1, edited_at: user.now.getTime() }
    const mentions = await saveEdited()
    await transaction.updateTable('post_comments').set(changes).where('id', '=', id).execute()
    await recordFeedAudit(transaction, user, 'feed.edit', { type: 'comment', id, [item.type]: item.id })
    const change = { ...discussionChange(discussed), changed_comment: id }
    await publishItemChange(transaction, user, item, change)
    return { ...comment, ...changes, mentions }
  })
}

/** Returns all reactions to the comment afterwards. Rejects with `item_not_found` and `item_hidden`. */
export function changeCommentReaction(
  db: Db,
  user: FeedUser,
  key: CommentKey,
  reaction: ReactionChange,
): Promise<GivenReaction[]> {
  const { discussed, id } = key
  return inTransaction(db, async (transaction) => {
    const { item, comment } = await requireComment(transaction, user.leagueId, key)
    rejectIfHidden(item)
    rejectIfHidden(comment)
    if (await changeReaction(transaction, user, { type: 'comment', id }, reaction)) {
      const change = { ...discussionChange(discussed), changed_comment: id }
      await publishItemChange(transaction, user, item, change)
    }
    return listReactions(transaction, { type: 'comment', id })
  })
}

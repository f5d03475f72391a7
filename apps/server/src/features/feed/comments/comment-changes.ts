import type { MentionedText } from '@fieldhouse/domain/league/mentions'
import { executeTogether } from '../../../database/engine/compile-once.ts'
import type { Db } from '../../../database/engine/database.ts'
import { inTransaction } from '../../../database/engine/transaction.ts'
import { COUNTERS } from '../items/item-changes.ts'
import {
  authorizeDeletion,
  FeedRejection,
  type FeedUser,
  inFeedTransaction,
  itemChangeQueries,
  itemLock,
  lockItem,
  publishItemChange,
  recordFeedAudit,
  rejectIfHidden,
  requireItem,
  toFeedItem,
  toHidden,
} from '../items/item-store.ts'
import { addMentions } from '../mentions/mention-store.ts'
import { rejectTooSoon } from '../moderation/slow-mode.ts'
import {
  changeReaction,
  type GivenReaction,
  listReactions,
  type ReactionChange,
} from '../posts/reaction-store.ts'
import { authorizeEdit, prepareEdit, type TextEdit } from '../posts/text-edits.ts'
import {
  type CommentKey,
  type Discussed,
  discussionChange,
  type FeedComment,
  findComment,
  findDiscussed,
  requireDiscussed,
} from './comment-store.ts'

/** `replyTo`: the ID of the comment to reply to; undefined without one. */
export type NewComment = MentionedText & { replyTo?: number | undefined }

/** Rejects with `item_not_found`, `item_hidden`, `slow_mode`, `mention_not_found`, and, for a reply, `comment_not_found`. */
export function addComment(
  db: Db,
  user: FeedUser,
  discussed: Discussed,
  { text: body, mentions, replyTo }: NewComment,
): Promise<FeedComment> {
  const { leagueId, userId, now } = user
  const { type } = discussed
  const createdAt = now.getTime()
  return inTransaction(db, async (transaction) => {
    const itemId = await requireDiscussed(transaction, user, discussed)
    const [[league], [item]] = await executeTogether(
      transaction,
      itemLock(transaction, leagueId, type, itemId),
    )
    if (item === undefined) throw new FeedRejection('item_not_found')
    rejectIfHidden(toFeedItem(item))
    await rejectTooSoon(transaction, user, 'text', league?.slowModeSeconds ?? 0)
    const parent = replyTo === undefined ? null : await requireParent(transaction, itemId, replyTo)
    const comment = { post_id: itemId, user_id: userId, body, created_at: createdAt }
    const [[added]] = await executeTogether(transaction, [
      transaction
        .insertInto('post_comments')
        .values({ ...comment, parent_id: parent?.id ?? null })
        .returning('id')
        .compile(),
      COUNTERS[type].addComments.with(transaction, { id: itemId, by: 1 }),
      ...itemChangeQueries(transaction, user, item, discussionChange(discussed)),
    ])
    if (added === undefined) throw new Error('the new comment has no ID')
    const { id } = added
    return {
      id,
      userId,
      body,
      mentions: await addMentions(transaction, user, { type: 'comment', id }, mentions),
      parent,
      createdAt,
      isImported: false,
      editedAt: null,
      textVersion: 1,
      reactions: [],
      hidden: null,
    }
  })
}

/** Returns the comment to which a reply to `replyTo` belongs. Rejects with `comment_not_found`. */
async function requireParent(
  db: Db,
  itemId: number,
  replyTo: number,
): Promise<NonNullable<FeedComment['parent']>> {
  const comment = await findComment(db, itemId, replyTo)
  if (comment === null) throw new FeedRejection('comment_not_found')
  rejectIfHidden(comment)
  return comment.parent ?? { id: comment.id, userId: comment.userId }
}

/** Rejects with `item_not_found`, and with `not_allowed` unless the user is the author or may manage the league. */
export async function removeComment(db: Db, user: FeedUser, { discussed, id }: CommentKey): Promise<void> {
  const { leagueId } = user
  const { type } = discussed
  await inFeedTransaction(db, leagueId, async (transaction) => {
    const itemId = await findDiscussed(transaction, leagueId, discussed)
    const item = await requireItem(transaction, leagueId, type, itemId)
    const comment = await transaction
      .selectFrom('post_comments')
      .select('user_id')
      .where('id', '=', id)
      .where('post_id', '=', itemId)
      .executeTakeFirst()
    if (comment === undefined) throw new FeedRejection('item_not_found')
    await authorizeDeletion(transaction, user, comment.user_id, { type: 'comment', id, [type]: itemId })
    await transaction.deleteFrom('post_comments').where('id', '=', id).execute()
    await COUNTERS[type].addComments(transaction, { id: itemId, by: -1 })
    const change = { ...discussionChange(discussed), removed_comment: id }
    await publishItemChange(transaction, user, item, change)
  })
}

/** Returns the comment as it is stored now. Rejects like `authorizeEdit` and `prepareEdit`. */
export function changeComment(
  db: Db,
  user: FeedUser,
  { discussed, id }: CommentKey,
  edit: TextEdit,
): Promise<FeedComment> {
  const { leagueId, now } = user
  const { type } = discussed
  return inFeedTransaction(db, leagueId, async (transaction) => {
    const itemId = await findDiscussed(transaction, leagueId, discussed)
    const item = await requireItem(transaction, leagueId, type, itemId)
    const comment = await findComment(transaction, itemId, id)
    if (comment === null) throw new FeedRejection('item_not_found')
    authorizeEdit(comment, user)
    rejectIfHidden(item)
    rejectIfHidden(comment)
    const stored = {
      subject: { type: 'comment', id },
      field: 'body',
      text: comment.body,
      ...comment,
    } as const
    const saveMentions = await prepareEdit(transaction, user, stored, edit)
    if (saveMentions === null) return comment
    const edited = {
      ...comment,
      body: edit.text,
      mentions: await saveMentions(),
      textVersion: comment.textVersion + 1,
      editedAt: now.getTime(),
    }
    await transaction
      .updateTable('post_comments')
      .set({ body: edited.body, version: edited.textVersion, edited_at: edited.editedAt })
      .where('id', '=', id)
      .execute()
    await recordFeedAudit(transaction, user, 'feed.edit', { type: 'comment', id, [type]: itemId })
    const change = { ...discussionChange(discussed), changed_comment: id }
    await publishItemChange(transaction, user, item, change)
    return edited
  })
}

/** Returns all reactions to the comment afterwards. Rejects with `item_not_found` and `item_hidden`. */
export function changeCommentReaction(
  db: Db,
  user: FeedUser,
  { discussed, id }: CommentKey,
  reaction: ReactionChange,
): Promise<GivenReaction[]> {
  const { leagueId } = user
  return inTransaction(db, async (transaction) => {
    const itemId = await findDiscussed(transaction, leagueId, discussed)
    const item = await lockItem(transaction, leagueId, discussed.type, itemId)
    const comment = await transaction
      .selectFrom('post_comments')
      .select(['hidden_at', 'hidden_reason', 'hidden_by'])
      .where('post_id', '=', itemId)
      .where('id', '=', id)
      .executeTakeFirst()
    if (item === null || comment === undefined) throw new FeedRejection('item_not_found')
    rejectIfHidden(item)
    rejectIfHidden({ hidden: toHidden(comment) })
    if (await changeReaction(transaction, user, { type: 'comment', id }, reaction)) {
      const change = { ...discussionChange(discussed), changed_comment: id }
      await publishItemChange(transaction, user, item, change)
    }
    return listReactions(transaction, { type: 'comment', id })
  })
}

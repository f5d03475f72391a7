import * as contract from '@fieldhouse/contract/feed/comments'
import { editComment, editItemComment, editTradeComment } from '@fieldhouse/contract/feed/edits'
import { reactToComment, reactToItemComment, reactToTradeComment } from '@fieldhouse/contract/feed/reactions'
import type { Operation } from '@fieldhouse/contract/operation'
import type { MentionedText } from '@fieldhouse/domain/league/mentions'
import type { Db, DbTransaction } from '../../../database/engine/database.ts'
import { inTransaction } from '../../../database/engine/transaction.ts'
import { ApiError } from '../../../http/errors/api-error.ts'
import { type Call, operation } from '../../../http/operation.ts'
import { type FeedCall, limitRate, rejectBadMentions, userOf } from '../items/feed-operation.ts'
import { listDiscussion, presentGivenReactions, presentOwnComment } from '../items/feed-reader.ts'
import { addToCounter, toggleLike } from '../items/item-changes.ts'
import {
  authorizeDeletion,
  type FeedUser,
  type ItemType,
  inFeedTransaction,
  lockItem,
  orNotFound,
  publishItemChange,
  recordFeedAudit,
  rejectIfHidden,
} from '../items/item-store.ts'
import { saveMentions } from '../mentions/mention-store.ts'
import { rejectTooSoon } from '../moderation/slow-mode.ts'
import { changeReaction, listReactions, type ReactionChange } from '../posts/reaction-store.ts'
import { authorizeEdit, prepareEdit, type TextEdit } from '../posts/text-edits.ts'
import {
  type Discussed,
  discussionChange,
  type FeedComment,
  findComment,
  findDiscussed,
  requireDiscussed,
} from './comment-store.ts'

export const comments = [
  operation(contract.likeItem, (call) =>
    toggleLike(call.ctx.db, userOf(call), call.query.type, call.params.id),
  ),

  operation(contract.listComments, (call) => list(call, postIn(call))),
  operation(contract.listItemComments, (call) => list(call, itemIn(call))),
  operation(contract.listTradeComments, (call) => list(call, tradeIn(call))),

  operation(contract.createComment, (call) => add(call, postIn(call))),
  operation(contract.createItemComment, (call) => add(call, itemIn(call))),
  operation(contract.createTradeComment, (call) => add(call, tradeIn(call))),

  operation(contract.deleteComment, (call) => remove(call, postIn(call))),
  operation(contract.deleteItemComment, (call) => remove(call, itemIn(call))),
  operation(contract.deleteTradeComment, (call) => remove(call, tradeIn(call))),

  operation(editComment, (call) => edit(call, postIn(call))),
  operation(editItemComment, (call) => edit(call, itemIn(call))),
  operation(editTradeComment, (call) => edit(call, tradeIn(call))),

  operation(reactToComment, (call) => react(call, postIn(call))),
  operation(reactToItemComment, (call) => react(call, itemIn(call))),
  operation(reactToTradeComment, (call) => react(call, tradeIn(call))),
]

type ItemPath = { params: { id: number } }

const postIn = ({ params }: ItemPath): Discussed => ({ type: 'post', id: params.id })

const itemIn = ({ params, query }: ItemPath & { query: { type: ItemType } }): Discussed => ({
  type: query.type,
  id: params.id,
})

const tradeIn = ({ params }: { params: { season: number; trade: string } }): Discussed => ({
  type: 'trade',
  trade: { season: params.season, id: params.trade },
})

type CommentCall<Like extends Operation> = FeedCall &
  Pick<Call<Like>, 'body'> & { params: { comment: number } }

async function list(call: FeedCall, discussed: Discussed) {
  return { comments: orNotFound(await listDiscussion(call.ctx, userOf(call), discussed)) }
}

async function add(call: FeedCall & Pick<Call<typeof contract.createComment>, 'body'>, discussed: Discussed) {
  const { body: text, mentions = [], reply_to } = call.body
  rejectBadMentions(text, mentions)
  await limitRate(call, 'comments')
  const comment = await addComment(call.ctx.db, userOf(call), discussed, { text, mentions }, reply_to)
  return presentOwnComment(call.ctx, userOf(call), comment)
}

async function remove(call: CommentCall<typeof contract.deleteComment>, discussed: Discussed) {
  await removeComment(call.ctx.db, userOf(call), { discussed, id: call.params.comment })
  return { message: 'Comment deleted.' }
}

async function edit(call: CommentCall<typeof editComment>, discussed: Discussed) {
  const { body: text, mentions, version } = call.body
  rejectBadMentions(text, mentions)
  await limitRate(call, 'edits')
  const key = { discussed, id: call.params.comment }
  const comment = await changeComment(call.ctx.db, userOf(call), key, { text, mentions, version })
  return presentOwnComment(call.ctx, userOf(call), comment)
}

async function react(call: CommentCall<typeof reactToComment>, discussed: Discussed) {
  await limitRate(call, 'reactions')
  const key = { discussed, id: call.params.comment }
  const given = await changeCommentReaction(call.ctx.db, userOf(call), key, call.body)
  return presentGivenReactions(call.ctx, userOf(call), given)
}

type CommentKey = { discussed: Discussed; id: number }

/**
 * Rejects with `item_not_found`, `item_hidden`, and like `rejectTooSoon` and `saveMentions`, and, for a reply, `comment_not_found`.
 * @param replyTo the ID of the comment to reply to; undefined without one
 */
function addComment(
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
      .insertInto('item_comments')
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
  if (comment === undefined) throw new ApiError('comment_not_found')
  rejectIfHidden(comment)
  const { id, user_id, parent_id, parent_user_id } = comment
  return { id: parent_id ?? id, userId: parent_user_id ?? user_id }
}

/** Locks the item of a comment. Rejects with `item_not_found`, also when the item has no such comment. */
async function requireComment(transaction: DbTransaction, leagueId: number, { discussed, id }: CommentKey) {
  const itemId = await findDiscussed(transaction, leagueId, discussed)
  const item = await lockItem(transaction, leagueId, itemId ?? 0, discussed.type)
  const comment = await findComment(transaction, item.id, id)
  if (comment === undefined) throw new ApiError('item_not_found')
  return { item, comment }
}

/** Rejects with `item_not_found`, and with `not_allowed` unless the user is the author or may manage the league. */
async function removeComment(db: Db, user: FeedUser, key: CommentKey): Promise<void> {
  const { discussed, id } = key
  await inFeedTransaction(db, user.leagueId, async (transaction) => {
    const { item, comment } = await requireComment(transaction, user.leagueId, key)
    const deleted = { type: 'comment', id, [item.type]: item.id }
    await authorizeDeletion(transaction, user, comment.user_id, deleted)
    await transaction.deleteFrom('item_comments').where('id', '=', id).execute()
    await addToCounter(transaction, item, 'comments_count', -1)
    const change = { ...discussionChange(discussed), removed_comment: id }
    await publishItemChange(transaction, user, item, change)
  })
}

/** Returns the comment as it is stored now. Rejects like `authorizeEdit` and `prepareEdit`. */
function changeComment(db: Db, user: FeedUser, key: CommentKey, edit: TextEdit): Promise<FeedComment> {
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
    await transaction.updateTable('item_comments').set(changes).where('id', '=', id).execute()
    await recordFeedAudit(transaction, user, 'feed.edit', { type: 'comment', id, [item.type]: item.id })
    const change = { ...discussionChange(discussed), changed_comment: id }
    await publishItemChange(transaction, user, item, change)
    return { ...comment, ...changes, mentions }
  })
}

/** Returns all reactions to the comment afterwards. Rejects with `item_not_found` and `item_hidden`. */
function changeCommentReaction(db: Db, user: FeedUser, key: CommentKey, reaction: ReactionChange) {
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

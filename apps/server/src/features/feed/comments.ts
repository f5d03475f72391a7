import * as contract from '@fieldhouse/contract/feed/comments'
import { type Db, type DbTransaction, inTransaction } from '../../database/engine/database.ts'
import { orThrow } from '../../http/errors/api-error.ts'
import { type Call, operation } from '../../http/operation.ts'
import {
  type Discussed,
  discussionChange,
  findComment,
  findDiscussed,
  requireDiscussed,
} from './comment-store.ts'
import { listDiscussion, presentGivenReactions, presentOwnComment } from './feed-reader.ts'
import {
  addToCounter,
  authorizeDeletion,
  type FeedCall,
  type ItemType,
  inFeedTransaction,
  limitRate,
  lockItem,
  publishItemChange,
  recordFeedAudit,
  rejectBadMentions,
  rejectIfHidden,
  rejectTooSoon,
  toggleLike,
  userOf,
} from './items.ts'
import { saveMentions } from './mentions.ts'
import { authorizeEdit, changeReaction, listReactions, prepareEdit } from './posts.ts'

export const comments = [
  operation(contract.likeItem, (call) =>
    toggleLike(call.ctx.db, userOf(call), call.query.type, call.params.id),
  ),

  operation(contract.listComments, list),
  operation(contract.listItemComments, list),
  operation(contract.listTradeComments, list),

  operation(contract.createComment, add),
  operation(contract.createItemComment, add),
  operation(contract.createTradeComment, add),

  operation(contract.deleteComment, remove),
  operation(contract.deleteItemComment, remove),
  operation(contract.deleteTradeComment, remove),

  operation(contract.editComment, edit),
  operation(contract.editItemComment, edit),
  operation(contract.editTradeComment, edit),

  operation(contract.reactToComment, react),
  operation(contract.reactToItemComment, react),
  operation(contract.reactToTradeComment, react),
]

type Path = {
  params: { id: number } | { season: number; trade: string }
  query: { type?: ItemType } | undefined
}

type DiscussionCall = FeedCall & Path
type CommentCall = FeedCall & Path & { params: { comment: number } }

/** Without a type, an item is a post. */
function discussedIn({ params, query }: Path): Discussed {
  if ('trade' in params) return { type: 'trade', trade: { season: params.season, id: params.trade } }
  return { type: query?.type ?? 'post', id: params.id }
}

async function list(call: DiscussionCall) {
  const comments = await listDiscussion(call.ctx, userOf(call), discussedIn(call))
  return { comments: orThrow(comments, 'item_not_found') }
}

/** Rejects with `item_not_found`, `item_hidden`, and, for a reply, `comment_not_found`. */
async function add(call: DiscussionCall & Pick<Call<typeof contract.createComment>, 'body'>) {
  const discussed = discussedIn(call)
  const { body: text, mentions = [], reply_to: replyTo } = call.body
  rejectBadMentions(text, mentions)
  await limitRate(call, 'comments')
  const user = userOf(call)
  const comment = await inTransaction(call.ctx.db, async (transaction) => {
    const itemId = await requireDiscussed(transaction, user, discussed)
    const item = await lockItem(transaction, user.leagueId, itemId, discussed.type)
    rejectIfHidden(item)
    await rejectTooSoon(transaction, user, 'text', item.slowModeSeconds ?? 0)
    const parent = replyTo === undefined ? null : await requireParent(transaction, itemId, replyTo)
    const values = { post_id: itemId, user_id: user.userId, body: text, created_at: user.now.getTime() }
    const added = await transaction
      .insertInto('item_comments')
      .values({ ...values, parent_id: parent?.id ?? null })
      .returningAll()
      .executeTakeFirstOrThrow()
    await addToCounter(transaction, item, 'comments_count', 1)
    await publishItemChange(transaction, user, item, discussionChange(discussed))
    const saved = await saveMentions(transaction, user, { type: 'comment', id: added.id }, mentions)
    return { ...added, parent_user_id: parent?.userId ?? null, mentions: saved, reactions: [] }
  })
  return presentOwnComment(call.ctx, user, comment)
}

/** Returns the comment to which a reply to `replyTo` belongs. Rejects with `comment_not_found`. */
async function requireParent(db: Db, itemId: number, replyTo: number) {
  const comment = orThrow(await findComment(db, itemId, replyTo), 'comment_not_found')
  rejectIfHidden(comment)
  const { id, user_id, parent_id, parent_user_id } = comment
  return { id: parent_id ?? id, userId: parent_user_id ?? user_id }
}

/** Locks the item of a comment. Rejects with `item_not_found`, also when the item has no such comment. */
async function requireComment(transaction: DbTransaction, call: CommentCall) {
  const { league, params } = call
  const discussed = discussedIn(call)
  const itemId = await findDiscussed(transaction, league.id, discussed)
  const item = await lockItem(transaction, league.id, itemId ?? 0, discussed.type)
  return { item, comment: orThrow(await findComment(transaction, item.id, params.comment), 'item_not_found') }
}

/** Rejects with `item_not_found`, and with `not_allowed` unless the user is the author or may manage the league. */
async function remove(call: CommentCall) {
  const user = userOf(call)
  const id = call.params.comment
  await inFeedTransaction(call.ctx.db, user.leagueId, async (transaction) => {
    const { item, comment } = await requireComment(transaction, call)
    const deleted = { type: 'comment', id, [item.type]: item.id }
    await authorizeDeletion(transaction, user, comment.user_id, deleted)
    await transaction.deleteFrom('item_comments').where('id', '=', id).execute()
    await addToCounter(transaction, item, 'comments_count', -1)
    const change = { ...discussionChange(discussedIn(call)), removed_comment: id }
    await publishItemChange(transaction, user, item, change)
  })
  return { message: 'Comment deleted.' }
}

/** Rejects like `authorizeEdit` and `prepareEdit`. */
async function edit(call: CommentCall & Pick<Call<typeof contract.editComment>, 'body'>) {
  const { body: text, mentions, version } = call.body
  rejectBadMentions(text, mentions)
  await limitRate(call, 'edits')
  const user = userOf(call)
  const comment = await inFeedTransaction(call.ctx.db, user.leagueId, async (transaction) => {
    const { item, comment: stored } = await requireComment(transaction, call)
    authorizeEdit(stored, user)
    rejectIfHidden(item)
    rejectIfHidden(stored)
    const { id } = stored
    const before = { ...stored, subject: { type: 'comment', id }, field: 'body', text: stored.body } as const
    const saveEdited = await prepareEdit(transaction, user, before, { text, mentions, version })
    if (saveEdited === null) return stored
    const changes = { body: text, version: stored.version + 1, edited_at: user.now.getTime() }
    const saved = await saveEdited()
    await transaction.updateTable('item_comments').set(changes).where('id', '=', id).execute()
    await recordFeedAudit(transaction, user, 'feed.edit', { type: 'comment', id, [item.type]: item.id })
    const change = { ...discussionChange(discussedIn(call)), changed_comment: id }
    await publishItemChange(transaction, user, item, change)
    return { ...stored, ...changes, mentions: saved }
  })
  return presentOwnComment(call.ctx, user, comment)
}

/** Rejects with `item_not_found` and `item_hidden`. */
async function react(call: CommentCall & Pick<Call<typeof contract.reactToComment>, 'body'>) {
  await limitRate(call, 'reactions')
  const user = userOf(call)
  const given = await inTransaction(call.ctx.db, async (transaction) => {
    const { item, comment } = await requireComment(transaction, call)
    rejectIfHidden(item)
    rejectIfHidden(comment)
    const subject = { type: 'comment', id: comment.id } as const
    if (await changeReaction(transaction, user, subject, call.body)) {
      const change = { ...discussionChange(discussedIn(call)), changed_comment: comment.id }
      await publishItemChange(transaction, user, item, change)
    }
    return listReactions(transaction, subject)
  })
  return presentGivenReactions(call.ctx, user, given)
}

import {
  createComment,
  createItemComment,
  createTradeComment,
  deleteComment,
  deleteItemComment,
  deleteTradeComment,
  likeItem,
  listComments,
  listItemComments,
  listTradeComments,
} from '@fieldhouse/contract/feed/comments'
import { editComment, editItemComment, editTradeComment } from '@fieldhouse/contract/feed/edits'
import { reactToComment, reactToItemComment, reactToTradeComment } from '@fieldhouse/contract/feed/reactions'
import type { Operation } from '@fieldhouse/contract/operation'
import type { Call } from '../../../http/operation.ts'
import {
  type FeedCall,
  feedOperation,
  limitRate,
  orNotFound,
  rejectBadMentions,
  userOf,
} from '../items/feed-operation.ts'
import { listDiscussion, presentGivenReactions, presentOwnComment } from '../items/feed-reader.ts'
import { toggleLike } from '../items/item-changes.ts'
import type { ItemType } from '../items/item-store.ts'
import { addComment, changeComment, changeCommentReaction, removeComment } from './comment-changes.ts'
import type { Discussed } from './comment-store.ts'

/** Likes of items, and comments on posts, items of any type, and trades. */
export const comments = [
  feedOperation(likeItem, (call) => toggleLike(call.ctx.db, userOf(call), call.query.type, call.params.id)),

  feedOperation(listComments, (call) => list(call, postIn(call))),
  feedOperation(listItemComments, (call) => list(call, itemIn(call))),
  feedOperation(listTradeComments, (call) => list(call, tradeIn(call))),

  feedOperation(createComment, (call) => add(call, postIn(call))),
  feedOperation(createItemComment, (call) => add(call, itemIn(call))),
  feedOperation(createTradeComment, (call) => add(call, tradeIn(call))),

  feedOperation(deleteComment, (call) => remove(call, postIn(call))),
  feedOperation(deleteItemComment, (call) => remove(call, itemIn(call))),
  feedOperation(deleteTradeComment, (call) => remove(call, tradeIn(call))),

  feedOperation(editComment, (call) => edit(call, postIn(call))),
  feedOperation(editItemComment, (call) => edit(call, itemIn(call))),
  feedOperation(editTradeComment, (call) => edit(call, tradeIn(call))),

  feedOperation(reactToComment, (call) => react(call, postIn(call))),
  feedOperation(reactToItemComment, (call) => react(call, itemIn(call))),
  feedOperation(reactToTradeComment, (call) => react(call, tradeIn(call))),
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

/** Of a call for a comment on something. */
type CommentCall<Like extends Operation> = FeedCall &
  Pick<Call<Like>, 'body'> & { params: { comment: number } }

async function list(call: FeedCall, discussed: Discussed) {
  return { comments: orNotFound(await listDiscussion(call.ctx, userOf(call), discussed)) }
}

async function add(call: FeedCall & Pick<Call<typeof createComment>, 'body'>, discussed: Discussed) {
  const { body: text, mentions = [], reply_to } = call.body
  rejectBadMentions(text, mentions)
  await limitRate(call, 'comments')
  const comment = await addComment(call.ctx.db, userOf(call), discussed, { text, mentions }, reply_to)
  return presentOwnComment(call.ctx, userOf(call), comment)
}

async function remove(call: CommentCall<typeof deleteComment>, discussed: Discussed) {
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

import { z } from 'zod'
import { MessageResponse } from '../fields.ts'
import { LIKE } from '../limits.ts'
import { MEMBER_READ, operationsOf } from '../operation.ts'
import { TradePath } from '../transactions.ts'
import {
  Comment,
  CommentPath,
  ItemId,
  ItemPath,
  ItemQuery,
  ItemText,
  LikeResponse,
  MentionsInput,
  Post,
  ReactionName,
  Reactions,
} from './items.ts'

const { get, post, del } = operationsOf('feed')

/** A comment on a trade, whose path has no ID of an item. */
export const TradeCommentPath = TradePath.extend({ comment: ItemId })

// What the calls for comments on posts, on items of any type and on trades have in common.

const READ_COMMENTS = { ...MEMBER_READ, errors: ['item_not_found'] } as const

const READ_CACHED_COMMENTS = {
  ...READ_COMMENTS,
  cache: { view: 'user', reads: ['league', 'feed', 'people'] },
} as const

const WRITE_COMMENT = {
  access: 'member',
  tokenScope: 'post',
  errors: ['item_not_found', 'item_hidden', 'comment_not_found', 'too_many_attempts'],
} as const

const DELETE_COMMENT = {
  access: 'member',
  errors: ['item_not_found', 'not_allowed'],
} as const

const CommentBody = z.object({
  body: ItemText,
  mentions: MentionsInput.optional(),
  /** The ID of a comment on the same item. A reply to a reply becomes one to the comment above both. */
  reply_to: ItemId.optional(),
})

const CommentList = z.object({ comments: z.array(Comment) })

export const listComments = get('/api/league/:league/social/posts/:id/comments/', {
  summary: 'Lists all comments on a post, oldest first',
  ...READ_CACHED_COMMENTS,
  params: ItemPath,
  response: CommentList,
})

export const createComment = post('/api/league/:league/social/posts/:id/comments/', {
  summary: 'Adds a comment to a post',
  ...WRITE_COMMENT,
  params: ItemPath,
  body: CommentBody,
  response: Comment,
})

export const deleteComment = del('/api/league/:league/social/posts/:id/comments/:comment/', {
  summary: 'Deletes a comment; league admins may delete any comment',
  ...DELETE_COMMENT,
  params: CommentPath,
  response: MessageResponse,
})

export const likeItem = post('/api/league/:league/social/items/:id/like/', {
  summary: 'Likes or unlikes a post, proposal, image or video',
  access: 'member',
  errors: ['item_not_found', 'item_hidden'],
  limits: LIKE,
  params: ItemPath,
  querystring: ItemQuery,
  response: LikeResponse,
})

export const listItemComments = get('/api/league/:league/social/items/:id/comments/', {
  summary: 'Lists all comments on a post, proposal, image or video, oldest first',
  ...READ_CACHED_COMMENTS,
  params: ItemPath,
  querystring: ItemQuery,
  response: CommentList,
})

export const createItemComment = post('/api/league/:league/social/items/:id/comments/', {
  summary: 'Adds a comment to a post, proposal, image or video',
  ...WRITE_COMMENT,
  params: ItemPath,
  querystring: ItemQuery,
  body: CommentBody,
  response: Comment,
})

export const deleteItemComment = del('/api/league/:league/social/items/:id/comments/:comment/', {
  summary: 'Deletes a comment; league admins may delete any comment',
  ...DELETE_COMMENT,
  params: CommentPath,
  querystring: ItemQuery,
  response: MessageResponse,
})

export const listTradeComments = get('/api/league/:league/trades/:season/:trade/comments/', {
  summary: 'Lists all comments on a trade, oldest first',
  ...READ_COMMENTS,
  params: TradePath,
  response: CommentList,
})

export const createTradeComment = post('/api/league/:league/trades/:season/:trade/comments/', {
  summary: 'Adds a comment to a trade',
  ...WRITE_COMMENT,
  params: TradePath,
  body: CommentBody,
  response: Comment,
})

export const deleteTradeComment = del('/api/league/:league/trades/:season/:trade/comments/:comment/', {
  summary: 'Deletes a comment on a trade; league admins may delete any comment',
  ...DELETE_COMMENT,
  params: TradeCommentPath,
  response: MessageResponse,
})

/** Without it, the mentions in unchanged parts of the text stay. */
const EditedMentions = MentionsInput.optional()

/** The `version` that the author has read. Another one stored since is an `edit_conflict`. */
const TextVersion = z.int().min(1, 'The version must be at least 1.').max(2_147_483_647)

const EDIT = {
  access: 'member',
  errors: [
    'item_not_found',
    'item_hidden',
    'not_allowed',
    'edit_closed',
    'edit_conflict',
    'too_many_attempts',
  ],
} as const

export const editPost = post('/api/league/:league/social/posts/:id/edit/', {
  summary: 'Edits a post; only its author may, within 15 minutes',
  ...EDIT,
  params: ItemPath,
  body: z.object({ content: ItemText, mentions: EditedMentions, version: TextVersion }),
  response: Post,
})

const EditedComment = z.object({ body: ItemText, mentions: EditedMentions, version: TextVersion })

export const editComment = post('/api/league/:league/social/posts/:id/comments/:comment/edit/', {
  summary: 'Edits a comment; only its author may, within 15 minutes',
  ...EDIT,
  params: CommentPath,
  body: EditedComment,
  response: Comment,
})

/** Like `editComment`, for items of every type. */
export const editItemComment = post('/api/league/:league/social/items/:id/comments/:comment/edit/', {
  summary: 'Edits a comment on a post, proposal, image or video; only its author may, within 15 minutes',
  ...EDIT,
  params: CommentPath,
  querystring: ItemQuery,
  body: EditedComment,
  response: Comment,
})

export const editTradeComment = post('/api/league/:league/trades/:season/:trade/comments/:comment/edit/', {
  summary: 'Edits a comment on a trade; only its author may, within 15 minutes',
  ...EDIT,
  params: TradeCommentPath,
  body: EditedComment,
  response: Comment,
})

/** `on` is false to take a reaction back. Repeating a request changes nothing. */
const ReactionBody = z.object({ reaction: ReactionName, on: z.boolean() })

const REACT = {
  access: 'member',
  errors: ['item_not_found', 'item_hidden', 'too_many_attempts'],
} as const

export const reactToItem = post('/api/league/:league/social/items/:id/react/', {
  summary: 'Reacts to a post, an image or a video; one person may give several reactions',
  ...REACT,
  params: ItemPath,
  body: ReactionBody,
  response: Reactions,
})

export const reactToComment = post('/api/league/:league/social/posts/:id/comments/:comment/react/', {
  summary: 'Reacts to a comment; one person may give several reactions',
  ...REACT,
  params: CommentPath,
  body: ReactionBody,
  response: Reactions,
})

/** Like `reactToComment`, for items of every type. */
export const reactToItemComment = post('/api/league/:league/social/items/:id/comments/:comment/react/', {
  summary: 'Reacts to a comment on a post, proposal, image or video; one person may give several reactions',
  ...REACT,
  params: CommentPath,
  querystring: ItemQuery,
  body: ReactionBody,
  response: Reactions,
})

export const reactToTradeComment = post(
  '/api/league/:league/trades/:season/:trade/comments/:comment/react/',
  {
    summary: 'Reacts to a comment on a trade; one person may give several reactions',
    ...REACT,
    params: TradeCommentPath,
    body: ReactionBody,
    response: Reactions,
  },
)

import { z } from 'zod'
import { MessageResponse } from '../fields.ts'
import { LIKE, WRITE } from '../limits.ts'
import { MEMBER_READ, type Operation } from '../operation.ts'
import { TradePath } from '../transactions/transactions.ts'
import {
  Comment,
  CommentPath,
  ItemId,
  ItemPath,
  ItemQuery,
  ItemText,
  LikeResponse,
  MentionsInput,
} from './items.ts'

/** A comment on a trade, whose path has no ID of an item. */
export const TradeCommentPath = TradePath.extend({ comment: ItemId })

const TAGS = ['feed'] as const

// What the calls for comments on posts, on items of any type and on trades have in common.

const READ_COMMENTS = { ...MEMBER_READ, errors: ['league_not_found', 'item_not_found'] } as const

const READ_CACHED_COMMENTS = {
  ...READ_COMMENTS,
  cache: { view: 'user', reads: ['league', 'feed', 'people'] },
} as const

const WRITE_COMMENT = {
  access: 'member',
  tokenScope: 'post',
  errors: ['league_not_found', 'item_not_found', 'item_hidden', 'comment_not_found', 'too_many_attempts'],
  limits: WRITE,
} as const

const DELETE_COMMENT = {
  access: 'member',
  errors: ['league_not_found', 'item_not_found', 'not_allowed'],
  limits: WRITE,
} as const

const CommentBody = z.object({
  body: ItemText,
  mentions: MentionsInput.optional(),
  /** The ID of a comment on the same item. A reply to a reply becomes one to the comment above both. */
  reply_to: ItemId.optional(),
})

const CommentList = z.object({ comments: z.array(Comment) })

export const listComments = {
  method: 'GET',
  url: '/api/league/:league/social/posts/:id/comments/',
  config: READ_CACHED_COMMENTS,
  schema: {
    summary: 'Lists all comments on a post, oldest first',
    tags: TAGS,
    params: ItemPath,
    response: { 200: CommentList },
  },
} as const satisfies Operation

export const createComment = {
  method: 'POST',
  url: '/api/league/:league/social/posts/:id/comments/',
  config: WRITE_COMMENT,
  schema: {
    summary: 'Adds a comment to a post',
    tags: TAGS,
    params: ItemPath,
    body: CommentBody,
    response: { 200: Comment },
  },
} as const satisfies Operation

export const deleteComment = {
  method: 'DELETE',
  url: '/api/league/:league/social/posts/:id/comments/:comment/',
  config: DELETE_COMMENT,
  schema: {
    summary: 'Deletes a comment; league admins may delete any comment',
    tags: TAGS,
    params: CommentPath,
    response: { 200: MessageResponse },
  },
} as const satisfies Operation

export const likeItem = {
  method: 'POST',
  url: '/api/league/:league/social/items/:id/like/',
  config: { access: 'member', errors: ['league_not_found', 'item_not_found', 'item_hidden'], limits: LIKE },
  schema: {
    summary: 'Likes or unlikes a post, proposal, image or video',
    tags: TAGS,
    params: ItemPath,
    querystring: ItemQuery,
    response: { 200: LikeResponse },
  },
} as const satisfies Operation

export const listItemComments = {
  method: 'GET',
  url: '/api/league/:league/social/items/:id/comments/',
  config: READ_CACHED_COMMENTS,
  schema: {
    summary: 'Lists all comments on a post, proposal, image or video, oldest first',
    tags: TAGS,
    params: ItemPath,
    querystring: ItemQuery,
    response: { 200: CommentList },
  },
} as const satisfies Operation

export const createItemComment = {
  method: 'POST',
  url: '/api/league/:league/social/items/:id/comments/',
  config: WRITE_COMMENT,
  schema: {
    summary: 'Adds a comment to a post, proposal, image or video',
    tags: TAGS,
    params: ItemPath,
    querystring: ItemQuery,
    body: CommentBody,
    response: { 200: Comment },
  },
} as const satisfies Operation

export const deleteItemComment = {
  method: 'DELETE',
  url: '/api/league/:league/social/items/:id/comments/:comment/',
  config: DELETE_COMMENT,
  schema: {
    summary: 'Deletes a comment; league admins may delete any comment',
    tags: TAGS,
    params: CommentPath,
    querystring: ItemQuery,
    response: { 200: MessageResponse },
  },
} as const satisfies Operation

export const listTradeComments = {
  method: 'GET',
  url: '/api/league/:league/trades/:season/:trade/comments/',
  config: READ_COMMENTS,
  schema: {
    summary: 'Lists all comments on a trade, oldest first',
    tags: TAGS,
    params: TradePath,
    response: { 200: CommentList },
  },
} as const satisfies Operation

export const createTradeComment = {
  method: 'POST',
  url: '/api/league/:league/trades/:season/:trade/comments/',
  config: WRITE_COMMENT,
  schema: {
    summary: 'Adds a comment to a trade',
    tags: TAGS,
    params: TradePath,
    body: CommentBody,
    response: { 200: Comment },
  },
} as const satisfies Operation

export const deleteTradeComment = {
  method: 'DELETE',
  url: '/api/league/:league/trades/:season/:trade/comments/:comment/',
  config: DELETE_COMMENT,
  schema: {
    summary: 'Deletes a comment on a trade; league admins may delete any comment',
    tags: TAGS,
    params: TradeCommentPath,
    response: { 200: MessageResponse },
  },
} as const satisfies Operation

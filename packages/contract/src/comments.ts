import { z } from 'zod'
import {
  Comment,
  CommentPath,
  ItemId,
  ItemPath,
  ItemText,
  ItemType,
  LikeResponse,
  MentionsInput,
} from './feed-items.ts'
import { MessageResponse } from './fields.ts'
import { READ, WRITE } from './limits.ts'
import type { Operation } from './operation.ts'
import { TradePath } from './transactions.ts'

export const listComments = {
  method: 'GET',
  url: '/api/league/:league/social/posts/:id/comments/',
  config: {
    access: 'member',
    tokenScope: 'read',
    errors: ['league_not_found', 'item_not_found'],
    limits: READ,
    cache: { view: 'user', reads: ['league', 'feed', 'people'] },
  },
  schema: {
    summary: 'Lists all comments on a post, oldest first',
    tags: ['feed'],
    params: ItemPath,
    response: { 200: z.object({ comments: z.array(Comment) }) },
  },
} as const satisfies Operation

const CommentBody = z.object({
  body: ItemText,
  mentions: MentionsInput.optional(),
  /** The ID of a comment on the same item. A reply to a reply becomes one to the comment above both. */
  reply_to: ItemId.optional(),
})

export const createComment = {
  method: 'POST',
  url: '/api/league/:league/social/posts/:id/comments/',
  config: {
    access: 'member',
    tokenScope: 'post',
    errors: ['league_not_found', 'item_not_found', 'item_hidden', 'comment_not_found', 'too_many_attempts'],
    limits: WRITE,
  },
  schema: {
    summary: 'Adds a comment to a post',
    tags: ['feed'],
    params: ItemPath,
    body: CommentBody,
    response: { 200: Comment },
  },
} as const satisfies Operation

export const deleteComment = {
  method: 'DELETE',
  url: '/api/league/:league/social/posts/:id/comments/:comment/',
  config: { access: 'member', errors: ['league_not_found', 'item_not_found', 'not_allowed'], limits: WRITE },
  schema: {
    summary: 'Deletes a comment; league admins may delete any comment',
    tags: ['feed'],
    params: CommentPath,
    response: { 200: MessageResponse },
  },
} as const satisfies Operation

/** For items of every type, posts too. */
const ItemQuery = z.object({ type: ItemType })

export const likeItem = {
  method: 'POST',
  url: '/api/league/:league/social/items/:id/like/',
  config: { access: 'member', errors: ['league_not_found', 'item_not_found', 'item_hidden'], limits: WRITE },
  schema: {
    summary: 'Likes or unlikes a post, proposal, image or video',
    tags: ['feed'],
    params: ItemPath,
    querystring: ItemQuery,
    response: { 200: LikeResponse },
  },
} as const satisfies Operation

export const listItemComments = {
  method: 'GET',
  url: '/api/league/:league/social/items/:id/comments/',
  config: {
    access: 'member',
    tokenScope: 'read',
    errors: ['league_not_found', 'item_not_found'],
    limits: READ,
    cache: { view: 'user', reads: ['league', 'feed', 'people'] },
  },
  schema: {
    summary: 'Lists all comments on a post, proposal, image or video, oldest first',
    tags: ['feed'],
    params: ItemPath,
    querystring: ItemQuery,
    response: { 200: z.object({ comments: z.array(Comment) }) },
  },
} as const satisfies Operation

export const createItemComment = {
  method: 'POST',
  url: '/api/league/:league/social/items/:id/comments/',
  config: {
    access: 'member',
    tokenScope: 'post',
    errors: ['league_not_found', 'item_not_found', 'item_hidden', 'comment_not_found', 'too_many_attempts'],
    limits: WRITE,
  },
  schema: {
    summary: 'Adds a comment to a post, proposal, image or video',
    tags: ['feed'],
    params: ItemPath,
    querystring: ItemQuery,
    body: CommentBody,
    response: { 200: Comment },
  },
} as const satisfies Operation

export const deleteItemComment = {
  method: 'DELETE',
  url: '/api/league/:league/social/items/:id/comments/:comment/',
  config: { access: 'member', errors: ['league_not_found', 'item_not_found', 'not_allowed'], limits: WRITE },
  schema: {
    summary: 'Deletes a comment; league admins may delete any comment',
    tags: ['feed'],
    params: CommentPath,
    querystring: ItemQuery,
    response: { 200: MessageResponse },
  },
} as const satisfies Operation

export const listTradeComments = {
  method: 'GET',
  url: '/api/league/:league/trades/:season/:trade/comments/',
  config: {
    access: 'member',
    tokenScope: 'read',
    errors: ['league_not_found', 'item_not_found'],
    limits: READ,
  },
  schema: {
    summary: 'Lists all comments on a trade, oldest first',
    tags: ['feed'],
    params: TradePath,
    response: { 200: z.object({ comments: z.array(Comment) }) },
  },
} as const satisfies Operation

export const createTradeComment = {
  method: 'POST',
  url: '/api/league/:league/trades/:season/:trade/comments/',
  config: {
    access: 'member',
    tokenScope: 'post',
    errors: ['league_not_found', 'item_not_found', 'item_hidden', 'comment_not_found', 'too_many_attempts'],
    limits: WRITE,
  },
  schema: {
    summary: 'Adds a comment to a trade',
    tags: ['feed'],
    params: TradePath,
    body: CommentBody,
    response: { 200: Comment },
  },
} as const satisfies Operation

export const deleteTradeComment = {
  method: 'DELETE',
  url: '/api/league/:league/trades/:season/:trade/comments/:comment/',
  config: { access: 'member', errors: ['league_not_found', 'item_not_found', 'not_allowed'], limits: WRITE },
  schema: {
    summary: 'Deletes a comment on a trade; league admins may delete any comment',
    tags: ['feed'],
    params: TradePath.extend({ comment: ItemId }),
    response: { 200: MessageResponse },
  },
} as const satisfies Operation

import { z } from 'zod'
import { WRITE } from '../limits.ts'
import type { Operation } from '../operation.ts'
import { TradeCommentPath } from './comments.ts'
import { CommentPath, ItemPath, ItemQuery, ReactionName, Reactions } from './items.ts'

/** `on` is false to take a reaction back. Repeating a request changes nothing. */
const ReactionBody = z.object({ reaction: ReactionName, on: z.boolean() })

const TAGS = ['feed'] as const

const REACT = {
  access: 'member',
  errors: ['league_not_found', 'item_not_found', 'item_hidden', 'too_many_attempts'],
  limits: WRITE,
} as const

export const reactToItem = {
  method: 'POST',
  url: '/api/league/:league/social/items/:id/react/',
  config: REACT,
  schema: {
    summary: 'Reacts to a post, an image or a video; one person may give several reactions',
    tags: TAGS,
    params: ItemPath,
    body: ReactionBody,
    response: { 200: Reactions },
  },
} as const satisfies Operation

export const reactToComment = {
  method: 'POST',
  url: '/api/league/:league/social/posts/:id/comments/:comment/react/',
  config: REACT,
  schema: {
    summary: 'Reacts to a comment; one person may give several reactions',
    tags: TAGS,
    params: CommentPath,
    body: ReactionBody,
    response: { 200: Reactions },
  },
} as const satisfies Operation

/** Like `reactToComment`, for items of every type. */
export const reactToItemComment = {
  method: 'POST',
  url: '/api/league/:league/social/items/:id/comments/:comment/react/',
  config: REACT,
  schema: {
    summary: 'Reacts to a comment on a post, proposal, image or video; one person may give several reactions',
    tags: TAGS,
    params: CommentPath,
    querystring: ItemQuery,
    body: ReactionBody,
    response: { 200: Reactions },
  },
} as const satisfies Operation

export const reactToTradeComment = {
  method: 'POST',
  url: '/api/league/:league/trades/:season/:trade/comments/:comment/react/',
  config: REACT,
  schema: {
    summary: 'Reacts to a comment on a trade; one person may give several reactions',
    tags: TAGS,
    params: TradeCommentPath,
    body: ReactionBody,
    response: { 200: Reactions },
  },
} as const satisfies Operation

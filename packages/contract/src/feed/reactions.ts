import { z } from 'zod'
import { operationsOf } from '../operation.ts'
import { TradeCommentPath } from './comments.ts'
import { CommentPath, ItemPath, ItemQuery, ReactionName, Reactions } from './items.ts'

const { post } = operationsOf('feed')

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

import { z } from 'zod'
import { CommentPath, ItemPath, ReactionName, Reactions } from './feed-items.ts'
import { WRITE } from './limits.ts'
import type { Operation } from './operation.ts'

/** `on` is false to take a reaction back. Repeating a request changes nothing. */
const ReactionBody = z.object({ reaction: ReactionName, on: z.boolean() })

export const reactToItem = {
  method: 'POST',
  url: '/api/league/:league/social/items/:id/react/',
  config: {
    access: 'member',
    errors: ['league_not_found', 'item_not_found', 'item_hidden', 'too_many_attempts'],
    limits: WRITE,
  },
  schema: {
    summary: 'Reacts to a post, an image or a video; one person may give several reactions',
    tags: ['feed'],
    params: ItemPath,
    body: ReactionBody,
    response: { 200: Reactions },
  },
} as const satisfies Operation

export const reactToComment = {
  method: 'POST',
  url: '/api/league/:league/social/posts/:id/comments/:comment/react/',
  config: {
    access: 'member',
    errors: ['league_not_found', 'item_not_found', 'item_hidden', 'too_many_attempts'],
    limits: WRITE,
  },
  schema: {
    summary: 'Reacts to a comment; one person may give several reactions',
    tags: ['feed'],
    params: CommentPath,
    body: ReactionBody,
    response: { 200: Reactions },
  },
} as const satisfies Operation

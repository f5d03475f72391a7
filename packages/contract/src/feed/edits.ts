import { z } from 'zod'
import { WRITE } from '../limits.ts'
import type { Operation } from '../operation.ts'
import { TradeCommentPath } from './comments.ts'
import { Comment, CommentPath, ItemPath, ItemQuery, ItemText, MentionsInput, Post } from './items.ts'

/** Without it, the mentions in unchanged parts of the text stay. */
const EditedMentions = MentionsInput.optional()

/** The `version` that the author has read. Another one stored since is an `edit_conflict`. */
const TextVersion = z.int().min(1, 'The version must be at least 1.').max(2_147_483_647)

const TAGS = ['feed'] as const

const EDIT = {
  access: 'member',
  errors: [
    'league_not_found',
    'item_not_found',
    'item_hidden',
    'not_allowed',
    'edit_closed',
    'edit_conflict',
    'too_many_attempts',
  ],
  limits: WRITE,
} as const

export const editPost = {
  method: 'POST',
  url: '/api/league/:league/social/posts/:id/edit/',
  config: EDIT,
  schema: {
    summary: 'Edits a post; only its author may, within 15 minutes',
    tags: TAGS,
    params: ItemPath,
    body: z.object({ content: ItemText, mentions: EditedMentions, version: TextVersion }),
    response: { 200: Post },
  },
} as const satisfies Operation

const EditedComment = z.object({ body: ItemText, mentions: EditedMentions, version: TextVersion })

export const editComment = {
  method: 'POST',
  url: '/api/league/:league/social/posts/:id/comments/:comment/edit/',
  config: EDIT,
  schema: {
    summary: 'Edits a comment; only its author may, within 15 minutes',
    tags: TAGS,
    params: CommentPath,
    body: EditedComment,
    response: { 200: Comment },
  },
} as const satisfies Operation

/** Like `editComment`, for items of every type. */
export const editItemComment = {
  method: 'POST',
  url: '/api/league/:league/social/items/:id/comments/:comment/edit/',
  config: EDIT,
  schema: {
    summary: 'Edits a comment on a post, proposal, image or video; only its author may, within 15 minutes',
    tags: TAGS,
    params: CommentPath,
    querystring: ItemQuery,
    body: EditedComment,
    response: { 200: Comment },
  },
} as const satisfies Operation

export const editTradeComment = {
  method: 'POST',
  url: '/api/league/:league/trades/:season/:trade/comments/:comment/edit/',
  config: EDIT,
  schema: {
    summary: 'Edits a comment on a trade; only its author may, within 15 minutes',
    tags: TAGS,
    params: TradeCommentPath,
    body: EditedComment,
    response: { 200: Comment },
  },
} as const satisfies Operation

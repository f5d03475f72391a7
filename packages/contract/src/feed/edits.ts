import { z } from 'zod'
import { operationsOf } from '../operation.ts'
import { TradeCommentPath } from './comments.ts'
import { Comment, CommentPath, ItemPath, ItemQuery, ItemText, MentionsInput, Post } from './items.ts'

const { post } = operationsOf('feed')

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

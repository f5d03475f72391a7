import { z } from 'zod'
import { Comment, CommentPath, ItemPath, ItemText, MentionsInput, Post } from './feed-items.ts'
import { WRITE } from './limits.ts'
import type { Operation } from './operation.ts'

/** Without it, the mentions in unchanged parts of the text stay. */
const EditedMentions = MentionsInput.optional()

/** The `version` that the author has read. Another one stored since is an `edit_conflict`. */
const TextVersion = z.int().min(1, 'The version must be at least 1.').max(2_147_483_647)

export const editPost = {
  method: 'POST',
  url: '/api/league/:league/social/posts/:id/edit/',
  config: {
    access: 'member',
    errors: [
      'league_not_found',
      'item_not_found',
      'item_hidden',
      'not_allowed',
      'edit_closed',
      'edit_conflict',
    ],
    limits: WRITE,
  },
  schema: {
    summary: 'Edits a post; only its author may, within 15 minutes',
    tags: ['feed'],
    params: ItemPath,
    body: z.object({ content: ItemText, mentions: EditedMentions, version: TextVersion }),
    response: { 200: Post },
  },
} as const satisfies Operation

export const editComment = {
  method: 'POST',
  url: '/api/league/:league/social/posts/:id/comments/:comment/edit/',
  config: {
    access: 'member',
    errors: [
      'league_not_found',
      'item_not_found',
      'item_hidden',
      'not_allowed',
      'edit_closed',
      'edit_conflict',
    ],
    limits: WRITE,
  },
  schema: {
    summary: 'Edits a comment; only its author may, within 15 minutes',
    tags: ['feed'],
    params: CommentPath,
    body: z.object({ body: ItemText, mentions: EditedMentions, version: TextVersion }),
    response: { 200: Comment },
  },
} as const satisfies Operation

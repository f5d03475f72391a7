import { z } from 'zod'
import { ItemId } from '../fields.ts'
import { LIKE } from '../limits.ts'
import { type CacheRule, MEMBER_READ, operationsOf } from '../operation.ts'
import {
  Comment,
  ItemQuery,
  ItemText,
  LikeResponse,
  MentionsInput,
  Post,
  ReactionName,
  Reactions,
} from './items.ts'

const { get, post, del } = operationsOf('feed')

const CommentBody = z.object({
  body: ItemText,
  mentions: MentionsInput.optional(),
  /** The ID of a comment on the same item. A reply to a reply becomes one to the comment above both. */
  reply_to: ItemId.optional(),
})

const CommentList = z.object({ comments: z.array(Comment) })

/** Without it, the mentions in unchanged parts of the text stay. */
const EditedMentions = MentionsInput.optional()

/** The `version` that the author has read. Another one stored since is an `edit_conflict`. */
const TextVersion = z.int().min(1, 'The version must be at least 1.').max(2_147_483_647)

const EditedComment = z.object({ body: ItemText, mentions: EditedMentions, version: TextVersion })

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

/** `on` is false to take a reaction back. Repeating a request changes nothing. */
const ReactionBody = z.object({ reaction: ReactionName, on: z.boolean() })

const REACT = {
  access: 'member',
  errors: ['item_not_found', 'item_hidden', 'too_many_attempts'],
} as const

/**
 * The calls for the comments on what is at a path in a league.
 * @param what the words for it in the summaries
 */
function commentsOn<const Path extends string, Query extends z.ZodType | undefined>(
  path: Path,
  what: string,
  querystring: Query,
  cache?: CacheRule,
) {
  return {
    list: get(`/api/league/:league/${path}/comments/`, {
      summary: `Lists all comments on ${what}, oldest first`,
      ...MEMBER_READ,
      ...(cache && { cache }),
      errors: ['item_not_found'],
      querystring,
      response: CommentList,
    }),
    create: post(`/api/league/:league/${path}/comments/`, {
      summary: `Adds a comment to ${what}`,
      access: 'member',
      tokenScope: 'post',
      errors: ['item_not_found', 'item_hidden', 'comment_not_found', 'too_many_attempts'],
      querystring,
      body: CommentBody,
      response: Comment,
    }),
    remove: del(`/api/league/:league/${path}/comments/:comment/`, {
      summary: `Deletes a comment on ${what}; league admins may delete any comment`,
      access: 'member',
      errors: ['item_not_found', 'not_allowed'],
      querystring,
    }),
    edit: post(`/api/league/:league/${path}/comments/:comment/edit/`, {
      summary: `Edits a comment on ${what}; only its author may, within 15 minutes`,
      ...EDIT,
      querystring,
      body: EditedComment,
      response: Comment,
    }),
    react: post(`/api/league/:league/${path}/comments/:comment/react/`, {
      summary: `Reacts to a comment on ${what}; one person may give several reactions`,
      ...REACT,
      querystring,
      body: ReactionBody,
      response: Reactions,
    }),
  }
}

const FEED_CACHE: CacheRule = { view: 'user', reads: ['league', 'feed', 'people'] }

export const {
  list: listComments,
  create: createComment,
  remove: deleteComment,
  edit: editComment,
  react: reactToComment,
} = commentsOn('social/posts/:id', 'a post', undefined, FEED_CACHE)

export const {
  list: listItemComments,
  create: createItemComment,
  remove: deleteItemComment,
  edit: editItemComment,
  react: reactToItemComment,
} = commentsOn('social/items/:id', 'a post, proposal, image or video', ItemQuery, FEED_CACHE)

export const {
  list: listTradeComments,
  create: createTradeComment,
  remove: deleteTradeComment,
  edit: editTradeComment,
  react: reactToTradeComment,
} = commentsOn('trades/:season/:trade', 'a trade', undefined)

export const likeItem = post('/api/league/:league/social/items/:id/like/', {
  summary: 'Likes or unlikes a post, proposal, image or video',
  access: 'member',
  errors: ['item_not_found', 'item_hidden'],
  limits: LIKE,
  querystring: ItemQuery,
  response: LikeResponse,
})

export const editPost = post('/api/league/:league/social/posts/:id/edit/', {
  summary: 'Edits a post; only its author may, within 15 minutes',
  ...EDIT,
  body: z.object({ content: ItemText, mentions: EditedMentions, version: TextVersion }),
  response: Post,
})

export const reactToItem = post('/api/league/:league/social/items/:id/react/', {
  summary: 'Reacts to a post, an image or a video; one person may give several reactions',
  ...REACT,
  body: ReactionBody,
  response: Reactions,
})

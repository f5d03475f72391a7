import { z } from 'zod'
import { LeaguePath, MemberText, MessageResponse } from '../fields.ts'
import { LIKE, WRITE } from '../limits.ts'
import { MEMBER_READ, type Operation } from '../operation.ts'
import {
  FeedItem,
  FeedQuery,
  ItemPath,
  ItemQuery,
  LikeResponse,
  MAX_TEXT_LENGTH,
  MentionsInput,
  Post,
  TEXT_TOO_LONG,
} from './items.ts'
import { NewPostMedia } from './media.ts'
import { SlowModeState } from './slow-mode.ts'

const NewPost = z
  .object({
    /** May be empty for a post with media. */
    content: MemberText.max(MAX_TEXT_LENGTH, TEXT_TOO_LONG),
    mentions: MentionsInput.optional(),
    /** Files that the same user uploaded with `uploadPostMedia` and has not posted yet. */
    media: NewPostMedia.default([]),
    /**
     * Makes it safe to send the post again: a second request of the same user with the same key, within 30 days,
     * returns the first post. If that has been deleted, the error is `item_not_found`.
     */
    key: z.uuid('The key must be a UUID.').optional(),
  })
  .refine(({ content, media }) => content !== '' || media.length > 0, {
    path: ['content'],
    message: 'Write something first.',
  })

/** Pinned items come first, then the newest. Pinned items appear on the first page only. */
export const listFeed = {
  method: 'GET',
  url: '/api/league/:league/social/feed/',
  config: { ...MEMBER_READ, cache: { view: 'user', reads: ['league', 'feed', 'people'] } },
  schema: {
    summary: "Lists one page of the league's posts, proposals, and media",
    tags: ['feed'],
    params: LeaguePath,
    querystring: FeedQuery,
    response: {
      200: z.object({
        items: z.array(FeedItem),
        /** The value of `before` for the next page; null on the last page. */
        next: z.string().nullable(),
        /** Absent while slow mode is off. */
        slow_mode: SlowModeState.optional(),
      }),
    },
  },
} as const satisfies Operation

/** What a link to an item opens, however old it is. */
export const getFeedItem = {
  method: 'GET',
  url: '/api/league/:league/social/items/:id/',
  config: { ...MEMBER_READ, errors: ['league_not_found', 'item_not_found'] },
  schema: {
    summary: 'One post, proposal, image or video',
    tags: ['feed'],
    params: ItemPath,
    querystring: ItemQuery,
    response: { 200: z.object({ item: FeedItem }) },
  },
} as const satisfies Operation

export const createPost = {
  method: 'POST',
  url: '/api/league/:league/social/posts/',
  config: {
    access: 'member',
    tokenScope: 'post',
    errors: ['league_not_found', 'item_not_found', 'media_not_found', 'too_many_attempts'],
    limits: WRITE,
  },
  schema: {
    summary: 'Creates a post',
    tags: ['feed'],
    params: LeaguePath,
    body: NewPost,
    response: { 200: Post },
  },
} as const satisfies Operation

export const deletePost = {
  method: 'DELETE',
  url: '/api/league/:league/social/posts/:id/',
  config: { access: 'member', errors: ['league_not_found', 'item_not_found', 'not_allowed'], limits: WRITE },
  schema: {
    summary: 'Deletes a post with its likes and comments; league admins may delete any post',
    tags: ['feed'],
    params: ItemPath,
    response: { 200: MessageResponse },
  },
} as const satisfies Operation

export const likePost = {
  method: 'POST',
  url: '/api/league/:league/social/posts/:id/like/',
  config: { access: 'member', errors: ['league_not_found', 'item_not_found', 'item_hidden'], limits: LIKE },
  schema: {
    summary: 'Likes or unlikes a post',
    tags: ['feed'],
    params: ItemPath,
    response: { 200: LikeResponse },
  },
} as const satisfies Operation

export const pinPost = {
  method: 'POST',
  url: '/api/league/:league/social/posts/:id/pin/',
  config: { access: 'league_admin', errors: ['league_not_found', 'item_not_found'], limits: WRITE },
  schema: {
    summary: 'Pins or unpins a post',
    tags: ['feed'],
    params: ItemPath,
    response: { 200: z.object({ pinned: z.boolean() }) },
  },
} as const satisfies Operation

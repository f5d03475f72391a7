import { z } from 'zod'
import { LIKE } from '../limits.ts'
import { MEMBER_READ, operationsOf } from '../operation.ts'
import { FeedItem, FeedQuery, ItemQuery, LikeResponse, MentionsInput, Post, PostText } from './items.ts'
import { NewPostMedia } from './media.ts'
import { SlowModeState } from './moderation.ts'

const { get, post, del } = operationsOf('feed')

const NewPost = z
  .object({
    /** May be empty for a post with media. */
    content: PostText,
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
export const listFeed = get('/api/league/:league/social/feed/', {
  summary: "Lists one page of the league's posts, proposals, and media",
  ...MEMBER_READ,
  cache: { view: 'user', reads: ['league', 'feed', 'people'] },
  querystring: FeedQuery,
  response: z.object({
    items: z.array(FeedItem),
    /** The value of `before` for the next page; null on the last page. */
    next: z.string().nullable(),
    /** Absent while slow mode is off. */
    slow_mode: SlowModeState.optional(),
  }),
})

/** What a link to an item opens, however old it is. */
export const getFeedItem = get('/api/league/:league/social/items/:id/', {
  summary: 'One post, proposal, image or video',
  ...MEMBER_READ,
  errors: ['item_not_found'],
  querystring: ItemQuery,
  response: z.object({ item: FeedItem }),
})

export const createPost = post('/api/league/:league/social/posts/', {
  summary: 'Creates a post',
  access: 'member',
  tokenScope: 'post',
  errors: ['item_not_found', 'media_not_found', 'too_many_attempts'],
  body: NewPost,
  response: Post,
})

export const deletePost = del('/api/league/:league/social/posts/:id/', {
  summary: 'Deletes a post with its likes and comments; league admins may delete any post',
  access: 'member',
  errors: ['item_not_found', 'not_allowed'],
})

export const likePost = post('/api/league/:league/social/posts/:id/like/', {
  summary: 'Likes or unlikes a post',
  access: 'member',
  errors: ['item_not_found', 'item_hidden'],
  limits: LIKE,
  response: LikeResponse,
})

export const pinPost = post('/api/league/:league/social/posts/:id/pin/', {
  summary: 'Pins or unpins a post',
  access: 'league_admin',
  errors: ['item_not_found'],
  response: z.object({ pinned: z.boolean() }),
})

import { z } from 'zod'
import { CommentPath, FeedQuery, ItemPath, ItemText } from './feed-fields.ts'
import { Comment, FeedItem, Post } from './feed-items.ts'
import { LeaguePath, MessageResponse } from './fields.ts'
import type { Operation } from './operation.ts'

/** Pinned first, then newest. Pinned items stand on the first page only. */
export const listFeed = {
  method: 'GET',
  url: '/api/league/:league/social/feed/',
  config: { access: 'member', errors: ['league_not_found'] },
  schema: {
    summary: 'A page of the league’s posts, proposals and media',
    tags: ['feed'],
    params: LeaguePath,
    querystring: FeedQuery,
    response: {
      200: z.object({
        items: z.array(FeedItem),
        /** What to send as `before` for the page after; null on the last. */
        next: z.string().nullable(),
      }),
    },
  },
} as const satisfies Operation

export const createPost = {
  method: 'POST',
  url: '/api/league/:league/social/posts/',
  config: { access: 'member', errors: ['league_not_found', 'too_many_attempts'] },
  schema: {
    summary: 'Writes a post',
    tags: ['feed'],
    params: LeaguePath,
    body: z.object({ content: ItemText }),
    response: { 200: Post },
  },
} as const satisfies Operation

export const deletePost = {
  method: 'DELETE',
  url: '/api/league/:league/social/posts/:id/',
  config: { access: 'member', errors: ['league_not_found', 'item_not_found', 'not_allowed'] },
  schema: {
    summary: 'Deletes a post with its likes and comments: one’s own, or any for league admins',
    tags: ['feed'],
    params: ItemPath,
    response: { 200: MessageResponse },
  },
} as const satisfies Operation

export const likePost = {
  method: 'POST',
  url: '/api/league/:league/social/posts/:id/like/',
  config: { access: 'member', errors: ['league_not_found', 'item_not_found'] },
  schema: {
    summary: 'Likes a post, or takes the like back',
    tags: ['feed'],
    params: ItemPath,
    response: { 200: z.object({ liked: z.boolean(), likes_count: z.int() }) },
  },
} as const satisfies Operation

export const pinPost = {
  method: 'POST',
  url: '/api/league/:league/social/posts/:id/pin/',
  config: { access: 'league_admin', errors: ['league_not_found', 'item_not_found'] },
  schema: {
    summary: 'Pins a post, or unpins it',
    tags: ['feed'],
    params: ItemPath,
    response: { 200: z.object({ pinned: z.boolean() }) },
  },
} as const satisfies Operation

export const listComments = {
  method: 'GET',
  url: '/api/league/:league/social/posts/:id/comments/',
  config: { access: 'member', errors: ['league_not_found', 'item_not_found'] },
  schema: {
    summary: 'The comments on a post, oldest first',
    tags: ['feed'],
    params: ItemPath,
    response: { 200: z.object({ comments: z.array(Comment) }) },
  },
} as const satisfies Operation

export const createComment = {
  method: 'POST',
  url: '/api/league/:league/social/posts/:id/comments/',
  config: { access: 'member', errors: ['league_not_found', 'item_not_found', 'too_many_attempts'] },
  schema: {
    summary: 'Comments on a post',
    tags: ['feed'],
    params: ItemPath,
    body: z.object({ body: ItemText }),
    response: { 200: Comment },
  },
} as const satisfies Operation

export const deleteComment = {
  method: 'DELETE',
  url: '/api/league/:league/social/posts/:id/comments/:comment/',
  config: { access: 'member', errors: ['league_not_found', 'item_not_found', 'not_allowed'] },
  schema: {
    summary: 'Deletes a comment: one’s own, or any for league admins',
    tags: ['feed'],
    params: CommentPath,
    response: { 200: MessageResponse },
  },
} as const satisfies Operation

import {
  createComment,
  createPost,
  deleteComment,
  deletePost,
  likePost,
  listComments,
  listFeed,
  pinPost,
} from '@fieldhouse/contract/feed'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import type { Limiter } from '../../http/attempt-limiter.ts'
import { authorOf, readerOf } from './callers.ts'
import { existing } from './existing.ts'
import type { FeedReader } from './feed-reader.ts'
import type { ItemStore } from './item-store.ts'
import { commentsBy, postsBy } from './limits.ts'
import type { PostStore } from './post-store.ts'
import { presentComment } from './present.ts'

export type FeedOptions = {
  feed: FeedReader
  items: ItemStore
  posts: PostStore
  limiter: Limiter
  now: () => Date
}

export const feedRoutes: FastifyPluginAsyncZod<FeedOptions> = async (app, options) => {
  const { feed, items, posts, limiter, now } = options

  app.route({
    ...listFeed,
    async handler(request) {
      const { items: shown, next, closesAt } = await feed.page(readerOf(request, now()), request.query)
      // What is said of a proposal becomes wrong when it closes, without a change of the data.
      request.holdsUntil = closesAt
      return { items: shown, next }
    },
  })

  app.route({
    ...createPost,
    async handler(request) {
      const author = authorOf(request)
      await limiter.count(postsBy(author.userId), now())
      const id = await posts.create(author, request.body.content, now())
      return existing(await feed.item(readerOf(request, now()), 'post', id))
    },
  })

  app.route({
    ...deletePost,
    async handler(request) {
      await items.remove(authorOf(request), 'post', request.params.id, now())
      return { message: 'The post was deleted.' }
    },
  })

  app.route({
    ...likePost,
    async handler(request) {
      const { isLiked, likes } = await posts.like(authorOf(request), request.params.id, now())
      return { liked: isLiked, likes_count: likes }
    },
  })

  app.route({
    ...pinPost,
    async handler(request) {
      return { pinned: await items.pin(authorOf(request), 'post', request.params.id, now()) }
    },
  })

  app.route({
    ...listComments,
    async handler(request) {
      return { comments: existing(await feed.comments(readerOf(request, now()), request.params.id)) }
    },
  })

  app.route({
    ...createComment,
    async handler(request) {
      const author = authorOf(request)
      await limiter.count(commentsBy(author.userId), now())
      const comment = await posts.comment(author, request.params.id, request.body.body, now())
      const names = await feed.names([author.userId])
      return presentComment(comment, { ...readerOf(request, now()), names })
    },
  })

  app.route({
    ...deleteComment,
    async handler(request) {
      const { id, comment } = request.params
      await posts.removeComment(authorOf(request), id, comment, now())
      return { message: 'The comment was deleted.' }
    },
  })
}

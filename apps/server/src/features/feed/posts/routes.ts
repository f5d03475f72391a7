import { createPost, deletePost, getFeedItem, likePost, listFeed, pinPost } from '@fieldhouse/contract/feed'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import type { MediaStore } from '../../../media/media-store.ts'
import type { CommentStore } from '../comments/comment-store.ts'
import { presentLike } from '../items/present.ts'
import {
  authorOf,
  type FeedOptions,
  orNotFound,
  parseMentions,
  postRateLimit,
  sendFeedError,
  viewerOf,
} from '../items/requests.ts'
import { removeFiles } from '../media/media-files.ts'
import { presentSlowMode } from '../moderation/present-slow-mode.ts'
import type { PreviewLinks } from '../previews/preview-links.ts'
import type { PostStore } from './post-store.ts'

export type PostOptions = FeedOptions & {
  posts: PostStore
  comments: CommentStore
  files: MediaStore
  links: PreviewLinks
}

export const feedRoutes: FastifyPluginAsyncZod<PostOptions> = async (app, options) => {
  const { feed, items, posts, comments, files, links, limiter, now } = options
  app.setErrorHandler(sendFeedError)

  app.route({
    ...listFeed,
    async handler(request) {
      const page = await feed.listPage(viewerOf(request, now()), request.query)
      // A proposal closes without a change in the database, so the cached response expires then.
      request.cacheExpiresAt = page.closesAt
      return { items: page.items, next: page.next, ...presentSlowMode(page.slowMode) }
    },
  })

  app.route({
    ...getFeedItem,
    async handler(request) {
      const { params, query } = request
      return { item: orNotFound(await feed.findItem(viewerOf(request, now()), query.type, params.id)) }
    },
  })

  app.route({
    ...createPost,
    async handler(request) {
      const author = authorOf(request)
      const { content, mentions } = request.body
      parseMentions(content, mentions)
      await limiter.consume(postRateLimit(author.userId), now())
      const link = links.find(request.body.content, request)
      const id = await posts.create(author, { ...request.body, link }, now())
      links.startFetch(link)
      return orNotFound(await feed.findItem(viewerOf(request, now()), 'post', id))
    },
  })

  app.route({
    ...deletePost,
    async handler(request) {
      const fileKeys = await items.remove(authorOf(request), 'post', request.params.id, now())
      await removeFiles(files, fileKeys, request.log)
      return { message: 'Post deleted.' }
    },
  })

  app.route({
    ...likePost,
    async handler(request) {
      return presentLike(await comments.toggleLike(authorOf(request), 'post', request.params.id, now()))
    },
  })

  app.route({
    ...pinPost,
    async handler(request) {
      return { pinned: await items.togglePin(authorOf(request), 'post', request.params.id, now()) }
    },
  })
}

import {
  createComment,
  createItemComment,
  createTradeComment,
  deleteComment,
  deleteItemComment,
  deleteTradeComment,
  likeItem,
  listComments,
  listItemComments,
  listTradeComments,
} from '@fieldhouse/contract/comments'
import type { FastifyRequest } from 'fastify'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { presentLike } from '../items/present.ts'
import {
  authorOf,
  commentRateLimit,
  type FeedOptions,
  orNotFound,
  parseComment,
  sendFeedError,
  viewerOf,
} from '../items/requests.ts'
import type { CommentStore } from './comment-store.ts'
import { itemIn, postIn, tradeIn } from './discussed.ts'
import type { Discussed } from './discussed-store.ts'

export type CommentOptions = Omit<FeedOptions, 'items'> & { comments: CommentStore }

/** Likes of items, and comments on posts, items of any type, and trades. */
export const commentRoutes: FastifyPluginAsyncZod<CommentOptions> = async (app, options) => {
  const { feed, comments, limiter, now } = options
  app.setErrorHandler(sendFeedError)

  app.route({
    ...likeItem,
    async handler(request) {
      const { params, query } = request
      return presentLike(await comments.toggleLike(authorOf(request), query.type, params.id, now()))
    },
  })

  app.route({ ...listComments, handler: (request) => list(request, postIn(request)) })
  app.route({ ...listItemComments, handler: (request) => list(request, itemIn(request)) })
  app.route({ ...listTradeComments, handler: (request) => list(request, tradeIn(request)) })

  app.route({ ...createComment, handler: (request) => add(request, postIn(request)) })
  app.route({ ...createItemComment, handler: (request) => add(request, itemIn(request)) })
  app.route({ ...createTradeComment, handler: (request) => add(request, tradeIn(request)) })

  app.route({ ...deleteComment, handler: (request) => remove(request, postIn(request)) })
  app.route({ ...deleteItemComment, handler: (request) => remove(request, itemIn(request)) })
  app.route({ ...deleteTradeComment, handler: (request) => remove(request, tradeIn(request)) })

  async function list(request: FastifyRequest, discussed: Discussed) {
    return { comments: orNotFound(await feed.listComments(viewerOf(request, now()), discussed)) }
  }

  async function add(request: WithBody<Parameters<typeof parseComment>[0]>, discussed: Discussed) {
    const author = authorOf(request)
    const text = parseComment(request.body)
    await limiter.consume(commentRateLimit(author.userId), now())
    const comment = await comments.add(author, discussed, text, now())
    return feed.presentComment(viewerOf(request, now()), comment)
  }

  async function remove(request: WithComment, discussed: Discussed) {
    await comments.remove(authorOf(request), { discussed, id: request.params.comment }, now())
    return { message: 'Comment deleted.' }
  }
}

type WithBody<Body> = FastifyRequest & { body: Body }

type WithComment = FastifyRequest & { params: { comment: number } }

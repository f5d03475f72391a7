import {
  createItemComment,
  createTradeComment,
  deleteItemComment,
  deleteTradeComment,
  likeItem,
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
import type { CommentStore, Discussed, NewComment } from './comment-store.ts'

export type CommentOptions = Omit<FeedOptions, 'items'> & { comments: CommentStore }

/** Likes of items, and comments on items and trades. */
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

  app.route({
    ...listItemComments,
    async handler(request) {
      const viewer = viewerOf(request, now())
      return { comments: orNotFound(await feed.listComments(viewer, request.query.type, request.params.id)) }
    },
  })

  app.route({
    ...createItemComment,
    handler: (request) =>
      add(request, { type: request.query.type, id: request.params.id }, parseComment(request.body)),
  })

  app.route({
    ...deleteItemComment,
    handler: (request) =>
      remove(request, { type: request.query.type, id: request.params.id }, request.params.comment),
  })

  app.route({
    ...listTradeComments,
    async handler(request) {
      const { trade } = tradeIn(request.params)
      return { comments: orNotFound(await feed.listTradeComments(viewerOf(request, now()), trade)) }
    },
  })

  app.route({
    ...createTradeComment,
    handler: (request) => add(request, tradeIn(request.params), parseComment(request.body)),
  })

  app.route({
    ...deleteTradeComment,
    handler: (request) => remove(request, tradeIn(request.params), request.params.comment),
  })

  async function add(request: FastifyRequest, discussed: Discussed, text: NewComment) {
    const author = authorOf(request)
    await limiter.consume(commentRateLimit(author.userId), now())
    const comment = await comments.add(author, discussed, text, now())
    return feed.presentComment(viewerOf(request, now()), comment)
  }

  async function remove(request: FastifyRequest, discussed: Discussed, commentId: number) {
    await comments.remove(authorOf(request), discussed, commentId, now())
    return { message: 'Comment deleted.' }
  }
}

function tradeIn({ season, trade }: { season: number; trade: string }) {
  return { type: 'trade', trade: { season, id: trade } } as const
}

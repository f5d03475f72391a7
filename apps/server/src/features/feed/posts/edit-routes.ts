import { editComment, editItemComment, editPost, editTradeComment } from '@fieldhouse/contract/feed-edits'
import type { Mention } from '@fieldhouse/domain/league/mentions'
import type { FastifyRequest } from 'fastify'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { ApiError } from '../../../http/errors/api-error.ts'
import { sendError } from '../../../http/errors/error-handler.ts'
import { itemIn, postIn, tradeIn } from '../comments/discussed.ts'
import type { Discussed } from '../comments/discussed-store.ts'
import { FeedRejection } from '../items/item-store.ts'
import {
  authorOf,
  editRateLimit,
  type FeedOptions,
  orNotFound,
  parseMentions,
  toApiError,
  viewerOf,
} from '../items/requests.ts'
import type { PreviewLinks } from '../previews/preview-links.ts'
import { EditConflict, type EditStore } from './edit-store.ts'

type Options = Pick<FeedOptions, 'feed' | 'limiter' | 'now'> & { edits: EditStore; links: PreviewLinks }

export const editRoutes: FastifyPluginAsyncZod<Options> = async (app, options) => {
  const { feed, edits, links, limiter, now } = options
  app.setErrorHandler((error, request, reply) => sendError(toEditError(error), request, reply))

  app.route({
    ...editPost,
    async handler(request) {
      const { params, body } = request
      const { content: text, mentions, version } = body
      parseMentions(text, mentions)
      const author = authorOf(request)
      await limiter.consume(editRateLimit(author.userId), now())
      const link = links.find(text, request)
      await edits.editPost(author, params.id, { text, mentions, version, link }, now())
      links.startFetch(link)
      return orNotFound(await feed.findItem(viewerOf(request, now()), 'post', params.id))
    },
  })

  app.route({ ...editComment, handler: (request) => edit(request, postIn(request)) })
  app.route({ ...editItemComment, handler: (request) => edit(request, itemIn(request)) })
  app.route({ ...editTradeComment, handler: (request) => edit(request, tradeIn(request)) })

  async function edit(request: CommentRequest, discussed: Discussed) {
    const { body: text, mentions, version } = request.body
    parseMentions(text, mentions)
    const author = authorOf(request)
    await limiter.consume(editRateLimit(author.userId), now())
    const key = { discussed, id: request.params.comment }
    const comment = await edits.editComment(author, key, { text, mentions, version }, now())
    return feed.presentComment(viewerOf(request, now()), comment)
  }
}

type CommentRequest = FastifyRequest & {
  params: { comment: number }
  body: { body: string; mentions?: readonly Mention[] | undefined; version: number }
}

function toEditError(error: unknown): unknown {
  if (error instanceof EditConflict) return new ApiError('edit_conflict', { newer: error.newer })
  return error instanceof FeedRejection ? toApiError(error) : error
}

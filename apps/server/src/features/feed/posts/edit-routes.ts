import { editComment, editPost } from '@fieldhouse/contract/feed-edits'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { ApiError } from '../../../http/errors/api-error.ts'
import { sendError } from '../../../http/errors/error-handler.ts'
import { FeedRejection } from '../items/item-store.ts'
import {
  authorOf,
  type FeedOptions,
  orNotFound,
  parseMentions,
  toApiError,
  viewerOf,
} from '../items/requests.ts'
import type { PreviewLinks } from '../previews/preview-links.ts'
import { EditConflict, type EditStore } from './edit-store.ts'

type Options = Pick<FeedOptions, 'feed' | 'now'> & { edits: EditStore; links: PreviewLinks }

export const editRoutes: FastifyPluginAsyncZod<Options> = async (app, { feed, edits, links, now }) => {
  app.setErrorHandler((error, request, reply) => sendError(toEditError(error), request, reply))

  app.route({
    ...editPost,
    async handler(request) {
      const { params, body } = request
      const { content: text, mentions, version } = body
      parseMentions(text, mentions)
      const link = links.find(text, request)
      await edits.editPost(authorOf(request), params.id, { text, mentions, version, link }, now())
      links.startFetch(link)
      return orNotFound(await feed.findItem(viewerOf(request, now()), 'post', params.id))
    },
  })

  app.route({
    ...editComment,
    async handler(request) {
      const { params, body } = request
      const { body: text, mentions, version } = body
      parseMentions(text, mentions)
      const comment = await edits.editComment(
        authorOf(request),
        { id: params.comment, postId: params.id },
        { text, mentions, version },
        now(),
      )
      return feed.presentComment(viewerOf(request, now()), comment)
    },
  })
}

function toEditError(error: unknown): unknown {
  if (error instanceof EditConflict) return new ApiError('edit_conflict', { newer: error.newer })
  return error instanceof FeedRejection ? toApiError(error) : error
}

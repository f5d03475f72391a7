import { removeLinkPreview } from '@fieldhouse/contract/link-previews'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { authorOf, type FeedOptions, sendFeedError } from '../items/requests.ts'
import type { PreviewStore } from './preview-store.ts'

type Options = Pick<FeedOptions, 'now'> & { previews: PreviewStore }

export const previewRoutes: FastifyPluginAsyncZod<Options> = async (app, { previews, now }) => {
  app.setErrorHandler(sendFeedError)

  app.route({
    ...removeLinkPreview,
    async handler(request) {
      await previews.remove(authorOf(request), request.params.id, now())
      return { message: 'Preview removed.' }
    },
  })
}

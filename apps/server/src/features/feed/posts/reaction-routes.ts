import { reactToComment, reactToItem } from '@fieldhouse/contract/feed-reactions'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { authorOf, type FeedOptions, reactionRateLimit, sendFeedError, viewerOf } from '../items/requests.ts'
import type { ReactionStore } from './reaction-store.ts'

type Options = Pick<FeedOptions, 'feed' | 'limiter' | 'now'> & { reactions: ReactionStore }

export const reactionRoutes: FastifyPluginAsyncZod<Options> = async (app, options) => {
  const { feed, reactions, limiter, now } = options
  app.setErrorHandler(sendFeedError)

  app.route({
    ...reactToItem,
    async handler(request) {
      const author = authorOf(request)
      const { reaction, on: isOn } = request.body
      await limiter.consume(reactionRateLimit(author.userId), now())
      const given = await reactions.reactToItem(author, request.params.id, { reaction, isOn }, now())
      return feed.presentReactions(viewerOf(request, now()), given)
    },
  })

  app.route({
    ...reactToComment,
    async handler(request) {
      const author = authorOf(request)
      const { id: postId, comment: id } = request.params
      const { reaction, on: isOn } = request.body
      await limiter.consume(reactionRateLimit(author.userId), now())
      const given = await reactions.reactToComment(author, { id, postId }, { reaction, isOn }, now())
      return feed.presentReactions(viewerOf(request, now()), given)
    },
  })
}

import {
  reactToComment,
  reactToItem,
  reactToItemComment,
  reactToTradeComment,
} from '@fieldhouse/contract/feed-reactions'
import type { Reaction } from '@fieldhouse/domain/league/reactions'
import type { FastifyRequest } from 'fastify'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { itemIn, postIn, tradeIn } from '../comments/discussed.ts'
import type { Discussed } from '../comments/discussed-store.ts'
import type { Author } from '../items/item-store.ts'
import { authorOf, type FeedOptions, reactionRateLimit, sendFeedError, viewerOf } from '../items/requests.ts'
import type { GivenReaction, ReactionChange, ReactionStore } from './reaction-store.ts'

type Options = Pick<FeedOptions, 'feed' | 'limiter' | 'now'> & { reactions: ReactionStore }

export const reactionRoutes: FastifyPluginAsyncZod<Options> = async (app, options) => {
  const { feed, reactions, limiter, now } = options
  app.setErrorHandler(sendFeedError)

  app.route({
    ...reactToItem,
    handler: (request) =>
      react(request, (author, change) => reactions.reactToItem(author, request.params.id, change, now())),
  })

  app.route({ ...reactToComment, handler: (request) => reactTo(request, postIn(request)) })
  app.route({ ...reactToItemComment, handler: (request) => reactTo(request, itemIn(request)) })
  app.route({ ...reactToTradeComment, handler: (request) => reactTo(request, tradeIn(request)) })

  function reactTo(request: Request & { params: { comment: number } }, discussed: Discussed) {
    const comment = { discussed, id: request.params.comment }
    return react(request, (author, change) => reactions.reactToComment(author, comment, change, now()))
  }

  async function react(
    request: Request,
    change: (author: Author, change: ReactionChange) => Promise<GivenReaction[]>,
  ) {
    const author = authorOf(request)
    const { reaction, on: isOn } = request.body
    await limiter.consume(reactionRateLimit(author.userId), now())
    const given = await change(author, { reaction, isOn })
    return feed.presentReactions(viewerOf(request, now()), given)
  }
}

type Request = FastifyRequest & { body: { reaction: Reaction; on: boolean } }

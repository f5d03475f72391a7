import { createProposal, deleteProposal, pinProposal, voteOnProposal } from '@fieldhouse/contract/proposals'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { invalidField } from '../../../http/errors/api-error.ts'
import {
  authorOf,
  type FeedOptions,
  orNotFound,
  parseMentions,
  postRateLimit,
  sendFeedError,
  viewerOf,
} from '../items/requests.ts'
import type { ProposalStore } from './proposal-store.ts'
import type { VoteStore } from './vote-store.ts'

export type ProposalOptions = FeedOptions & { proposals: ProposalStore; votes: VoteStore }

export const proposalRoutes: FastifyPluginAsyncZod<ProposalOptions> = async (app, options) => {
  const { feed, items, proposals, votes, limiter, now } = options
  app.setErrorHandler(sendFeedError)

  app.route({
    ...createProposal,
    async handler(request) {
      const { question, mentions = [], options: texts, anonymous, closes_at } = request.body
      parseMentions(question, mentions)
      const author = authorOf(request)
      const closesAt = parseClosingTime(closes_at, now())
      await limiter.consume(postRateLimit(author.userId), now())
      const proposal = { question, mentions, options: texts, isAnonymous: anonymous, closesAt }
      const id = await proposals.create(author, proposal, now())
      return orNotFound(await feed.findItem(viewerOf(request, now()), 'proposal', id))
    },
  })

  app.route({
    ...deleteProposal,
    async handler(request) {
      await items.remove(authorOf(request), 'proposal', request.params.id, now())
      return { message: 'Proposal deleted.' }
    },
  })

  app.route({
    ...voteOnProposal,
    // Otherwise the log would reveal who voted.
    config: { ...voteOnProposal.config, omitUserFromLog: true },
    async handler(request) {
      const { option_id: optionId } = request.body
      const proposal = await votes.vote(authorOf(request), request.params.id, optionId, now())
      return feed.presentVoted(viewerOf(request, now()), proposal, optionId)
    },
  })

  app.route({
    ...pinProposal,
    async handler(request) {
      return { pinned: await items.togglePin(authorOf(request), 'proposal', request.params.id, now()) }
    },
  })
}

/** Throws `invalid_input` when the time is not in the future. */
function parseClosingTime(text: string | null | undefined, now: Date): Date | null {
  if (text === null || text === undefined) return null
  const closesAt = new Date(text)
  if (closesAt > now) return closesAt
  throw invalidField('closes_at', 'Choose a future time.')
}

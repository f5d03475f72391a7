import { z } from 'zod'
import { atMost, Instant, MemberText, MessageResponse } from '../fields.ts'
import { operationsOf } from '../operation.ts'
import { ItemId, ItemPath, MentionsInput, Proposal } from './items.ts'

const { post, del } = operationsOf('feed')

const Question = MemberText.min(1, 'Enter a question.').max(...atMost('the question', 300))

export const MAX_OPTIONS = 12

/** At least two different options. */
export const OptionTexts = z
  .array(MemberText.min(1, 'Fill in every option.').max(...atMost('each option', 120)))
  .min(2, 'Add at least two options.')
  .max(MAX_OPTIONS, `Add at most ${MAX_OPTIONS} options.`)
  .refine((texts) => new Set(texts).size === texts.length, 'Each option must be different.')

export const createProposal = post('/api/league/:league/social/proposals/', {
  summary: 'Creates a proposal',
  access: 'member',
  tokenScope: 'post',
  errors: ['too_many_attempts'],
  body: z.object({
    question: Question,
    mentions: MentionsInput.optional(),
    options: OptionTexts,
    anonymous: z.boolean().default(true),
    /** When voting closes; omit it or send null to keep voting open. */
    closes_at: Instant.nullish(),
  }),
  response: Proposal,
})

export const deleteProposal = del('/api/league/:league/social/proposals/:id/', {
  summary: 'Deletes a proposal with its votes; league admins may delete any proposal',
  access: 'member',
  errors: ['item_not_found', 'not_allowed'],
  params: ItemPath,
  response: MessageResponse,
})

export const voteOnProposal = post('/api/league/:league/social/proposals/:id/vote/', {
  summary: 'Votes for an option, replacing any earlier vote',
  access: 'member',
  errors: ['item_not_found', 'item_hidden', 'voting_closed'],
  params: ItemPath,
  body: z.object({ option_id: ItemId }),
  response: Proposal,
})

export const pinProposal = post('/api/league/:league/social/proposals/:id/pin/', {
  summary: 'Pins or unpins a proposal',
  access: 'league_admin',
  errors: ['item_not_found'],
  params: ItemPath,
  response: z.object({ pinned: z.boolean() }),
})

import { z } from 'zod'
import { Instant, LeaguePath, MemberText, MessageResponse } from '../fields.ts'
import { WRITE } from '../limits.ts'
import type { Operation } from '../operation.ts'
import { ItemId, ItemPath, MentionsInput, Proposal } from './items.ts'

const Question = MemberText.min(1, 'Enter a question.').max(
  300,
  'Keep the question to 300 characters or fewer.',
)

export const MAX_OPTIONS = 12

/** At least two different options. */
export const OptionTexts = z
  .array(MemberText.min(1, 'Fill in every option.').max(120, 'Keep each option to 120 characters or fewer.'))
  .min(2, 'Add at least two options.')
  .max(MAX_OPTIONS, `Add at most ${MAX_OPTIONS} options.`)
  .refine((texts) => new Set(texts).size === texts.length, 'Each option must be different.')

export const createProposal = {
  method: 'POST',
  url: '/api/league/:league/social/proposals/',
  config: {
    access: 'member',
    tokenScope: 'post',
    errors: ['league_not_found', 'too_many_attempts'],
    limits: WRITE,
  },
  schema: {
    summary: 'Creates a proposal',
    tags: ['feed'],
    params: LeaguePath,
    body: z.object({
      question: Question,
      mentions: MentionsInput.optional(),
      options: OptionTexts,
      anonymous: z.boolean().default(true),
      /** When voting closes; omit it or send null to keep voting open. */
      closes_at: Instant.nullish(),
    }),
    response: { 200: Proposal },
  },
} as const satisfies Operation

export const deleteProposal = {
  method: 'DELETE',
  url: '/api/league/:league/social/proposals/:id/',
  config: { access: 'member', errors: ['league_not_found', 'item_not_found', 'not_allowed'], limits: WRITE },
  schema: {
    summary: 'Deletes a proposal with its votes; league admins may delete any proposal',
    tags: ['feed'],
    params: ItemPath,
    response: { 200: MessageResponse },
  },
} as const satisfies Operation

export const voteOnProposal = {
  method: 'POST',
  url: '/api/league/:league/social/proposals/:id/vote/',
  config: {
    access: 'member',
    errors: ['league_not_found', 'item_not_found', 'item_hidden', 'voting_closed'],
    limits: WRITE,
  },
  schema: {
    summary: 'Votes for an option, replacing any earlier vote',
    tags: ['feed'],
    params: ItemPath,
    body: z.object({ option_id: ItemId }),
    response: { 200: Proposal },
  },
} as const satisfies Operation

export const pinProposal = {
  method: 'POST',
  url: '/api/league/:league/social/proposals/:id/pin/',
  config: { access: 'league_admin', errors: ['league_not_found', 'item_not_found'], limits: WRITE },
  schema: {
    summary: 'Pins or unpins a proposal',
    tags: ['feed'],
    params: ItemPath,
    response: { 200: z.object({ pinned: z.boolean() }) },
  },
} as const satisfies Operation

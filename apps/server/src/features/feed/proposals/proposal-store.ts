import type { Mention } from '@fieldhouse/domain/league/mentions'
import type { Selectable } from 'kysely'
import type { Context } from '../../../context.ts'
import { compileOnce, executeTogether, isOneOf, type ValueOf } from '../../../database/engine/compile-once.ts'
import type { Db } from '../../../database/engine/database.ts'
import type { Database } from '../../../database/schema/schema.ts'
import type { Reactions } from '../comments/comment-store.ts'
import { addItem, type FeedUser, inFeedTransaction } from '../items/item-store.ts'
import { addMentions, loadMentions, type StoredMention } from '../mentions/mention-store.ts'
import { rejectTooSoon } from '../moderation/slow-mode.ts'
import { anonymousVoteKeys } from './vote-keys.ts'

/** `isImported`: an archive contained the vote. */
export type Voter = { userId: number; isImported: boolean }

export type ProposalOption = {
  id: number
  text: string
  votes: number
  /** Who voted for it; null for an anonymous proposal. */
  voters: Voter[] | null
}

/** The fields of a proposal in addition to those in `FeedItemBase`. */
export type ProposalDetails = Reactions & {
  type: 'proposal'
  question: string
  mentions: readonly StoredMention[]
  isAnonymous: boolean
  /** In milliseconds since 1970; null when voting stays open. */
  closesAt: number | null
  votes: number
  /** In the author's order. */
  options: ProposalOption[]
  /** The section of the rules in force that it has become; null without one. */
  rule: number | null
}

type NewProposal = {
  question: string
  mentions: readonly Mention[]
  options: readonly string[]
  isAnonymous: boolean
  closesAt: Date | null
}

/** Returns the new proposal's ID. Rejects with `mention_not_found` and `slow_mode`. */
export function addProposal(
  { db, settings }: Pick<Context, 'db' | 'settings'>,
  user: FeedUser,
  { question, mentions, options, isAnonymous, closesAt }: NewProposal,
): Promise<number> {
  return inFeedTransaction(db, user.leagueId, async (transaction) => {
    await rejectTooSoon(transaction, user, 'text')
    const id = await addItem(transaction, 'proposal', user)
    const { keyFingerprint } = anonymousVoteKeys(settings.secretKey)
    await transaction
      .insertInto('feed_proposals')
      .values({
        item_id: id,
        question,
        closes_at: closesAt?.getTime() ?? null,
        ballot_key: isAnonymous ? keyFingerprint(id) : null,
      })
      .execute()
    await transaction
      .insertInto('proposal_options')
      .values(options.map((text, position) => ({ proposal_id: id, position, text })))
      .execute()
    await addMentions(transaction, user, { type: 'item', id }, mentions)
    return id
  })
}

type Ids = { ids: string }

const selectProposals = compileOnce((db, value: ValueOf<Ids>) =>
  db
    .selectFrom('feed_proposals')
    .selectAll()
    .select((eb) =>
      eb
        .selectFrom('rule_sections as rule')
        .select('rule.section')
        .whereRef('rule.proposal_id', '=', 'feed_proposals.item_id')
        .where('rule.version', '=', (inner) =>
          inner
            .selectFrom('rule_versions as newest')
            .select(({ fn }) => fn.max('newest.version').as('version'))
            .whereRef('newest.league_id', '=', 'rule.league_id'),
        )
        .orderBy('rule.position')
        .limit(1)
        .as('rule'),
    )
    .where(isOneOf(db, 'item_id', value('ids'))),
)

const selectOptions = compileOnce((db, value: ValueOf<Ids>) =>
  db
    .selectFrom('proposal_options')
    .select(['id', 'proposal_id', 'text', 'votes_count'])
    .where(isOneOf(db, 'proposal_id', value('ids')))
    .orderBy('proposal_id')
    .orderBy('position'),
)

const selectOpenVotes = compileOnce((db, value: ValueOf<Ids>) =>
  db
    .selectFrom('proposal_votes')
    .select(['option_id', 'user_id', 'imported_person_id'])
    .where(isOneOf(db, 'proposal_id', value('ids')))
    .orderBy('user_id'),
)

/** The queries for the details of proposals: the proposals, their options, and the votes on open ones. */
export function proposalQueries(db: Db, ids: readonly number[]) {
  const values = { ids: JSON.stringify(ids) }
  return [
    selectProposals.with(db, values),
    selectOptions.with(db, values),
    selectOpenVotes.with(db, values),
  ] as const
}

/** Loads the details of proposals by item ID. */
export async function loadProposalDetails(
  db: Db,
  ids: readonly number[],
): Promise<Map<number, ProposalDetails>> {
  if (ids.length === 0) return new Map()
  return toProposalDetails(db, ...(await executeTogether(db, proposalQueries(db, ids))))
}

type ProposalRow = Selectable<Database['feed_proposals']> & { rule: number | null }

type OptionRow = { id: number; proposal_id: number; text: string; votes_count: number }

export type OpenVote = Pick<
  Selectable<Database['proposal_votes']>,
  'option_id' | 'user_id' | 'imported_person_id'
>

/** Adds the mentions in the questions. Returns the details by item ID. */
export async function toProposalDetails(
  db: Db,
  proposals: readonly ProposalRow[],
  options: readonly OptionRow[],
  openVotes: readonly OpenVote[],
): Promise<Map<number, ProposalDetails>> {
  const texts = proposals.map(({ item_id, question }) => ({ id: item_id, text: question }))
  const mentions = await loadMentions(db, 'item', texts)
  const votersFor = (optionId: number) =>
    openVotes
      .filter((vote) => vote.option_id === optionId)
      .map((vote) => ({ userId: vote.user_id, isImported: vote.imported_person_id !== null }))
  const toDetails = (proposal: ProposalRow): ProposalDetails => {
    const { item_id: id, question, rule } = proposal
    const isAnonymous = proposal.ballot_key !== null
    return {
      type: 'proposal',
      question,
      mentions: mentions.get(id) ?? [],
      isAnonymous,
      closesAt: proposal.closes_at,
      votes: proposal.votes_count,
      likes: proposal.likes_count,
      comments: proposal.comments_count,
      options: options
        .filter((option) => option.proposal_id === id)
        .map((option) => ({
          id: option.id,
          text: option.text,
          votes: option.votes_count,
          voters: isAnonymous ? null : votersFor(option.id),
        })),
      rule,
    }
  }
  return new Map(proposals.map((proposal) => [proposal.item_id, toDetails(proposal)]))
}

const selectAnonymousVotes = compileOnce((db, value: ValueOf<Ids & { voterKeys: string }>) =>
  db
    .selectFrom('anonymous_votes')
    .select(['proposal_id', 'option_id'])
    .where(isOneOf(db, 'proposal_id', value('ids')))
    .where(isOneOf(db, 'voter_key', value('voterKeys'), 'text')),
)

/** The user's own votes on anonymous proposals, found by the user's voter key: option ID by proposal ID. */
export async function findAnonymousVotes(
  db: Db,
  ids: readonly number[],
  userId: number,
  secretKey: string,
): Promise<Map<number, number>> {
  if (ids.length === 0) return new Map()
  const voteKeys = anonymousVoteKeys(secretKey)
  const voterKeys = JSON.stringify(ids.map((id) => voteKeys.voterKey(id, userId)))
  const rows = await selectAnonymousVotes(db, { ids: JSON.stringify(ids), voterKeys })
  return new Map(rows.map((row) => [row.proposal_id, row.option_id]))
}

import type { Mention } from '@fieldhouse/domain/league/mentions'
import type { Kysely, Selectable } from 'kysely'
import { compileOnce, executeTogether, isOneOf, type ValueOf } from '../../../database/engine/compile-once.ts'
import type { Db } from '../../../database/engine/database.ts'
import type { Database } from '../../../database/schema/schema.ts'
import type { Reactions } from '../comments/comment-read-store.ts'
import { type Author, addItem, inFeedTransaction } from '../items/item-store.ts'
import { addMentions, loadMentions, type StoredMention } from '../mentions/mention-store.ts'
import { rejectWritingTooSoon } from '../moderation/slow-mode-store.ts'
import type { AnonymousVoteKeys } from './vote-keys.ts'

export type NewProposal = {
  question: string
  mentions: readonly Mention[]
  options: readonly string[]
  isAnonymous: boolean
  closesAt: Date | null
}

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

export interface ProposalStore {
  /** Returns the new proposal's ID. Rejects with `mention_not_found` and `slow_mode`. */
  create(author: Author, proposal: NewProposal, now: Date): Promise<number>
}

export function proposalStore(db: Db, voteKeys: AnonymousVoteKeys): ProposalStore {
  return {
    create(author, proposal, now) {
      return inFeedTransaction(db, author.leagueId, async (transaction) => {
        await rejectWritingTooSoon(transaction, author, 'text', now)
        const id = await addItem(transaction, 'proposal', author, now)
        await transaction
          .insertInto('feed_proposals')
          .values({
            item_id: id,
            question: proposal.question,
            closes_at: proposal.closesAt?.getTime() ?? null,
            ballot_key: proposal.isAnonymous ? voteKeys.keyFingerprint(id) : null,
          })
          .execute()
        await transaction
          .insertInto('proposal_options')
          .values(proposal.options.map((text, position) => ({ proposal_id: id, position, text })))
          .execute()
        await addMentions(transaction, author.leagueId, { type: 'item', id }, proposal.mentions, now)
        return id
      })
    },
  }
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
export function proposalQueries(db: Kysely<Database>, ids: readonly number[]) {
  const values = { ids: JSON.stringify(ids) }
  return [
    selectProposals.with(db, values),
    selectOptions.with(db, values),
    selectOpenVotes.with(db, values),
  ] as const
}

/** Loads the details of proposals by item ID. */
export async function loadProposalDetails(
  db: Kysely<Database>,
  ids: readonly number[],
): Promise<Map<number, ProposalDetails>> {
  if (ids.length === 0) return new Map()
  const [proposals, options, openVotes] = await executeTogether(db, proposalQueries(db, ids))
  const mentions = await loadProposalMentions(db, proposals)
  return new Map(
    proposals.map((proposal) => [
      proposal.item_id,
      toProposalDetails({ ...proposal, mentions: mentions.get(proposal.item_id) ?? [] }, options, openVotes),
    ]),
  )
}

/** Loads the mentions in the questions by item ID. */
export function loadProposalMentions(
  db: Kysely<Database>,
  proposals: readonly { item_id: number; question: string }[],
): Promise<Map<number, StoredMention[]>> {
  const texts = proposals.map(({ item_id, question }) => ({ id: item_id, text: question }))
  return loadMentions(db, 'item', texts)
}

export type OpenVote = Pick<
  Selectable<Database['proposal_votes']>,
  'option_id' | 'user_id' | 'imported_person_id'
>

/** `options` and `openVotes` may include those of other proposals. */
export function toProposalDetails(
  proposal: Selectable<Database['feed_proposals']> & {
    rule: number | null
    mentions: readonly StoredMention[]
  },
  options: readonly (Pick<ProposalOption, 'id' | 'text'> & { proposal_id: number; votes_count: number })[],
  openVotes: readonly OpenVote[],
): ProposalDetails {
  const isAnonymous = proposal.ballot_key !== null
  const votersFor = (optionId: number) =>
    openVotes
      .filter((vote) => vote.option_id === optionId)
      .map((vote) => ({ userId: vote.user_id, isImported: vote.imported_person_id !== null }))
  return {
    type: 'proposal',
    question: proposal.question,
    mentions: proposal.mentions,
    isAnonymous,
    closesAt: proposal.closes_at,
    votes: proposal.votes_count,
    likes: proposal.likes_count,
    comments: proposal.comments_count,
    options: options
      .filter((option) => option.proposal_id === proposal.item_id)
      .map((option) => ({
        id: option.id,
        text: option.text,
        votes: option.votes_count,
        voters: isAnonymous ? null : votersFor(option.id),
      })),
    rule: proposal.rule,
  }
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
  db: Kysely<Database>,
  ids: readonly number[],
  userId: number,
  voteKeys: AnonymousVoteKeys,
): Promise<Map<number, number>> {
  if (ids.length === 0) return new Map()
  const voterKeys = JSON.stringify(ids.map((id) => voteKeys.voterKey(id, userId)))
  const rows = await selectAnonymousVotes(db, { ids: JSON.stringify(ids), voterKeys })
  return new Map(rows.map((row) => [row.proposal_id, row.option_id]))
}

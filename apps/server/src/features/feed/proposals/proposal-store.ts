import type { Kysely } from 'kysely'
import type { Db } from '../../../database/engine/database.ts'
import type { Database } from '../../../database/schema/schema.ts'
import { type Author, addItem, inFeedTransaction } from '../items/item-store.ts'
import type { AnonymousVoteKeys } from './vote-store.ts'

export type NewProposal = {
  question: string
  options: readonly string[]
  isAnonymous: boolean
  closesAt: Date | null
}

export type ProposalOption = {
  id: number
  text: string
  votes: number
  /** The IDs of the users who voted for it; null for an anonymous proposal. */
  voters: number[] | null
}

/** The fields of a proposal in addition to those in `FeedItemBase`. */
export type ProposalDetails = {
  type: 'proposal'
  question: string
  isAnonymous: boolean
  /** In milliseconds since 1970; null when voting stays open. */
  closesAt: number | null
  votes: number
  /** In the author's order. */
  options: ProposalOption[]
  /** The ID of the option that the user voted for; null when the user has not voted. */
  myVote: number | null
}

export interface ProposalStore {
  /** Returns the new proposal's ID. */
  create(author: Author, proposal: NewProposal, now: Date): Promise<number>
}

export function proposalStore(db: Db, voteKeys: AnonymousVoteKeys): ProposalStore {
  return {
    create(author, proposal, now) {
      return inFeedTransaction(db, author.leagueId, async (transaction) => {
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
        return id
      })
    },
  }
}

/** Loads the details of proposals by item ID, as the user sees them. */
export async function loadProposalDetails(
  db: Kysely<Database>,
  ids: readonly number[],
  userId: number,
  voteKeys: AnonymousVoteKeys,
): Promise<Map<number, ProposalDetails>> {
  if (ids.length === 0) return new Map()
  const proposals = await db.selectFrom('feed_proposals').selectAll().where('item_id', 'in', ids).execute()
  const isOpen = (proposal: { ballot_key: string | null }) => proposal.ballot_key === null
  const openIds = proposals.filter(isOpen).map(({ item_id }) => item_id)
  const anonymousIds = proposals.filter((proposal) => !isOpen(proposal)).map(({ item_id }) => item_id)
  const [options, openVotes, anonymousVotes] = await Promise.all([
    listOptions(db, ids),
    listOpenVotes(db, openIds),
    findAnonymousVotes(db, anonymousIds, userId, voteKeys),
  ])
  return new Map(
    proposals.map((proposal) => {
      const votes = openVotes.filter((vote) => vote.proposal_id === proposal.item_id)
      const myVote = isOpen(proposal)
        ? votes.find((vote) => vote.user_id === userId)?.option_id
        : anonymousVotes.get(proposal.item_id)
      return [
        proposal.item_id,
        {
          type: 'proposal',
          question: proposal.question,
          isAnonymous: !isOpen(proposal),
          closesAt: proposal.closes_at,
          votes: proposal.votes_count,
          options: options
            .filter((option) => option.proposal_id === proposal.item_id)
            .map((option) => ({
              id: option.id,
              text: option.text,
              votes: option.votes_count,
              voters: isOpen(proposal) ? votersFor(option.id, votes) : null,
            })),
          myVote: myVote ?? null,
        },
      ]
    }),
  )
}

function listOptions(db: Kysely<Database>, ids: readonly number[]) {
  return db
    .selectFrom('proposal_options')
    .select(['id', 'proposal_id', 'text', 'votes_count'])
    .where('proposal_id', 'in', ids)
    .orderBy('proposal_id')
    .orderBy('position')
    .execute()
}

async function listOpenVotes(db: Kysely<Database>, ids: readonly number[]) {
  if (ids.length === 0) return []
  return db
    .selectFrom('proposal_votes')
    .selectAll()
    .where('proposal_id', 'in', ids)
    .orderBy('user_id')
    .execute()
}

/** The user's own votes on anonymous proposals, found by the user's voter key: option ID by proposal ID. */
async function findAnonymousVotes(
  db: Kysely<Database>,
  ids: readonly number[],
  userId: number,
  voteKeys: AnonymousVoteKeys,
): Promise<Map<number, number>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('anonymous_votes')
    .select(['proposal_id', 'option_id'])
    .where('proposal_id', 'in', ids)
    .where(
      'voter_key',
      'in',
      ids.map((id) => voteKeys.voterKey(id, userId)),
    )
    .execute()
  return new Map(rows.map((row) => [row.proposal_id, row.option_id]))
}

function votersFor(optionId: number, votes: readonly { user_id: number; option_id: number }[]): number[] {
  return votes.filter((vote) => vote.option_id === optionId).map((vote) => vote.user_id)
}

import { isVotingClosed } from '@fieldhouse/domain/voting'
import type { Transaction } from 'kysely'
import type { Db } from '../../database/database.ts'
import type { Database } from '../../database/schema.ts'
import { ApiError } from '../../http/api-error.ts'
import type { AnonymousVoteKeys } from './anonymous-votes.ts'
import { type Author, addItem, inFeedTransaction, publishFeedEvent, requireItem } from './feed-transaction.ts'

export type NewProposal = {
  question: string
  options: readonly string[]
  isAnonymous: boolean
  closesAt: Date | null
}

type Vote = { proposalId: number; optionId: number; userId: number }

export type ProposalStore = ReturnType<typeof proposalStore>

export function proposalStore(db: Db, ballots: AnonymousVoteKeys) {
  return {
    /** Answers the new proposal's number. */
    async create(author: Author, proposal: NewProposal, now: Date): Promise<number> {
      return inFeedTransaction(db, author.leagueId, async (transaction) => {
        const id = await addItem(transaction, 'proposal', author, now)
        await transaction
          .insertInto('feed_proposals')
          .values({
            item_id: id,
            question: proposal.question,
            closes_at: proposal.closesAt?.getTime() ?? null,
            ballot_key: proposal.isAnonymous ? ballots.keyFingerprint(id) : null,
          })
          .execute()
        await transaction
          .insertInto('proposal_options')
          .values(proposal.options.map((text, position) => ({ proposal_id: id, position, text })))
          .execute()
        return id
      })
    },

    /**
     * Votes for an option, in place of an earlier vote. Throws `item_not_found`, `voting_closed`,
     * and `invalid_input` for an option of another proposal.
     */
    async vote(author: Author, proposalId: number, optionId: number, now: Date): Promise<void> {
      const { leagueId, userId } = author
      const vote = { proposalId, optionId, userId }
      await inFeedTransaction(db, leagueId, async (transaction) => {
        await requireItem(transaction, leagueId, 'proposal', proposalId)
        const isAnonymous = await requireVotable(transaction, vote, now)
        const before = isAnonymous
          ? await castAnonymousVote(transaction, vote)
          : await castOpenVote(transaction, vote)
        if (before === optionId) return
        await updateVoteCounts(transaction, vote, before)
        await publishFeedEvent(
          transaction,
          leagueId,
          { change: 'changed', type: 'proposal', id: proposalId },
          now,
        )
      })
    },
  }

  /** Whether the proposal is anonymous. Throws when nobody may vote on it, or not for this option. */
  async function requireVotable(transaction: Transaction<Database>, vote: Vote, now: Date): Promise<boolean> {
    const { closes_at, ballot_key } = await transaction
      .selectFrom('feed_proposals')
      .select(['closes_at', 'ballot_key'])
      .where('item_id', '=', vote.proposalId)
      .executeTakeFirstOrThrow()
    if (isVotingClosed(closes_at, now)) throw new ApiError('voting_closed')
    if (ballot_key !== null && ballot_key !== ballots.keyFingerprint(vote.proposalId)) {
      // Under another key nobody's earlier vote is found, and everybody could vote twice.
      const sentence =
        'The server’s key has changed since this was asked, so that nobody can vote twice. Ask it again.'
      throw new ApiError('voting_closed', { message: sentence })
    }
    const option = await transaction
      .selectFrom('proposal_options')
      .select('id')
      .where('id', '=', vote.optionId)
      .where('proposal_id', '=', vote.proposalId)
      .executeTakeFirst()
    if (option === undefined) {
      const sentence = 'Choose one of the options.'
      throw new ApiError('invalid_input', { message: sentence, fields: { option_id: sentence } })
    }
    return ballot_key !== null
  }

  /**
   * Casts an anonymous vote; answers what the person had chosen, null before the first vote. All
   * ballots of the proposal are written anew in the order of their keys: neither their order nor
   * what an engine notes of their age tells who voted when.
   */
  async function castAnonymousVote(transaction: Transaction<Database>, vote: Vote): Promise<number | null> {
    const key = ballots.voterKey(vote.proposalId, vote.userId)
    const cast = await transaction
      .deleteFrom('anonymous_votes')
      .where('proposal_id', '=', vote.proposalId)
      .returning(['proposal_id', 'voter_key', 'option_id'])
      .execute()
    const others = cast.filter((ballot) => ballot.voter_key !== key)
    const all = [...others, { proposal_id: vote.proposalId, voter_key: key, option_id: vote.optionId }]
    await transaction
      .insertInto('anonymous_votes')
      .values(all.sort((a, b) => (a.voter_key < b.voter_key ? -1 : 1)))
      .execute()
    return cast.find((ballot) => ballot.voter_key === key)?.option_id ?? null
  }
}

/** Casts an open vote; answers what the person had chosen, null before the first vote. */
async function castOpenVote(transaction: Transaction<Database>, vote: Vote): Promise<number | null> {
  const before = await transaction
    .selectFrom('proposal_votes')
    .select('option_id')
    .where('proposal_id', '=', vote.proposalId)
    .where('user_id', '=', vote.userId)
    .executeTakeFirst()
  await transaction
    .insertInto('proposal_votes')
    .values({ proposal_id: vote.proposalId, user_id: vote.userId, option_id: vote.optionId })
    .onConflict((conflict) =>
      conflict.columns(['proposal_id', 'user_id']).doUpdateSet({ option_id: vote.optionId }),
    )
    .execute()
  return before?.option_id ?? null
}

async function updateVoteCounts(
  transaction: Transaction<Database>,
  { proposalId, optionId }: Vote,
  before: number | null,
): Promise<void> {
  await addToOptionCount(transaction, optionId, 1)
  if (before !== null) return addToOptionCount(transaction, before, -1)
  await transaction
    .updateTable('feed_proposals')
    .set((eb) => ({ votes_count: eb('votes_count', '+', 1) }))
    .where('item_id', '=', proposalId)
    .execute()
}

async function addToOptionCount(
  transaction: Transaction<Database>,
  optionId: number,
  by: 1 | -1,
): Promise<void> {
  await transaction
    .updateTable('proposal_options')
    .set((eb) => ({ votes_count: eb('votes_count', '+', by) }))
    .where('id', '=', optionId)
    .execute()
}

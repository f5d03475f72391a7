import { isVotingClosed, toWholePercents } from '@fieldhouse/domain/league/voting'
import type { Transaction } from 'kysely'
import { sign } from '../../../crypto/tokens.ts'
import type { Db } from '../../../database/engine/database.ts'
import type { Database } from '../../../database/schema/schema.ts'
import { loadDisplayNames } from '../../../repositories/leagues/display-names.ts'
import {
  type Author,
  type FeedEvent,
  FeedRejection,
  inFeedTransaction,
  publishFeedEvent,
  requireItem,
} from '../items/item-store.ts'

/** Derives, from the server's secret key, the keys that replace the voter in stored anonymous votes. */
export type AnonymousVoteKeys = {
  /** Stable for one user and one proposal. Cannot be traced to the user without the secret key. */
  voterKey: (proposalId: number, userId: number) => string
  /** Identifies the secret key that a proposal's votes were stored with. */
  keyFingerprint: (proposalId: number) => string
}

export function anonymousVoteKeys(secretKey: string): AnonymousVoteKeys {
  return {
    voterKey: (proposalId, userId) => sign(secretKey, 'anonymous vote', `${proposalId}:${userId}`),
    keyFingerprint: (proposalId) => sign(secretKey, 'anonymous proposal', String(proposalId)),
  }
}

type Vote = { proposalId: number; optionId: number; userId: number }

export interface VoteStore {
  /**
   * Votes for an option, replacing any earlier vote. Rejects with `item_not_found`, `voting_closed`,
   * `vote_key_changed`, and with `option_not_found` for an option of another proposal.
   */
  vote(author: Author, proposalId: number, optionId: number, now: Date): Promise<void>
}

export function voteStore(db: Db, voteKeys: AnonymousVoteKeys): VoteStore {
  return {
    async vote(author, proposalId, optionId, now) {
      const { leagueId, userId } = author
      const vote = { proposalId, optionId, userId }
      await inFeedTransaction(db, leagueId, async (transaction) => {
        await requireItem(transaction, leagueId, 'proposal', proposalId)
        const isAnonymous = await requireVotable(transaction, vote, now)
        const previousOptionId = isAnonymous
          ? await castAnonymousVote(transaction, vote)
          : await castOpenVote(transaction, vote)
        if (previousOptionId === optionId) return
        await updateVoteCounts(transaction, vote, previousOptionId)
        const votes = isAnonymous ? {} : { votes: await loadOpenVotes(transaction, leagueId, proposalId) }
        const event = { change: 'changed', type: 'proposal', id: proposalId, ...votes } as const
        await publishFeedEvent(transaction, leagueId, event, now)
      })
    },
  }

  /** Returns whether the proposal is anonymous. Throws when voting is closed or the option is invalid. */
  async function requireVotable(transaction: Transaction<Database>, vote: Vote, now: Date): Promise<boolean> {
    const { closes_at, ballot_key } = await transaction
      .selectFrom('feed_proposals')
      .select(['closes_at', 'ballot_key'])
      .where('item_id', '=', vote.proposalId)
      .executeTakeFirstOrThrow()
    if (isVotingClosed(closes_at, now)) throw new FeedRejection('voting_closed')
    if (ballot_key !== null && ballot_key !== voteKeys.keyFingerprint(vote.proposalId)) {
      // With a different key, earlier votes cannot be found, so members could vote twice.
      throw new FeedRejection('vote_key_changed')
    }
    const option = await transaction
      .selectFrom('proposal_options')
      .select('id')
      .where('id', '=', vote.optionId)
      .where('proposal_id', '=', vote.proposalId)
      .executeTakeFirst()
    if (option === undefined) throw new FeedRejection('option_not_found')
    return ballot_key !== null
  }

  /**
   * Casts an anonymous vote. Returns the ID of the option that the user had voted for before; null for the
   * first vote. All votes of the proposal are rewritten in the order of their keys, so that neither row
   * order nor the row versions that a database engine stores reveal who voted when.
   */
  async function castAnonymousVote(transaction: Transaction<Database>, vote: Vote): Promise<number | null> {
    const key = voteKeys.voterKey(vote.proposalId, vote.userId)
    const votes = await transaction
      .deleteFrom('anonymous_votes')
      .where('proposal_id', '=', vote.proposalId)
      .returning(['proposal_id', 'voter_key', 'option_id'])
      .execute()
    const otherVotes = votes.filter((each) => each.voter_key !== key)
    const newVotes = [
      ...otherVotes,
      { proposal_id: vote.proposalId, voter_key: key, option_id: vote.optionId },
    ]
    await transaction
      .insertInto('anonymous_votes')
      .values(newVotes.sort((a, b) => (a.voter_key < b.voter_key ? -1 : 1)))
      .execute()
    return votes.find((each) => each.voter_key === key)?.option_id ?? null
  }
}

/** Casts an open vote. Returns the ID of the option that the user had voted for; null for the first vote. */
async function castOpenVote(transaction: Transaction<Database>, vote: Vote): Promise<number | null> {
  const previousVote = await transaction
    .selectFrom('proposal_votes')
    .select('option_id')
    .where('proposal_id', '=', vote.proposalId)
    .where('user_id', '=', vote.userId)
    .executeTakeFirst()
  await transaction
    .insertInto('proposal_votes')
    .values({ proposal_id: vote.proposalId, user_id: vote.userId, option_id: vote.optionId })
    .onConflict((conflict) =>
      conflict
        .columns(['proposal_id', 'user_id'])
        .doUpdateSet({ option_id: vote.optionId, imported_person_id: null }),
    )
    .execute()
  return previousVote?.option_id ?? null
}

/** The votes as all members see them. */
async function loadOpenVotes(
  transaction: Transaction<Database>,
  leagueId: number,
  proposalId: number,
): Promise<NonNullable<FeedEvent['votes']>> {
  const options = await transaction
    .selectFrom('proposal_options')
    .select(['id', 'votes_count'])
    .where('proposal_id', '=', proposalId)
    .orderBy('position')
    .execute()
  const votes = await transaction
    .selectFrom('proposal_votes')
    .select(['user_id', 'option_id'])
    .where('proposal_id', '=', proposalId)
    .execute()
  const userIds = votes.map(({ user_id }) => user_id)
  const names = await loadDisplayNames(transaction, leagueId, userIds)
  const percents = toWholePercents(options.map(({ votes_count }) => votes_count))
  return {
    total: votes.length,
    options: options.map(({ id }, index) => ({
      id,
      percent: percents[index] ?? 0,
      voters: votes
        .filter(({ option_id }) => option_id === id)
        .map(({ user_id }) => names.get(user_id) ?? '')
        .sort((a, b) => a.localeCompare(b, 'en')),
    })),
  }
}

async function updateVoteCounts(
  transaction: Transaction<Database>,
  { proposalId, optionId }: Vote,
  previousOptionId: number | null,
): Promise<void> {
  await addToOptionCount(transaction, optionId, 1)
  if (previousOptionId !== null) return addToOptionCount(transaction, previousOptionId, -1)
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

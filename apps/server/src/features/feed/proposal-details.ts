import type { Kysely } from 'kysely'
import type { Database } from '../../database/schema.ts'
import type { AnonymousVoteKeys } from './anonymous-votes.ts'

export type ProposalOption = {
  id: number
  text: string
  votes: number
  /** The users who chose it; null in an anonymous proposal. */
  voters: number[] | null
}

/** What a proposal has beside its head. */
export type ProposalDetails = {
  question: string
  isAnonymous: boolean
  closesAt: number | null
  votes: number
  /** In the order in which they were given. */
  options: ProposalOption[]
  /** The option that the user chose; null without a vote. */
  myVote: number | null
}

/** The proposals of these numbers, as the user sees them. */
export async function loadProposalDetails(
  db: Kysely<Database>,
  ids: readonly number[],
  userId: number,
  ballots: AnonymousVoteKeys,
): Promise<Map<number, ProposalDetails>> {
  if (ids.length === 0) return new Map()
  const proposals = await db.selectFrom('feed_proposals').selectAll().where('item_id', 'in', ids).execute()
  const isOpen = (proposal: { ballot_key: string | null }) => proposal.ballot_key === null
  const anonymous = proposals.filter((each) => !isOpen(each)).map((each) => each.item_id)
  const [options, votes, ballot] = await Promise.all([
    listOptions(db, ids),
    listOpenVotes(
      db,
      proposals.filter(isOpen).map((each) => each.item_id),
    ),
    findAnonymousVotes(db, anonymous, userId, ballots),
  ])
  return new Map(
    proposals.map((proposal) => {
      const cast = votes.filter((vote) => vote.proposal_id === proposal.item_id)
      const mine = isOpen(proposal)
        ? cast.find((vote) => vote.user_id === userId)?.option_id
        : ballot.get(proposal.item_id)
      return [
        proposal.item_id,
        {
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
              voters: isOpen(proposal) ? votersFor(option.id, cast) : null,
            })),
          myVote: mine ?? null,
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

/** What a user chose in anonymous proposals, found by the keys that only they have there. */
async function findAnonymousVotes(
  db: Kysely<Database>,
  ids: readonly number[],
  userId: number,
  ballots: AnonymousVoteKeys,
): Promise<Map<number, number>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('anonymous_votes')
    .select(['proposal_id', 'option_id'])
    .where('proposal_id', 'in', ids)
    .where(
      'voter_key',
      'in',
      ids.map((id) => ballots.voterKey(id, userId)),
    )
    .execute()
  return new Map(rows.map((row) => [row.proposal_id, row.option_id]))
}

function votersFor(optionId: number, cast: readonly { user_id: number; option_id: number }[]): number[] {
  return cast.filter((vote) => vote.option_id === optionId).map((vote) => vote.user_id)
}

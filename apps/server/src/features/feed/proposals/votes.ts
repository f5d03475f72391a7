import { isVotingClosed } from '@fieldhouse/domain/league/voting'
import type { CompiledQuery } from 'kysely'
import type { Context } from '../../../context.ts'
import { compileOnce, executeTogether, type ValueOf } from '../../../database/engine/compile-once.ts'
import type { Db } from '../../../database/engine/database.ts'
import { inTransaction } from '../../../database/engine/transaction.ts'
import {
  type FeedItemBase,
  FeedRejection,
  type FeedUser,
  itemChangeQueries,
  itemLock,
  rejectIfHidden,
  toFeedItem,
} from '../items/item-store.ts'
import { type OpenVote, type ProposalDetails, proposalQueries, toProposalDetails } from './proposal-store.ts'
import { anonymousVoteKeys } from './vote-keys.ts'

type Vote = { proposalId: number; optionId: number; userId: number }

/**
 * Votes for an option, replacing any earlier vote. Returns the proposal with the vote. Rejects with `item_not_found`,
 * `item_hidden`, `voting_closed`, `vote_key_changed`, and with `option_not_found` for an option of another proposal.
 */
export function castVote(
  { db, settings }: Pick<Context, 'db'> & { settings: { secretKey: string } },
  { leagueId, userId, now }: Pick<FeedUser, 'leagueId' | 'userId' | 'now'>,
  proposalId: number,
  optionId: number,
): Promise<FeedItemBase & ProposalDetails> {
  const { voterKey, keyFingerprint } = anonymousVoteKeys(settings.secretKey)
  const vote = { proposalId, optionId, userId }
  return inTransaction(db, async (transaction) => {
    const [, [item], [proposal], options, openVotes, anonymousVotes] = await executeTogether(transaction, [
      ...itemLock(transaction, leagueId, 'proposal', proposalId),
      ...proposalQueries(transaction, [proposalId]),
      selectAnonymousVotes.with(transaction, { proposalId }),
    ])
    if (item === undefined || proposal === undefined) throw new FeedRejection('item_not_found')
    rejectIfHidden(toFeedItem(item))
    const { ballot_key: fingerprint } = proposal
    if (isVotingClosed(proposal.closes_at, now)) throw new FeedRejection('voting_closed')
    // With a different key, earlier votes cannot be found, so members could vote twice.
    if (fingerprint !== null && fingerprint !== keyFingerprint(proposalId))
      throw new FeedRejection('vote_key_changed')
    if (!options.some(({ id }) => id === optionId)) throw new FeedRejection('option_not_found')
    const key = fingerprint === null ? null : voterKey(proposalId, userId)
    const previousOpen = openVotes.find(({ user_id }) => user_id === userId)
    const previous = key === null ? previousOpen : anonymousVotes.find(({ voter_key }) => voter_key === key)
    const voterCount = proposal.votes_count + (previous === undefined ? 1 : 0)
    const details = await toProposalDetails(
      transaction,
      [{ ...proposal, votes_count: voterCount }],
      options.map((option) => ({ ...option, votes_count: countVotes(option, optionId, previous) })),
      [...openVotes.filter(({ user_id }) => user_id !== userId), toOpenVote(vote)].sort(byUser),
    )
    const isChange = previous?.option_id !== optionId
    if (isChange) {
      await executeTogether(transaction, [
        ...(key === null
          ? [upsertVote.with(transaction, vote)]
          : rewriteAnonymousVotes(transaction, vote, key, anonymousVotes)),
        addVotes.with(transaction, { added: optionId, removed: previous?.option_id ?? null }),
        ...(previous === undefined ? [addVoter.with(transaction, { proposalId })] : []),
        ...itemChangeQueries(transaction, { leagueId, now }, item, { fields: ['total', 'options'] }),
      ])
    } else if (key === null && previousOpen?.imported_person_id !== null) {
      await upsertVote(transaction, vote)
    }
    const changed = { ...toFeedItem(item), version: item.version + Number(isChange) }
    return { ...changed, ...(details.get(proposalId) as ProposalDetails) }
  })
}

/** The votes for an option after a vote that replaces the previous one of the user. */
function countVotes(
  option: { id: number; votes_count: number },
  votedId: number,
  previous: { option_id: number } | undefined,
): number {
  return option.votes_count + Number(option.id === votedId) - Number(option.id === previous?.option_id)
}

const toOpenVote = ({ optionId, userId }: Vote): OpenVote => ({
  option_id: optionId,
  user_id: userId,
  imported_person_id: null,
})

const byUser = (a: OpenVote, b: OpenVote) => a.user_id - b.user_id

const upsertVote = compileOnce((db, value: ValueOf<Vote>) =>
  db
    .insertInto('proposal_votes')
    .values({
      proposal_id: value('proposalId'),
      user_id: value('userId'),
      option_id: value('optionId'),
    })
    .onConflict((conflict) =>
      conflict
        .columns(['proposal_id', 'user_id'])
        .doUpdateSet((eb) => ({ option_id: eb.ref('excluded.option_id'), imported_person_id: null })),
    ),
)

type ProposalValue = { proposalId: number }

/** The votes of an anonymous proposal. */
const selectAnonymousVotes = compileOnce((db, value: ValueOf<ProposalValue>) =>
  db
    .selectFrom('anonymous_votes')
    .select(['voter_key', 'option_id'])
    .where('proposal_id', '=', value('proposalId')),
)

const deleteAnonymousVotes = compileOnce((db, value: ValueOf<ProposalValue>) =>
  db.deleteFrom('anonymous_votes').where('proposal_id', '=', value('proposalId')),
)

type AnonymousVote = { voter_key: string; option_id: number }

/**
 * The queries that cast an anonymous vote. All votes of the proposal are rewritten in the order of their keys, so that
 * neither row order nor the row versions that a database engine stores reveal who voted when.
 */
function rewriteAnonymousVotes(
  db: Db,
  { proposalId, optionId }: Vote,
  key: string,
  anonymousVotes: readonly AnonymousVote[],
): CompiledQuery[] {
  const others = anonymousVotes.filter(({ voter_key }) => voter_key !== key)
  const rewritten = [...others, { voter_key: key, option_id: optionId }]
    .sort((a, b) => (a.voter_key < b.voter_key ? -1 : 1))
    .map((each) => ({ ...each, proposal_id: proposalId }))
  return [
    deleteAnonymousVotes.with(db, { proposalId }),
    db.insertInto('anonymous_votes').values(rewritten).compile(),
  ]
}

/** Changes the number of votes for the option that is voted for, and for the one that the vote was for before. */
const addVotes = compileOnce((db, value: ValueOf<{ added: number; removed: number | null }>) =>
  db
    .updateTable('proposal_options')
    .set((eb) => ({
      votes_count: eb(
        'votes_count',
        '+',
        eb.case().when('id', '=', value('added')).then(eb.lit(1)).else(eb.lit(-1)).end(),
      ),
    }))
    .where((eb) => eb.or([eb('id', '=', value('added')), eb('id', '=', value('removed'))])),
)

const addVoter = compileOnce((db, value: ValueOf<ProposalValue>) =>
  db
    .updateTable('feed_proposals')
    .set((eb) => ({ votes_count: eb('votes_count', '+', 1) }))
    .where('item_id', '=', value('proposalId')),
)

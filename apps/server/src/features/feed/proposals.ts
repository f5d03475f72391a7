import type { Mention } from '@fieldhouse/domain/league/mentions'
import { isVotingClosed } from '@fieldhouse/domain/league/voting'
import type { CompiledQuery, Insertable, Selectable } from 'kysely'
import type { Context } from '../../context.ts'
import { sign } from '../../crypto/crypto.ts'
import { type Db, type DbTransaction, inTransaction } from '../../database/engine/database.ts'
import { executeTogether } from '../../database/engine/dialect.ts'
import type { Database } from '../../database/schema/schema.ts'
import { ApiError, invalidField } from '../../http/errors/api-error.ts'
import {
  addItem,
  type FeedUser,
  inFeedTransaction,
  itemChangeQueries,
  lockItem,
  rejectIfHidden,
} from './items.ts'
import { saveMentions } from './mentions.ts'
import { type LoadedItem, loadItem } from './present.ts'
import { rejectTooSoon } from './slow-mode.ts'

type VoteContext = Pick<Context, 'db'> & { settings: { secretKey: string } }

type NewProposal = {
  question: string
  mentions: readonly Mention[]
  options: readonly string[]
  isAnonymous: boolean
  closesAt: Date | null
}

/** Returns the new proposal's ID. Rejects like `saveMentions` and `rejectTooSoon`. */
export function addProposal(
  { db, settings }: VoteContext,
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
    await saveMentions(transaction, user, { type: 'item', id }, mentions)
    return id
  })
}

/** The user's own votes on anonymous proposals, found by the user's voter key: option ID by proposal ID. */
export async function findAnonymousVotes(
  db: Db,
  ids: readonly number[],
  userId: number,
  secretKey: string,
): Promise<Map<number, number>> {
  if (ids.length === 0) return new Map()
  const { voterKey } = anonymousVoteKeys(secretKey)
  const rows = await db
    .selectFrom('anonymous_votes')
    .select(['proposal_id', 'option_id'])
    .where('proposal_id', 'in', ids)
    .where(
      'voter_key',
      'in',
      ids.map((id) => voterKey(id, userId)),
    )
    .execute()
  return new Map(rows.map((row) => [row.proposal_id, row.option_id]))
}

/**
 * Replaces any earlier vote. Rejects with `item_not_found`, `item_hidden`, `voting_closed`, and with
 * `invalid_input` for an option of another proposal.
 */
export function castVote(
  { db, settings }: VoteContext,
  user: Pick<FeedUser, 'leagueId' | 'userId' | 'now'>,
  proposalId: number,
  optionId: number,
): Promise<LoadedItem> {
  const { leagueId, userId, now } = user
  const { voterKey, keyFingerprint } = anonymousVoteKeys(settings.secretKey)
  return inTransaction(db, async (transaction) => {
    const item = await lockItem(transaction, leagueId, proposalId, 'proposal')
    rejectIfHidden(item)
    const proposal = await requireProposal(transaction, leagueId, proposalId)
    const { closes_at, ballot_key, options } = proposal
    if (isVotingClosed(closes_at, now)) throw new ApiError('voting_closed')
    // With a different key, earlier votes cannot be found, so members could vote twice.
    if (ballot_key !== null && ballot_key !== keyFingerprint(proposalId))
      throw new ApiError('voting_closed', {
        message: "Voting is closed because the server's key has changed. Create the proposal again to vote.",
      })
    if (!options.some(({ id }) => id === optionId))
      throw invalidField('option_id', 'Choose one of the options.')
    const vote = { proposal_id: proposalId, option_id: optionId }
    const key = ballot_key === null ? null : voterKey(proposalId, userId)
    const anonymous = key === null ? [] : await listAnonymousVotes(transaction, proposalId)
    const before =
      key === null
        ? options.flatMap(({ votes }) => votes).find(({ user_id }) => user_id === userId)
        : anonymous.find(({ voter_key }) => voter_key === key)
    const isChange = before?.option_id !== optionId
    const isImported =
      before !== undefined && 'imported_person_id' in before && before.imported_person_id !== null
    if (!isChange && !isImported) return proposal
    await executeTogether(transaction, [
      ...(key === null
        ? [openVoteQuery(transaction, { ...vote, user_id: userId })]
        : anonymousVoteQueries(transaction, { ...vote, voter_key: key }, anonymous)),
      ...(isChange ? countQueries(transaction, proposalId, optionId, before?.option_id) : []),
      ...(isChange ? itemChangeQueries(transaction, user, item, { fields: ['total', 'options'] }) : []),
    ])
    return {
      ...proposal,
      version: item.version + Number(isChange),
      votes_count: proposal.votes_count + Number(before === undefined),
      options: options.map((option) => ({
        ...option,
        votes_count:
          option.votes_count + Number(option.id === optionId) - Number(option.id === before?.option_id),
        votes: votesWith(option, userId, key === null ? optionId : null),
      })),
    }
  })
}

type StoredVote = LoadedProposal['options'][number]['votes'][number]

function votesWith(
  { id, votes }: LoadedProposal['options'][number],
  userId: number,
  optionId: number | null,
): StoredVote[] {
  if (optionId === null) return votes
  const others = votes.filter(({ user_id }) => user_id !== userId)
  const own: StoredVote[] =
    id === optionId ? [{ option_id: id, user_id: userId, imported_person_id: null }] : []
  return [...others, ...own].sort((a, b) => a.user_id - b.user_id)
}

type LoadedProposal = Extract<LoadedItem, { type: 'proposal' }>

async function requireProposal(transaction: DbTransaction, leagueId: number, id: number) {
  const item = await loadItem(transaction, leagueId, 'proposal', id)
  if (item?.type !== 'proposal') throw new ApiError('item_not_found')
  return item
}

function listAnonymousVotes(transaction: DbTransaction, proposalId: number) {
  return transaction.selectFrom('anonymous_votes').selectAll().where('proposal_id', '=', proposalId).execute()
}

function openVoteQuery(
  transaction: DbTransaction,
  vote: Omit<Insertable<Database['proposal_votes']>, 'imported_person_id'>,
): CompiledQuery {
  return transaction
    .insertInto('proposal_votes')
    .values(vote)
    .onConflict((conflict) =>
      conflict
        .columns(['proposal_id', 'user_id'])
        .doUpdateSet({ option_id: vote.option_id, imported_person_id: null }),
    )
    .compile()
}

/**
 * All votes of the proposal are rewritten in the order of their keys, so that neither row order nor the row versions
 * that a database engine stores reveal who voted when.
 */
function anonymousVoteQueries(
  transaction: DbTransaction,
  vote: Selectable<Database['anonymous_votes']>,
  stored: readonly Selectable<Database['anonymous_votes']>[],
): CompiledQuery[] {
  const others = stored.filter(({ voter_key }) => voter_key !== vote.voter_key)
  const rewritten = [...others, vote].sort((a, b) => (a.voter_key < b.voter_key ? -1 : 1))
  return [
    transaction.deleteFrom('anonymous_votes').where('proposal_id', '=', vote.proposal_id).compile(),
    transaction.insertInto('anonymous_votes').values(rewritten).compile(),
  ]
}

function countQueries(
  transaction: DbTransaction,
  proposalId: number,
  optionId: number,
  before: number | undefined,
): CompiledQuery[] {
  const count = (id: number, by: 1 | -1) =>
    transaction
      .updateTable('proposal_options')
      .set((eb) => ({ votes_count: eb('votes_count', '+', by) }))
      .where('id', '=', id)
      .compile()
  if (before !== undefined) return [count(optionId, 1), count(before, -1)]
  const voter = transaction
    .updateTable('feed_proposals')
    .set((eb) => ({ votes_count: eb('votes_count', '+', 1) }))
    .where('item_id', '=', proposalId)
  return [count(optionId, 1), voter.compile()]
}

/** Derives, from the server's secret key, the keys that replace the voter in stored anonymous votes. */
export function anonymousVoteKeys(secretKey: string) {
  return {
    /** Stable for one user and one proposal. Cannot be traced to the user without the secret key. */
    voterKey: (proposalId: number, userId: number) =>
      sign(secretKey, 'anonymous vote', `${proposalId}:${userId}`),
    /** Identifies the secret key that a proposal's votes were stored with. */
    keyFingerprint: (proposalId: number) => sign(secretKey, 'anonymous proposal', String(proposalId)),
  }
}

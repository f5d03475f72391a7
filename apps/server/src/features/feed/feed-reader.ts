import type { Comment, FeedItem, FeedQuery, Reactions } from '@fieldhouse/contract/feed/items'
import type { Mention } from '@fieldhouse/domain/league/mentions'
import { isVotingClosed } from '@fieldhouse/domain/league/voting'
import { type CompiledQuery, type Insertable, type Selectable, sql } from 'kysely'
import type { z } from 'zod'
import type { Context } from '../../context.ts'
import { sign } from '../../crypto/crypto.ts'
import { type Db, type DbTransaction, inTransaction } from '../../database/engine/database.ts'
import { executeTogether } from '../../database/engine/dialect.ts'
import type { Database } from '../../database/schema/schema.ts'
import { ApiError, invalidField } from '../../http/errors/api-error.ts'
import { findLeagueImport } from '../../repositories/league-sources.ts'
import { listLeagueAdmins } from '../../repositories/memberships.ts'
import {
  type Discussed,
  type FeedComment,
  findDiscussed,
  hasTrade,
  listItemComments,
} from './comment-store.ts'
import {
  addItem,
  type FeedUser,
  findFeedItem,
  findLikedItems,
  findNextTime,
  type ItemType,
  inFeedTransaction,
  itemChangeQueries,
  lockItem,
  readSlowMode,
  rejectIfHidden,
  rejectTooSoon,
} from './items.ts'
import { listMembers, type StoredMention, saveMentions } from './mentions.ts'
import { listLeagueMutes, type Mutes } from './moderation.ts'
import type { GivenReaction } from './posts.ts'
import {
  type FeedViewContext,
  type LoadedItem,
  loadDetails,
  loadItem,
  presentComment,
  presentItem,
  presentReactions,
  selectItems,
} from './present.ts'

export type FeedContext = Pick<Context, 'db' | 'memory' | 'names' | 'images' | 'linkPreviews'> & {
  settings: Pick<Context['settings'], 'secretKey'>
}

type Viewer = Omit<FeedUser, 'username'>

function shared<Value>(
  { db, memory }: FeedContext,
  leagueId: number,
  key: readonly (string | number)[],
  read: (db: Db) => Promise<Value>,
): Promise<Value> {
  return memory.get(leagueId, ['feed'], `feed ${JSON.stringify(key)}`, () => read(db))
}

export function readMembers({ db, memory }: FeedContext, leagueId: number): Promise<number[]> {
  return memory.get(leagueId, ['league'], 'members', () => listMembers(db, leagueId))
}

/** `closesAt`: when the next proposal on the page closes, in milliseconds since 1970; null when none will. */
export async function listPage(ctx: FeedContext, viewer: Viewer, query: z.output<typeof FeedQuery>) {
  const { leagueId, now } = viewer
  const { limit, before = '', type = '' } = query
  const { items, next } = await shared(ctx, leagueId, ['page', limit, before, type], async (db) => {
    const { rows, next } = await listFeedItems(db, leagueId, query)
    return { items: await loadDetails(db, rows), next }
  })
  const times = items.flatMap((item) => (item.type === 'proposal' ? (item.closes_at ?? []) : []))
  const futureTimes = times.filter((time) => time > now.getTime())
  return {
    items: await present(ctx, viewer, items),
    next,
    ...(await presentSlowMode(ctx, viewer)),
    closesAt: futureTimes.length === 0 ? null : Math.min(...futureTimes),
  }
}

const FIRST_CURSOR = '2.0.0'

/**
 * Pinned items first, then newest first. Keyset pagination: the cursor is the sort key of the last item, so every page
 * costs the same no matter how old it is.
 */
async function listFeedItems(
  db: Db,
  leagueId: number,
  { limit, before = FIRST_CURSOR, type }: z.output<typeof FeedQuery>,
) {
  const [isPinned = 0, createdAt = 0, id = 0] = before.split('.').map(Number)
  const all = selectItems(db)
    .where('item.league_id', '=', leagueId)
    .where(sql<boolean>`is_listed = 1`)
    .where(sql<boolean>`(item.is_pinned, item.created_at, item.id) < (${isPinned}, ${createdAt}, ${id})`)
  const rows = await (type === undefined ? all : all.where('item.type', '=', type))
    .orderBy('item.is_pinned', 'desc')
    .orderBy('item.created_at', 'desc')
    .orderBy('item.id', 'desc')
    .limit(limit + 1)
    .execute()
  const last = rows.length > limit ? rows[limit - 1] : undefined
  const next = last === undefined ? null : [last.is_pinned, last.created_at, last.id].join('.')
  return { rows: rows.slice(0, limit), next }
}

async function presentSlowMode(ctx: FeedContext, viewer: Viewer) {
  const { leagueId } = viewer
  const seconds = await shared(ctx, leagueId, ['slow mode'], (db) => readSlowMode(db, leagueId))
  if (seconds === 0) return {}
  const nextAt = await findNextTime(ctx.db, viewer, seconds, 'text')
  return { slow_mode: { seconds, next_at: nextAt === null ? null : new Date(nextAt).toISOString() } }
}

export async function findItem<Type extends ItemType>(
  ctx: FeedContext,
  viewer: Viewer,
  type: Type,
  id: number,
): Promise<Extract<FeedItem, { type: Type }> | null> {
  const item = await loadItem(ctx.db, viewer.leagueId, type, id)
  return item === undefined ? null : presentOne<Type>(ctx, viewer, item)
}

export async function presentOne<Type extends ItemType>(ctx: FeedContext, viewer: Viewer, item: LoadedItem) {
  const [presented] = await present(ctx, viewer, [item])
  return presented as Extract<FeedItem, { type: Type }>
}

const NOBODY = 0

/**
 * An item without the marks of a viewer, for events: as members see it who neither wrote something in it nor run the
 * league, and have muted nobody in it. `byViewer` is the item as others see it, by user ID: its author and those of its
 * comments may delete what they wrote, others have muted one of them, and league admins see what is hidden. Returns
 * null when there is none.
 */
export async function findShared(
  ctx: FeedContext,
  leagueId: number,
  type: ItemType,
  id: number,
  now: Date,
): Promise<{ item: FeedItem; byViewer: ReadonlyMap<number, FeedItem> } | null> {
  const { db, memory } = ctx
  const item = await loadItem(db, leagueId, type, id)
  if (item === undefined) return null
  const league = await memory.get(leagueId, ['league'], 'name', () => findLeagueName(db, leagueId))
  const viewer = { leagueId, league, userId: NOBODY, canRunLeague: false, now }
  const isPartlyHidden = [item, ...item.preview].some(({ hidden_at }) => hidden_at !== null)
  const [context, mutes, admins] = await Promise.all([
    loadContext(ctx, viewer, peopleInItem(item), textsIn([item])),
    readMutes(ctx, leagueId),
    isPartlyHidden ? listLeagueAdmins(db, leagueId) : ([] as number[]),
  ])
  const authors = [item, ...item.preview].flatMap(({ user_id }) => user_id ?? [])
  const muters = [...mutes].flatMap(([id, muted]) => (authors.some((each) => muted.has(each)) ? id : []))
  const marks = { likedItems: new Set<number>(), votes: new Map<number, number>() }
  const presentTo = (userId: number) => {
    const muted = mutes.get(userId) ?? new Set<number>()
    return presentItem(item, { ...context, ...marks, userId, muted, canRunLeague: admins.includes(userId) })
  }
  const viewers = new Set([...authors, ...muters, ...admins])
  return { item: presentTo(NOBODY), byViewer: new Map([...viewers].map((each) => [each, presentTo(each)])) }
}

async function findLeagueName(db: Db, leagueId: number): Promise<string> {
  const row = await db.selectFrom('leagues').select('name').where('id', '=', leagueId).executeTakeFirst()
  return row?.name ?? ''
}

/** Lists all comments on an item or a trade, oldest first. Returns null when the league has no such item or trade. */
export async function listDiscussion(
  ctx: FeedContext,
  viewer: Viewer,
  discussed: Discussed,
): Promise<Comment[] | null> {
  const { leagueId } = viewer
  const isTrade = discussed.type === 'trade'
  const key = isTrade ? ['trade', discussed.trade.season, discussed.trade.id] : [discussed.type, discussed.id]
  let comments = await shared(ctx, leagueId, ['comments', ...key], async (db) => {
    const itemId = await findDiscussed(db, leagueId, discussed)
    const item = await findFeedItem(db, leagueId, discussed.type, itemId ?? 0)
    return item === undefined ? null : listItemComments(db, item.id)
  })
  // Nobody has commented on the trade.
  if (comments === null && isTrade && (await hasTrade(ctx.db, leagueId, discussed.trade))) comments = []
  if (comments === null) return null
  const context = await loadContext(ctx, viewer, comments.flatMap(peopleInComment), comments)
  return comments.map((comment) => presentComment(comment, context))
}

export async function presentOwnComment(ctx: FeedContext, viewer: Viewer, comment: FeedComment) {
  const mutes: Mutes = new Map() // Nobody mutes themselves.
  return presentComment(comment, await loadContext(ctx, viewer, peopleInComment(comment), [comment], mutes))
}

export async function presentGivenReactions(
  ctx: FeedContext,
  viewer: Viewer,
  given: readonly GivenReaction[],
): Promise<Reactions> {
  const people = given.map(({ user_id }) => user_id)
  return presentReactions(given, await loadContext(ctx, viewer, people, []))
}

async function present(ctx: FeedContext, viewer: Viewer, items: readonly LoadedItem[]): Promise<FeedItem[]> {
  const [context, marks] = await Promise.all([
    loadContext(ctx, viewer, items.flatMap(peopleInItem), textsIn(items)),
    loadMarks(ctx, viewer, items),
  ])
  return items.map((item) => presentItem(item, { ...context, ...marks }))
}

type MentioningText = { mentions: readonly StoredMention[] }

async function loadContext(
  ctx: FeedContext,
  viewer: Viewer,
  userIds: readonly (number | null)[],
  texts: readonly MentioningText[],
  knownMutes: Mutes | Promise<Mutes> = readMutes(ctx, viewer.leagueId),
): Promise<FeedViewContext> {
  const { db, memory, images, linkPreviews } = ctx
  const { leagueId } = viewer
  const ids = new Set(userIds.filter((userId) => userId !== null))
  const hasMentions = texts.some(({ mentions }) => mentions.length > 0)
  const [names, members, leagueImport, mutes] = await Promise.all([
    // Includes the names of all members.
    ctx.names.load(leagueId, JSON.stringify([...ids].sort((a, b) => a - b))),
    hasMentions ? readMembers(ctx, leagueId) : [],
    memory.get(leagueId, ['league'], 'import', () => findLeagueImport(db, leagueId)),
    knownMutes,
  ])
  return {
    ...viewer,
    names,
    members: new Set(members),
    leagueImport,
    muted: mutes.get(viewer.userId) ?? new Set(),
    previewImage: linkPreviews === null ? null : (url) => images.ofLinkImage(url),
  }
}

function readMutes(ctx: FeedContext, leagueId: number): Promise<Mutes> {
  return shared(ctx, leagueId, ['mutes'], (db) => listLeagueMutes(db, leagueId))
}

async function loadMarks({ db, settings }: FeedContext, { userId }: Viewer, items: readonly LoadedItem[]) {
  const liked = items.flatMap(({ id, likes_count }) => (likes_count === 0 ? [] : id))
  const proposals = items.filter((item) => item.type === 'proposal')
  const anonymous = proposals.filter(({ ballot_key }) => ballot_key !== null)
  const [likedItems, votes] = await Promise.all([
    findLikedItems(db, liked, userId),
    findAnonymousVotes(
      db,
      anonymous.map(({ id }) => id),
      userId,
      settings.secretKey,
    ),
  ])
  for (const { id, options } of proposals) {
    const option = options.find((each) => each.votes.some(({ user_id }) => user_id === userId))
    if (option !== undefined) votes.set(id, option.id)
  }
  return { likedItems, votes }
}

function textsIn(items: readonly LoadedItem[]): MentioningText[] {
  return items.flatMap((item) => [item, ...item.preview])
}

function peopleInItem(item: LoadedItem): (number | null)[] {
  const others = [...item.reactions, ...item.options.flatMap(({ votes }) => votes)]
  return [
    item.user_id,
    item.hidden_by,
    ...item.preview.flatMap(peopleInComment),
    ...others.map(({ user_id }) => user_id),
  ]
}

function peopleInComment({ user_id, parent_user_id, reactions, hidden_by }: FeedComment): (number | null)[] {
  return [user_id, parent_user_id, hidden_by, ...reactions.map((each) => each.user_id)]
}

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
async function findAnonymousVotes(
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

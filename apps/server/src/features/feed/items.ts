import type { LeagueEvents } from '@fieldhouse/contract/live'
import type { Operation } from '@fieldhouse/contract/operation'
import { MINUTE_MS } from '@fieldhouse/domain/duration'
import type { AuditAction } from '@fieldhouse/domain/league/audit-log'
import {
  findMentionProblem,
  MAX_MENTIONS,
  type Mention,
  type MentionProblem,
} from '@fieldhouse/domain/league/mentions'
import { formatWait, nextWritingTime } from '@fieldhouse/domain/league/moderation'
import { canManageLeague } from '@fieldhouse/domain/league/roles'
import { type CompiledQuery, type Selectable, sql } from 'kysely'
import { type Db, type DbTransaction, inTransaction } from '../../database/engine/database.ts'
import { executeTogether, lockRows } from '../../database/engine/dialect.ts'
import type { Database } from '../../database/schema/schema.ts'
import { ApiError, invalidField, orThrow } from '../../http/errors/api-error.ts'
import type { Call } from '../../http/operation.ts'
import { type Actor, recordAuditEntry } from '../../repositories/audit.ts'
import {
  eventQuery,
  lockLeague,
  personLock,
  recordEvent,
  sharedLeagueLock,
} from '../../repositories/change-league.ts'

type LeagueOperation = Operation & { url: `/api/league/:league/${string}` }

export type FeedCall = Pick<
  Call<LeagueOperation & { config: { access: 'member' } }>,
  'ctx' | 'league' | 'user' | 'request'
>

export function userOf({ ctx, league, user }: FeedCall): FeedUser {
  const { userId, username } = user
  const canRunLeague = canManageLeague(user, league.role)
  return { leagueId: league.id, league: league.name, userId, username, canRunLeague, now: ctx.now() }
}

/** What a user may do in ten minutes, across all leagues. The web app sends one request per uploaded file. */
const LIMITS = {
  posts: { limit: 30, message: "You're posting too fast." },
  comments: { limit: 60, message: "You're posting too fast." },
  uploads: { limit: 60, message: "You're posting too fast." },
  edits: { limit: 60, message: "You're editing too fast." },
  reactions: { limit: 200, message: "You're reacting too fast." },
  reports: { limit: 20, message: "You're reporting too fast." },
}

/** Counts what the user does. Throws `too_many_attempts`. Posts include proposals. */
export function limitRate({ ctx, user }: FeedCall, what: keyof typeof LIMITS): Promise<void> {
  const bucket = { name: `${what}:${user.userId}`, windowMs: 10 * MINUTE_MS, ...LIMITS[what] }
  return ctx.limiter.consume(bucket, ctx.now())
}

const MENTION_PROBLEMS: Record<MentionProblem, string> = {
  too_many: `Mention at most ${MAX_MENTIONS} members and teams.`,
  outside: 'A mention must be within the text.',
  overlap: 'Mentions must not overlap.',
  not_a_mention: 'A mention must begin with an @, on one line.',
}

/** Throws `invalid_input` for mentions that are not parts of the text. */
export function rejectBadMentions(text: string, mentions: readonly Mention[] | undefined): void {
  const problem = findMentionProblem(text, mentions ?? [])
  if (problem !== null) throw invalidField('mentions', MENTION_PROBLEMS[problem])
}

// Changes that apply to feed items of every type. They reject with an ApiError.

/** Pins or unpins an item. Returns whether it is pinned now. Rejects with `item_not_found`. */
export function togglePin(db: Db, user: FeedUser, type: ItemType, id: number): Promise<boolean> {
  return inFeedTransaction(db, user.leagueId, async (transaction) => {
    const item = await requireItem(transaction, user.leagueId, type, id)
    const isPinned = item.is_pinned === 0
    await transaction
      .updateTable('feed_items')
      .set({ is_pinned: isPinned ? 1 : 0 })
      .where('id', '=', id)
      .execute()
    await recordFeedAudit(transaction, user, isPinned ? 'feed.pin' : 'feed.unpin', { type, id })
    await publishItemChange(transaction, user, item, { fields: ['pinned'] })
    return isPinned
  })
}

/**
 * Returns the keys of its media files, which must then be removed from storage. A post goes with its last file if it
 * has no text. Rejects with `item_not_found`, and with `not_allowed` unless the user is the author or may manage the
 * league.
 */
export function removeItem(db: Db, user: FeedUser, type: ItemType, id: number): Promise<string[]> {
  const { leagueId, now } = user
  return inFeedTransaction(db, leagueId, async (transaction) => {
    const item = await requireItem(transaction, leagueId, type, id)
    await authorizeDeletion(transaction, user, item.user_id, { type, id })
    const post = type === 'media' ? await findPostOfFile(transaction, leagueId, id) : null
    const isLastPart = post?.isEmptyWithout === true
    const removed = isLastPart ? post : item
    const files = await transaction
      .selectFrom('feed_media')
      .select(['item_id', 'file_key'])
      .where((eb) => eb.or([eb('item_id', '=', removed.id), eb('post_id', '=', removed.id)]))
      .execute()
    const ids = [...new Set([removed.id, ...files.map(({ item_id }) => item_id)])]
    await transaction.deleteFrom('feed_items').where('id', 'in', ids).execute()
    for (const each of [removed, ...(isLastPart ? [item] : [])]) {
      const data = { change: 'removed', type: each.type, id: each.id, version: each.version + 1 } as const
      await recordEvent(transaction, leagueId, { name: 'feed', data }, now)
    }
    if (post !== null && !isLastPart) await publishItemChange(transaction, user, post, { fields: ['media'] })
    return files.map(({ file_key }) => file_key)
  })
}

async function findPostOfFile(transaction: DbTransaction, leagueId: number, mediaId: number) {
  const row = await transaction
    .selectFrom('feed_media')
    .innerJoin('feed_posts', 'feed_posts.item_id', 'feed_media.post_id')
    .select(['feed_posts.item_id as id', 'feed_posts.content'])
    .select((eb) =>
      eb
        .selectFrom('feed_media as file')
        .select((count) => count.fn.countAll().as('count'))
        .whereRef('file.post_id', '=', 'feed_media.post_id')
        .as('files'),
    )
    .where('feed_media.item_id', '=', mediaId)
    .executeTakeFirst()
  if (row === undefined) return null
  const post = await requireItem(transaction, leagueId, 'post', row.id)
  return { ...post, isEmptyWithout: row.content === '' && Number(row.files) === 1 }
}

/** Likes or unlikes an item. Rejects with `item_not_found` and `item_hidden`. */
export function toggleLike(db: Db, user: FeedUser, type: ItemType, id: number) {
  const { leagueId, userId, now } = user
  return inTransaction(db, async (transaction) => {
    const item = await lockItem(transaction, leagueId, id, type)
    rejectIfHidden(item)
    const { numDeletedRows } = await transaction
      .deleteFrom('item_likes')
      .where((eb) => eb.and({ post_id: id, user_id: userId }))
      .executeTakeFirst()
    const liked = numDeletedRows === 0n
    const like = { post_id: id, user_id: userId, created_at: now.getTime() }
    if (liked) await transaction.insertInto('item_likes').values(like).execute()
    const likes_count = await addToCounter(transaction, item, 'likes_count', liked ? 1 : -1)
    await publishItemChange(transaction, user, item, { fields: ['likes_count'] })
    return { liked, likes_count }
  })
}

const TABLES = {
  post: 'feed_posts',
  proposal: 'feed_proposals',
  media: 'feed_media',
  trade: 'feed_trades',
} as const

export async function addToCounter(
  transaction: DbTransaction,
  { type, id }: Pick<StoredItem, 'type' | 'id'>,
  counter: 'likes_count' | 'comments_count',
  by: 1 | -1,
): Promise<number> {
  const row = await transaction
    // The tables have these columns in common, except that nobody can like a trade.
    .updateTable(TABLES[type] as 'feed_posts')
    .set((eb) => ({ [counter]: eb(counter, '+', by) }))
    .where('item_id', '=', id)
    .returning(`${counter} as count`)
    .executeTakeFirstOrThrow()
  return row.count
}

export async function findLikedItems(db: Db, ids: readonly number[], userId: number): Promise<Set<number>> {
  if (ids.length === 0) return new Set()
  const rows = await db
    .selectFrom('item_likes')
    .select('post_id')
    .where('user_id', '=', userId)
    .where('post_id', 'in', ids)
    .execute()
  return new Set(rows.map((row) => row.post_id))
}

/** The types of items that the feed lists. */
export type ItemType = 'post' | 'proposal' | 'media'

export type Subject = { type: 'item' | 'comment'; id: number }

export type StoredItem = Selectable<Database['feed_items']>

type DiscussedType = StoredItem['type']

export type FeedUser = Actor & {
  leagueId: number
  /** Its name. */
  league: string
  /** Whether the user may delete items of other members, and see hidden ones. */
  canRunLeague: boolean
  now: Date
}

type FeedScope = Pick<FeedUser, 'leagueId' | 'now'>

type FeedEvent = LeagueEvents['feed']

export async function recordFeedAudit(
  transaction: DbTransaction,
  user: FeedUser,
  action: AuditAction,
  detail: Record<string, string | number | null>,
): Promise<void> {
  const { leagueId, now } = user
  await recordAuditEntry(transaction, { at: now, actor: user, action, leagueId, detail })
}

/**
 * Rejects with `not_allowed` unless the user is the author or may manage the league. Records in the audit log
 * that a user deletes an item or a comment of somebody else.
 */
export async function authorizeDeletion(
  transaction: DbTransaction,
  user: FeedUser,
  authorId: number | null,
  deleted: Record<string, string | number>,
): Promise<void> {
  if (authorId === user.userId) return
  if (!user.canRunLeague) throw new ApiError('not_allowed')
  await recordFeedAudit(transaction, user, 'feed.delete', { ...deleted, author_id: authorId })
}

/** Runs `work` in a transaction. Transactions that change the feed of the same league run one at a time. */
export function inFeedTransaction<Result>(
  db: Db,
  leagueId: number,
  work: (transaction: DbTransaction) => Promise<Result>,
): Promise<Result> {
  return inTransaction(db, async (transaction) => {
    await lockLeague(transaction, leagueId)
    return work(transaction)
  })
}

const selectItem = (db: Db, leagueId: number, id: number, types: readonly DiscussedType[]) =>
  db
    .selectFrom('feed_items')
    .selectAll()
    .where((eb) => eb.and({ league_id: leagueId, id }))
    .where('type', 'in', types)

/**
 * Locks an item whose likes, votes or comments change. Transactions that change different items of a league run at the
 * same time. Rejects with `item_not_found`. `slowModeSeconds` is null while slow mode is off.
 */
export async function lockItem(
  transaction: DbTransaction,
  leagueId: number,
  id: number,
  ...types: readonly DiscussedType[]
): Promise<StoredItem & { slowModeSeconds: number | null }> {
  const [[league], [item]] = await executeTogether(transaction, [
    sharedLeagueLock(transaction, leagueId),
    lockRows(transaction, selectItem(transaction, leagueId, id, types), 'for no key update').compile(),
  ])
  return { ...orThrow(item, 'item_not_found'), slowModeSeconds: league?.slowModeSeconds ?? null }
}

export function findFeedItem(
  db: Db,
  leagueId: number,
  type: DiscussedType,
  id: number,
): Promise<StoredItem | undefined> {
  return selectItem(db, leagueId, id, [type]).executeTakeFirst()
}

/** Rejects with `item_not_found` when the league has no such item. */
export async function requireItem(
  transaction: DbTransaction,
  leagueId: number,
  type: DiscussedType,
  id: number,
): Promise<StoredItem> {
  return orThrow(await findFeedItem(transaction, leagueId, type, id), 'item_not_found')
}

/** Nobody can change or react to what is hidden. Rejects with `item_hidden`. */
export function rejectIfHidden({ hidden_at }: Pick<StoredItem, 'hidden_at'>): void {
  if (hidden_at !== null) throw new ApiError('item_hidden')
}

/** Stores an item without publishing an event. Returns its ID. */
export async function insertItem(
  transaction: Db,
  { leagueId, now }: FeedScope,
  type: DiscussedType,
  userId: number | null,
  isListed: boolean,
): Promise<number> {
  const { id } = await transaction
    .insertInto('feed_items')
    .values({
      league_id: leagueId,
      type,
      user_id: userId,
      is_pinned: 0,
      is_listed: isListed ? 1 : 0,
      created_at: now.getTime(),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export async function addItem(
  transaction: DbTransaction,
  type: ItemType,
  { leagueId, userId, now }: FeedScope & { userId: number | null },
): Promise<number> {
  const id = await insertItem(transaction, { leagueId, now }, type, userId, true)
  const data = { change: 'added', type, id, version: 1 } as const
  await recordEvent(transaction, leagueId, { name: 'feed', data }, now)
  return id
}

export type ItemChange = Pick<FeedEvent, 'fields' | 'changed_comment' | 'removed_comment' | 'trade'>

export const COMMENT_FIELDS: NonNullable<ItemChange['fields']> = ['comments_count', 'comments_preview']

/** The queries that count a change of an item and publish it. `version` must be read under the lock of the item or the league. */
export function itemChangeQueries(
  transaction: DbTransaction,
  { leagueId, now }: FeedScope,
  { type, id, version }: Pick<StoredItem, 'type' | 'id' | 'version'>,
  change: ItemChange,
): CompiledQuery[] {
  const data: FeedEvent = { change: 'changed', type, id, version: version + 1, ...change }
  return [
    transaction
      .updateTable('feed_items')
      .set({ version: version + 1 })
      .where('id', '=', id)
      .compile(),
    eventQuery(transaction, leagueId, { name: 'feed', data }, now),
  ]
}

export async function publishItemChange(...change: Parameters<typeof itemChangeQueries>): Promise<void> {
  await executeTogether(change[0], itemChangeQueries(...change))
}

/** What a member does: posts, proposals and comments are texts. */
type Writing = 'text' | 'upload'

/** The seconds that members wait; 0 while slow mode is off. */
export async function readSlowMode(db: Db, leagueId: number): Promise<number> {
  const row = await db
    .selectFrom('slow_modes')
    .select('seconds')
    .where('league_id', '=', leagueId)
    .executeTakeFirst()
  return row?.seconds ?? 0
}

/**
 * Rejects with `too_many_attempts` when the author writes again too soon. League admins may always write. What was deleted
 * does not count.
 * @param known the seconds of slow mode, if the transaction has read them
 */
export async function rejectTooSoon(
  transaction: Db,
  author: FeedUser,
  writing: Writing,
  known?: number,
): Promise<void> {
  const seconds = known ?? (await readSlowMode(transaction, author.leagueId))
  if (seconds === 0 || author.canRunLeague) return
  await executeTogether(transaction, [personLock(transaction, author.leagueId, author.userId)])
  const next = await findNextTime(transaction, author, seconds, writing)
  if (next === null) return
  const waitMs = next - author.now.getTime()
  throw new ApiError('too_many_attempts', {
    message: `Slow mode is on. You can write again in ${formatWait(waitMs)}.`,
    retryAfterSeconds: Math.ceil(waitMs / 1000),
  })
}

/** When a member may write again, in milliseconds since 1970; null for now. */
export async function findNextTime(
  db: Db,
  { leagueId, userId, canRunLeague, now }: Pick<FeedUser, 'leagueId' | 'userId' | 'canRunLeague' | 'now'>,
  seconds: number,
  writing: Writing,
): Promise<number | null> {
  if (seconds === 0 || canRunLeague) return null
  const since = now.getTime() - seconds * 1000
  const [items, comments] = await Promise.all([
    db
      .selectFrom('feed_items')
      .select(({ fn }) => [
        fn.max(sql<number | null>`case when type = 'media' then null else created_at end`).as('text'),
        fn.max(sql<number | null>`case when type = 'media' then created_at end`).as('upload'),
        fn.min(sql<number | null>`case when type = 'media' then created_at end`).as('firstUpload'),
      ])
      .where((eb) => eb.and({ league_id: leagueId, user_id: userId, is_listed: 1 }))
      .where('imported_person_id', 'is', null)
      .where('created_at', '>', since)
      .executeTakeFirstOrThrow(),
    db
      .selectFrom('item_comments as comment')
      .innerJoin('feed_items as item', 'item.id', 'comment.post_id')
      .select(({ fn }) => fn.max<number | null>('comment.created_at').as('at'))
      .where((eb) => eb.and({ 'item.league_id': leagueId, 'comment.user_id': userId }))
      .where('comment.imported_person_id', 'is', null)
      .where('comment.created_at', '>', since)
      .executeTakeFirstOrThrow(),
  ])
  const newest = Math.max(items.text ?? 0, comments.at ?? 0)
  const last = { ...items, text: newest === 0 ? null : newest }
  const next = nextWritingTime(seconds, last, writing, now)
  return next === null || next <= now.getTime() ? null : next
}

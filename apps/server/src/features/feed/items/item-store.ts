import type { LeagueEvents } from '@fieldhouse/contract/live'
import type { AuditAction } from '@fieldhouse/domain/league/audit-log'
import type { CompiledQuery, Selectable } from 'kysely'
import { type Db, type DbTransaction, inTransaction } from '../../../database/engine/database.ts'
import { executeTogether, lockRows } from '../../../database/engine/dialect.ts'
import type { Database } from '../../../database/schema/schema.ts'
import { ApiError, orThrow } from '../../../http/errors/api-error.ts'
import { type Actor, recordAuditEntry } from '../../../repositories/audit.ts'
import { eventQuery, lockLeague, recordEvent, sharedLeagueLock } from '../../../repositories/change-league.ts'

/** The types of items that the feed lists. */
export type ItemType = 'post' | 'proposal' | 'media'

export type Subject = { type: 'item' | 'comment'; id: number }

export type StoredItem = Selectable<Database['feed_items']>

export type DiscussedType = StoredItem['type']

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

import type { LeagueEvents } from '@fieldhouse/contract/live'
import type { AuditAction } from '@fieldhouse/domain/league/audit-log'
import type { EditConflicts } from '@fieldhouse/domain/league/edit-conflicts'
import {
  compileOnce,
  executeTogether,
  lockRows,
  type ValueOf,
} from '../../../database/engine/compile-once.ts'
import type { Db, DbTransaction } from '../../../database/engine/database.ts'
import { inTransaction } from '../../../database/engine/transaction.ts'
import { type Actor, recordAuditEntry } from '../../../repositories/audit/audit.ts'
import { eventQuery, recordEvent } from '../../../repositories/events/league-events.ts'
import { lockLeague, sharedLeagueLock } from '../../../repositories/leagues/lock-league.ts'

/** The types of items that the feed lists. */
export type ItemType = 'post' | 'proposal' | 'media'

/** The types of items with comments. */
export type DiscussedType = ItemType | 'trade'

/** What people mention others in, and react to. */
export type Subject = { type: 'item' | 'comment'; id: number }

/** The fields that all feed items share, including those that determine the feed order. */
export type FeedItemBase = {
  id: number
  type: DiscussedType
  /** The author; null for items that the league itself posted. */
  userId: number | null
  isPinned: boolean
  createdAt: number
  /** Whether an archive contained it. */
  isImported: boolean
  hidden: Hidden | null
  /** 1 for a new item, and one more with each change that members see. */
  version: number
}

/** Why and when a league admin has hidden something. `byId` is null for an admin without an account here. */
export type Hidden = { reason: string; at: number; byId: number | null }

/** A user who reads or changes the feed of a league. */
export type FeedUser = Actor & {
  leagueId: number
  /** Its name. */
  league: string
  /** Whether the user may delete items of other members, and see hidden ones. */
  canRunLeague: boolean
  now: Date
}

/** The league in which something changes. */
type FeedScope = Pick<FeedUser, 'leagueId' | 'now'>

type FeedEvent = LeagueEvents['feed']

/** Why a change to the feed was rejected and rolled back. */
export class FeedRejection extends Error {
  override name = 'FeedRejection'
  readonly reason:
    | 'item_not_found'
    | 'media_not_found'
    | 'comment_not_found'
    | 'item_hidden'
    | 'already_reported'
    | 'slow_mode'
    | 'not_allowed'
    | 'edit_closed'
    | 'edit_conflict'
    | 'voting_closed'
    | 'vote_key_changed'
    | 'option_not_found'
    | 'mention_not_found'
    | 'person_storage_full'
    | 'league_storage_full'

  /** How long a member has to wait in slow mode, in milliseconds. */
  readonly waitMs: number
  /** What the author of an edit has not read. */
  readonly newer: EditConflicts

  constructor(
    reason: FeedRejection['reason'],
    { waitMs = 0, newer = {} }: { waitMs?: number; newer?: EditConflicts } = {},
  ) {
    super(reason)
    this.reason = reason
    this.waitMs = waitMs
    this.newer = newer
  }
}

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
  if (!user.canRunLeague) throw new FeedRejection('not_allowed')
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

type ItemKey = { leagueId: number; type: DiscussedType; id: number }

const selectItemBy = (db: Db, value: ValueOf<ItemKey>) =>
  selectFeedItems(db)
    .where('league_id', '=', value('leagueId'))
    .where('id', '=', value('id'))
    .where('type', '=', value('type'))

const selectItem = compileOnce(selectItemBy)

const selectLockedItem = compileOnce((db, value: ValueOf<ItemKey>) =>
  lockRows(db, selectItemBy(db, value), 'for no key update'),
)

/**
 * The queries that lock an item whose likes, votes or comments change. The second one returns the item, if the league
 * has it. Transactions that change different items of a league run at the same time.
 */
export function itemLock(db: Db, leagueId: number, type: DiscussedType, id: number) {
  return [sharedLeagueLock(db, leagueId), selectLockedItem.with(db, { leagueId, type, id })] as const
}

/** Executes the queries of `itemLock`. */
export async function lockItem(
  transaction: DbTransaction,
  leagueId: number,
  type: DiscussedType,
  id: number,
): Promise<FeedItemBase | null> {
  const [, [item]] = await executeTogether(transaction, itemLock(transaction, leagueId, type, id))
  return item === undefined ? null : toFeedItem(item)
}

/** Returns null when the league has no item with this ID and type. */
export async function findFeedItem(
  db: Db,
  leagueId: number,
  type: DiscussedType,
  id: number,
): Promise<FeedItemBase | null> {
  const [row] = await selectItem(db, { leagueId, type, id })
  return row === undefined ? null : toFeedItem(row)
}

/** Rejects with `item_not_found` when the league has no such item. */
export async function requireItem(
  transaction: DbTransaction,
  leagueId: number,
  type: DiscussedType,
  id: number,
): Promise<FeedItemBase> {
  const item = await findFeedItem(transaction, leagueId, type, id)
  if (item === null) throw new FeedRejection('item_not_found')
  return item
}

/** Nobody can change or react to what is hidden. Rejects with `item_hidden`. */
export function rejectIfHidden({ hidden }: { hidden: Hidden | null }): void {
  if (hidden !== null) throw new FeedRejection('item_hidden')
}

type NewItem = FeedScope & { type: DiscussedType; userId: number | null; isListed: boolean }

/** Stores an item without publishing an event. Returns its ID. */
export async function insertItem(
  transaction: Db,
  { leagueId, type, userId, isListed, now }: NewItem,
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

/** Adds an item to the feed and publishes the event. Returns the item's ID. */
export async function addItem(
  transaction: DbTransaction,
  type: ItemType,
  { leagueId, userId, now }: FeedScope & { userId: number | null },
): Promise<number> {
  const id = await insertItem(transaction, { leagueId, type, userId, isListed: true, now })
  const data = { change: 'added', type, id, version: 1 } as const
  await recordEvent(transaction, leagueId, { name: 'feed', data }, now)
  return id
}

/** What members see of a change: the fields of the item that differ, and the comment that has changed or is gone. */
export type ItemChange = Pick<FeedEvent, 'fields' | 'changed_comment' | 'removed_comment' | 'trade'>

/** What a change of a comment changes in its item. */
export const COMMENT_FIELDS: NonNullable<ItemChange['fields']> = ['comments_count', 'comments_preview']

const addVersion = compileOnce((db, value: ValueOf<{ id: number; version: number }>) =>
  db
    .updateTable('feed_items')
    .set({ version: value('version') })
    .where('id', '=', value('id')),
)

/** The queries that count a change of an item and publish it. The item is locked by the transaction. */
export function itemChangeQueries(
  db: Db,
  { leagueId, now }: FeedScope,
  { type, id, version: before }: Pick<FeedItemBase, 'type' | 'id' | 'version'>,
  change: ItemChange,
) {
  const version = before + 1
  const data: FeedEvent = { change: 'changed', type, id, version, ...change }
  return [
    addVersion.with(db, { id, version }),
    eventQuery(db, leagueId, { name: 'feed', data }, now),
  ] as const
}

/** Executes the queries of `itemChangeQueries`. */
export async function publishItemChange(
  transaction: DbTransaction,
  ...change: Parameters<typeof itemChangeQueries> extends [unknown, ...infer Rest] ? Rest : never
): Promise<void> {
  await executeTogether(transaction, itemChangeQueries(transaction, ...change))
}

/** The rows of `toFeedItem`. */
export function selectFeedItems(db: Db) {
  return db
    .selectFrom('feed_items')
    .select(['id', 'type', 'user_id as userId', 'is_pinned', 'created_at as createdAt', 'imported_person_id'])
    .select(['version', 'hidden_at', 'hidden_reason', 'hidden_by'])
}

export type HiddenRow = { hidden_at: number | null; hidden_reason: string | null; hidden_by: number | null }

type FeedItemRow = Omit<FeedItemBase, 'isPinned' | 'isImported' | 'hidden'> &
  HiddenRow & { is_pinned: number; imported_person_id: number | null }

export function toFeedItem(row: FeedItemRow): FeedItemBase {
  const { is_pinned, imported_person_id, hidden_at, hidden_reason, hidden_by, ...item } = row
  return {
    ...item,
    isPinned: is_pinned === 1,
    isImported: imported_person_id !== null,
    hidden: toHidden({ hidden_at, hidden_reason, hidden_by }),
  }
}

export function toHidden({ hidden_at, hidden_reason, hidden_by }: HiddenRow): Hidden | null {
  return hidden_at === null ? null : { reason: hidden_reason ?? '', at: hidden_at, byId: hidden_by }
}

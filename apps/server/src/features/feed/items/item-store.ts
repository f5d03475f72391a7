import type { LEAGUE_EVENTS } from '@fieldhouse/contract/live'
import type { Kysely, Transaction } from 'kysely'
import type { z } from 'zod'
import {
  compileOnce,
  executeTogether,
  lockRows,
  type ValueOf,
} from '../../../database/engine/compile-once.ts'
import type { Db } from '../../../database/engine/database.ts'
import { inTransaction } from '../../../database/engine/transaction.ts'
import type { Database } from '../../../database/schema/schema.ts'
import { type Actor, recordAuditEntry } from '../../../repositories/audit/audit.ts'
import { eventQuery, recordEvent } from '../../../repositories/events/league-events.ts'
import { lockLeague, sharedLeagueLock } from '../../../repositories/leagues/lock-league.ts'

/** The types of items that the feed lists. */
export type ItemType = 'post' | 'proposal' | 'media'

/** The types of items with comments. */
export type DiscussedType = ItemType | 'trade'

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

/** A user who changes the feed of a league. */
export type Author = Actor & { leagueId: number; canRunLeague: boolean }

export type FeedEvent = z.output<(typeof LEAGUE_EVENTS)['feed']>

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
    | 'voting_closed'
    | 'vote_key_changed'
    | 'option_not_found'
    | 'mention_not_found'
    | 'person_storage_full'
    | 'league_storage_full'

  /** How long a member has to wait in slow mode, in milliseconds. */
  readonly waitMs: number | undefined

  constructor(reason: FeedRejection['reason'], waitMs?: number) {
    super(reason)
    this.reason = reason
    this.waitMs = waitMs
  }
}

/**
 * Rejects with `not_allowed` unless the user is the author or may manage the league. Records in the audit log
 * that a user deletes an item or a comment of somebody else.
 */
export async function authorizeDeletion(
  transaction: Transaction<Database>,
  user: Author,
  { userId: authorId }: { userId: number | null },
  deleted: Record<string, string | number>,
  now: Date,
): Promise<void> {
  if (authorId === user.userId) return
  if (!user.canRunLeague) throw new FeedRejection('not_allowed')
  await recordAuditEntry(transaction, {
    at: now,
    actor: user,
    action: 'feed.delete',
    leagueId: user.leagueId,
    detail: { ...deleted, author_id: authorId },
  })
}

/** Runs `work` in a transaction. Transactions that change the feed of the same league run one at a time. */
export function inFeedTransaction<Result>(
  db: Db,
  leagueId: number,
  work: (transaction: Transaction<Database>) => Promise<Result>,
): Promise<Result> {
  return inTransaction(db, async (transaction) => {
    await lockLeague(transaction, leagueId)
    return work(transaction)
  })
}

const selectLockedItem = compileOnce((db, value: ValueOf<ItemValues>) =>
  lockRows(db, selectItemBy(db, value), 'for no key update'),
)

/**
 * The queries that lock an item whose likes, votes or comments change. The second one returns the item, if the league
 * has it. Transactions that change different items of a league run at the same time.
 */
export function itemLock(db: Kysely<Database>, leagueId: number, type: DiscussedType, id: number) {
  return [sharedLeagueLock(db, leagueId), selectLockedItem.with(db, { leagueId, type, id })] as const
}

/** Rejects with `item_not_found` when the league has no such item. */
export async function requireItem(
  transaction: Transaction<Database>,
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

/** Adds an item to the feed and publishes the event. Returns the item's ID. */
export async function addItem(
  transaction: Transaction<Database>,
  type: ItemType,
  { leagueId, userId }: { leagueId: number; userId: number | null },
  now: Date,
): Promise<number> {
  const createdAt = now.getTime()
  const [item] = await insertItem(transaction, { leagueId, type, userId, isListed: 1, createdAt })
  if (item === undefined) throw new Error('the new item has no ID')
  const event = { change: 'added', type, id: item.id, version: 1 } as const
  await recordEvent(transaction, leagueId, { name: 'feed', data: event }, now)
  return item.id
}

type NewItemValues = {
  leagueId: number
  type: ItemType
  userId: number | null
  isListed: 0 | 1
  createdAt: number
}

/** Stores an item without publishing an event. */
export const insertItem = compileOnce((db, value: ValueOf<NewItemValues>) =>
  db
    .insertInto('feed_items')
    .values({
      league_id: value('leagueId'),
      type: value('type'),
      user_id: value('userId'),
      is_pinned: 0,
      is_listed: value('isListed'),
      created_at: value('createdAt'),
    })
    .returning('id'),
)

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
  db: Kysely<Database>,
  leagueId: number,
  { type, id, version: before }: Pick<FeedItemBase, 'type' | 'id' | 'version'>,
  change: ItemChange,
  now: Date,
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
  transaction: Transaction<Database>,
  ...change: Parameters<typeof itemChangeQueries> extends [unknown, ...infer Rest] ? Rest : never
): Promise<void> {
  await executeTogether(transaction, itemChangeQueries(transaction, ...change))
}

const selectItem = compileOnce((db, value: ValueOf<ItemValues>) => selectItemBy(db, value))

/** Returns an empty text for a league that was deleted in the meantime. */
export async function findLeagueName(db: Kysely<Database>, leagueId: number): Promise<string> {
  const row = await db.selectFrom('leagues').select('name').where('id', '=', leagueId).executeTakeFirst()
  return row?.name ?? ''
}

/** Returns null when the league has no item with this ID and type. */
export async function findFeedItem(
  db: Kysely<Database>,
  leagueId: number,
  type: DiscussedType,
  id: number,
): Promise<FeedItemBase | null> {
  const [row] = await selectItem(db, { leagueId, type, id })
  return row === undefined ? null : toFeedItem(row)
}

type ItemValues = { leagueId: number; type: DiscussedType; id: number }

function selectItemBy(db: Kysely<Database>, value: ValueOf<ItemValues>) {
  return selectFeedItems(db)
    .where('league_id', '=', value('leagueId'))
    .where('id', '=', value('id'))
    .where('type', '=', value('type'))
}

/** The rows of `toFeedItem`. */
export function selectFeedItems(db: Kysely<Database>) {
  return db
    .selectFrom('feed_items')
    .select([
      'id',
      'type',
      'user_id as userId',
      'is_pinned',
      'created_at as createdAt',
      'imported_person_id',
      'version',
      'hidden_at',
      'hidden_reason',
      'hidden_by',
    ])
}

export type HiddenRow = { hidden_at: number | null; hidden_reason: string | null; hidden_by: number | null }

type FeedItemRow = Omit<FeedItemBase, 'isPinned' | 'isImported' | 'hidden'> &
  HiddenRow & {
    is_pinned: number
    imported_person_id: number | null
  }

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

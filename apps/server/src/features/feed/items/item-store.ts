import type { FeedQuery } from '@fieldhouse/contract/feed-items'
import type { LEAGUE_EVENTS } from '@fieldhouse/contract/live'
import { type Kysely, sql, type Transaction } from 'kysely'
import type { z } from 'zod'
import { compileOnce, lockRows, type ValueOf } from '../../../database/engine/compile-once.ts'
import type { Db } from '../../../database/engine/database.ts'
import { inTransaction } from '../../../database/engine/transaction.ts'
import type { Database } from '../../../database/schema/schema.ts'
import { type Actor, recordAuditEntry } from '../../../repositories/audit/audit.ts'
import { eventQuery, recordEvent } from '../../../repositories/events/league-events.ts'
import { lockLeague, sharedLeagueLock } from '../../../repositories/leagues/lock-league.ts'

export type ItemType = 'post' | 'proposal' | 'media'

/** The fields that all feed items share, including those that determine the feed order. */
export type FeedItemBase = {
  id: number
  type: ItemType
  /** The author; null for items that the league itself posted. */
  userId: number | null
  isPinned: boolean
  createdAt: number
  /** Whether an archive contained it. */
  isImported: boolean
}

export type FeedPageQuery = z.output<typeof FeedQuery>

export type FeedItemPage = {
  feedItems: FeedItemBase[]
  /** The cursor of the next page; null on the last page. */
  next: string | null
}

/** A user who changes the feed of a league. */
export type Author = Actor & { leagueId: number; canRunLeague: boolean }

export type FeedEvent = z.output<(typeof LEAGUE_EVENTS)['feed']>

/** Why a change to the feed was rejected and rolled back. */
export class FeedRejection extends Error {
  override name = 'FeedRejection'
  readonly reason:
    | 'item_not_found'
    | 'not_allowed'
    | 'voting_closed'
    | 'vote_key_changed'
    | 'option_not_found'
    | 'person_storage_full'
    | 'league_storage_full'

  constructor(reason: FeedRejection['reason']) {
    super(reason)
    this.reason = reason
  }
}

/** Changes that apply to feed items of every type. They reject with a FeedRejection. */
export interface ItemStore {
  /** Pins or unpins an item. Returns whether it is pinned now. Rejects with `item_not_found`. */
  togglePin(author: Author, type: ItemType, id: number, now: Date): Promise<boolean>
  /**
   * Deletes an item and everything attached to it. Returns the key of its media file, which must then be
   * removed from storage, or null when it has none. Rejects with `item_not_found`, and with `not_allowed`
   * unless the user is the author or may manage the league.
   */
  remove(author: Author, type: ItemType, id: number, now: Date): Promise<string | null>
}

export function itemStore(db: Db): ItemStore {
  return {
    togglePin(author, type, id, now) {
      return inFeedTransaction(db, author.leagueId, async (transaction) => {
        const { isPinned } = await requireItem(transaction, author.leagueId, type, id)
        await transaction
          .updateTable('feed_items')
          .set({ is_pinned: isPinned ? 0 : 1 })
          .where('id', '=', id)
          .execute()
        await recordAuditEntry(transaction, {
          at: now,
          actor: author,
          action: isPinned ? 'feed.unpin' : 'feed.pin',
          leagueId: author.leagueId,
          detail: { type, id },
        })
        const event = { change: 'changed', type, id, pinned: !isPinned } as const
        await publishFeedEvent(transaction, author.leagueId, event, now)
        return !isPinned
      })
    },

    remove(author, type, id, now) {
      const { leagueId } = author
      return inFeedTransaction(db, leagueId, async (transaction) => {
        const item = await requireItem(transaction, leagueId, type, id)
        await authorizeDeletion(transaction, author, item, { type, id }, now)
        const media = await transaction
          .selectFrom('feed_media')
          .select('file_key')
          .where('item_id', '=', id)
          .executeTakeFirst()
        await transaction.deleteFrom('feed_items').where('id', '=', id).execute()
        await publishFeedEvent(transaction, leagueId, { change: 'removed', type, id }, now)
        return media?.file_key ?? null
      })
    },
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
export function itemLock(db: Kysely<Database>, leagueId: number, type: ItemType, id: number) {
  return [sharedLeagueLock(db, leagueId), selectLockedItem.with(db, { leagueId, type, id })] as const
}

/** Rejects with `item_not_found` when the league has no such item. */
export async function requireItem(
  transaction: Transaction<Database>,
  leagueId: number,
  type: ItemType,
  id: number,
): Promise<FeedItemBase> {
  const item = await findFeedItem(transaction, leagueId, type, id)
  if (item === null) throw new FeedRejection('item_not_found')
  return item
}

/** Adds an item to the feed and publishes the event. Returns the item's ID. */
export async function addItem(
  transaction: Transaction<Database>,
  type: ItemType,
  { leagueId, userId }: { leagueId: number; userId: number | null },
  now: Date,
): Promise<number> {
  const [item] = await insertItem(transaction, { leagueId, type, userId, createdAt: now.getTime() })
  if (item === undefined) throw new Error('the new item has no ID')
  await publishFeedEvent(transaction, leagueId, { change: 'added', type, id: item.id }, now)
  return item.id
}

const insertItem = compileOnce(
  (db, value: ValueOf<{ leagueId: number; type: ItemType; userId: number | null; createdAt: number }>) =>
    db
      .insertInto('feed_items')
      .values({
        league_id: value('leagueId'),
        type: value('type'),
        user_id: value('userId'),
        is_pinned: 0,
        created_at: value('createdAt'),
      })
      .returning('id'),
)

export async function publishFeedEvent(
  transaction: Transaction<Database>,
  leagueId: number,
  data: FeedEvent,
  now: Date,
): Promise<void> {
  await recordEvent(transaction, leagueId, { name: 'feed', data }, now)
}

/** The query of `publishFeedEvent`. */
export function feedEventQuery(db: Kysely<Database>, leagueId: number, data: FeedEvent, now: Date) {
  return eventQuery(db, leagueId, { name: 'feed', data }, now)
}

const FIRST_CURSOR = '2.0.0'

type PageValues = { leagueId: number; isPinned: number; createdAt: number; id: number; limit: number }

const selectPage = compileOnce((db, value: ValueOf<PageValues>) => selectFeedPage(db, value))

const selectPageOfType = compileOnce((db, value: ValueOf<PageValues & { type: ItemType }>) =>
  selectFeedPage(db, value).where('type', '=', value('type')),
)

function selectFeedPage(db: Kysely<Database>, value: ValueOf<PageValues>) {
  const cursor = sql.join([value('isPinned'), value('createdAt'), value('id')])
  return selectFeedItems(db)
    .where('league_id', '=', value('leagueId'))
    .where(sql<boolean>`(is_pinned, created_at, id) < (${cursor})`)
    .orderBy('is_pinned', 'desc')
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(value('limit'))
}

/**
 * Lists one page of a league's feed: pinned items first, then newest first. Keyset pagination: the
 * cursor is the sort key of the last item, so every page costs the same no matter how old it is.
 */
export async function listFeedItems(
  db: Kysely<Database>,
  leagueId: number,
  { limit, before = FIRST_CURSOR, type }: FeedPageQuery,
): Promise<FeedItemPage> {
  const [isPinned = 0, createdAt = 0, id = 0] = before.split('.').map(Number)
  const values = { leagueId, isPinned, createdAt, id, limit: limit + 1 }
  const rows = await (type === undefined ? selectPage(db, values) : selectPageOfType(db, { ...values, type }))
  const feedItems = rows.map(toFeedItem)
  const page = feedItems.slice(0, limit)
  const last = feedItems.length > limit ? page.at(-1) : undefined
  return { feedItems: page, next: last === undefined ? null : toCursor(last) }
}

const selectItem = compileOnce((db, value: ValueOf<ItemValues>) => selectItemBy(db, value))

/** Returns null when the league has no item with this ID and type. */
export async function findFeedItem(
  db: Kysely<Database>,
  leagueId: number,
  type: ItemType,
  id: number,
): Promise<FeedItemBase | null> {
  const [row] = await selectItem(db, { leagueId, type, id })
  return row === undefined ? null : toFeedItem(row)
}

type ItemValues = { leagueId: number; type: ItemType; id: number }

function selectItemBy(db: Kysely<Database>, value: ValueOf<ItemValues>) {
  return selectFeedItems(db)
    .where('league_id', '=', value('leagueId'))
    .where('id', '=', value('id'))
    .where('type', '=', value('type'))
}

function selectFeedItems(db: Kysely<Database>) {
  return db
    .selectFrom('feed_items')
    .select(['id', 'type', 'user_id as userId', 'is_pinned', 'created_at as createdAt', 'imported_person_id'])
}

type FeedItemRow = Omit<FeedItemBase, 'isPinned' | 'isImported'> & {
  is_pinned: number
  imported_person_id: number | null
}

export function toFeedItem({ is_pinned, imported_person_id, ...item }: FeedItemRow): FeedItemBase {
  return { ...item, isPinned: is_pinned === 1, isImported: imported_person_id !== null }
}

function toCursor({ id, isPinned, createdAt }: FeedItemBase): string {
  return [Number(isPinned), createdAt, id].join('.')
}

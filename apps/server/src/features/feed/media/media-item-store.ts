import { type Kysely, sql } from 'kysely'
import { compileOnce, isOneOf, type ValueOf } from '../../../database/engine/compile-once.ts'
import type { Db } from '../../../database/engine/database.ts'
import type { Database } from '../../../database/schema/schema.ts'
import type { Reactions } from '../comments/comment-read-store.ts'
import {
  type Author,
  addItem,
  type FeedItemBase,
  FeedRejection,
  inFeedTransaction,
  toHidden,
} from '../items/item-store.ts'
import { rejectWritingTooSoon } from '../moderation/slow-mode-store.ts'
import { type GivenReaction, loadItemReactions } from '../posts/reaction-store.ts'
import type { PreparedMedia } from './uploads.ts'

/** The most that media may use, in bytes. */
export type MediaQuotas = {
  /** Of one person, in all leagues together. */
  personBytes: number
  leagueBytes: number
}

export type NewMediaItem = Omit<PreparedMedia, 'file' | 'grid'> & { fileKey: string; gridSize: number | null }

/** The stored file of a media item. */
export type MediaFile = {
  fileKey: string
  contentType: string
  /** In bytes. */
  size: number
  /** Size of the grid image in bytes; null when there is none. */
  gridSize: number | null
}

/** The fields of a media item in addition to those in `FeedItemBase`. */
export type MediaDetails = Reactions & {
  type: 'media'
  kind: 'image' | 'video'
  contentType: string
  /** In pixels; null when unknown. */
  width: number | null
  height: number | null
  reactions: readonly GivenReaction[]
  /** Whether a post contains it. */
  isInPost: boolean
  caption: string
  altText: string
}

export interface MediaItemStore {
  /**
   * Adds either all the media items, in order, or none. Returns their IDs. Rejects with `person_storage_full`,
   * `league_storage_full` or `slow_mode`.
   */
  add(author: Author, media: readonly NewMediaItem[], quotas: MediaQuotas, now: Date): Promise<number[]>
  /** Stores files for a post that does not exist yet. Rejects like `add`. */
  addDrafts(author: Author, media: readonly NewMediaItem[], quotas: MediaQuotas, now: Date): Promise<void>
  /**
   * Deletes a file that the author has uploaded for a post, unless a post contains it. Returns whether there was one,
   * which must then be removed from storage.
   */
  discardDraft(author: Author, fileKey: string): Promise<boolean>
  /** Deletes the files that were uploaded until then and are not part of a post. Their files stay in storage. */
  deleteOldDrafts(before: Date): Promise<void>
  /** Rejects like `add` if nothing more can be added. */
  rejectIfFull(author: Author, quotas: MediaQuotas): Promise<void>
  /** The size of a league's media in bytes: of each person, largest first, and of all. */
  readUsage(leagueId: number): Promise<{ bytes: number; people: { username: string; bytes: number }[] }>
  /** Returns null when the league has no such media item. */
  findFile(
    leagueId: number,
    id: number,
  ): Promise<(MediaFile & Pick<FeedItemBase, 'userId' | 'hidden'>) | null>
  /** Returns the keys that belong to a media item, a file of a post to come, or the picture of an owner or a trophy. */
  findExistingKeys(fileKeys: readonly string[]): Promise<Set<string>>
}

export function mediaItemStore(db: Db): MediaItemStore {
  return {
    add(author, media, quotas, now) {
      return inFeedTransaction(db, author.leagueId, async (transaction) => {
        await rejectWritingTooSoon(transaction, author, 'upload', now)
        await checkQuotas(transaction, author, quotas, totalSize(media))
        const ids: number[] = []
        for (const file of media) {
          const id = await addItem(transaction, 'media', author, now)
          await transaction
            .insertInto('feed_media')
            .values({ item_id: id, ...toColumns(file) })
            .execute()
          ids.push(id)
        }
        return ids
      })
    },

    addDrafts(author, media, quotas, now) {
      const { leagueId, userId } = author
      return inFeedTransaction(db, leagueId, async (transaction) => {
        await checkQuotas(transaction, author, quotas, totalSize(media))
        const of = { league_id: leagueId, user_id: userId, created_at: now.getTime() }
        await transaction
          .insertInto('media_drafts')
          .values(media.map((file) => ({ ...of, ...toColumns(file) })))
          .execute()
      })
    },

    async discardDraft({ leagueId, userId }, fileKey) {
      const { numDeletedRows } = await db
        .deleteFrom('media_drafts')
        .where('file_key', '=', fileKey)
        .where('league_id', '=', leagueId)
        .where('user_id', '=', userId)
        .executeTakeFirst()
      return numDeletedRows > 0n
    },

    async deleteOldDrafts(before) {
      await db.deleteFrom('media_drafts').where('created_at', '<=', before.getTime()).execute()
    },

    rejectIfFull: (author, quotas) => checkQuotas(db, author, quotas, 1),

    async readUsage(leagueId) {
      const people = await selectFiles(db)
        .innerJoin('users', 'users.id', 'files.user_id')
        .select(['users.username', TOTAL_BYTES.as('bytes')])
        .where('files.league_id', '=', leagueId)
        .groupBy(['users.id', 'users.username'])
        .orderBy('bytes', 'desc')
        .orderBy('users.username')
        .execute()
      const bytes = await mediaBytes(db, { leagueId })
      return { bytes, people: people.map((row) => ({ username: row.username, bytes: Number(row.bytes) })) }
    },

    async findFile(leagueId, id) {
      const row = await db
        .selectFrom('feed_items')
        .innerJoin('feed_media', 'feed_media.item_id', 'feed_items.id')
        .select(['file_key as fileKey', 'content_type as contentType', 'size', 'grid_size as gridSize'])
        .select(['user_id as userId', 'hidden_at', 'hidden_reason', 'hidden_by'])
        .where('feed_items.id', '=', id)
        .where('feed_items.league_id', '=', leagueId)
        .executeTakeFirst()
      if (row === undefined) return null
      const { hidden_at, hidden_reason, hidden_by, ...file } = row
      return { ...file, hidden: toHidden({ hidden_at, hidden_reason, hidden_by }) }
    },

    async findExistingKeys(fileKeys) {
      if (fileKeys.length === 0) return new Set()
      const rows = await db
        .selectFrom('feed_media')
        .select('file_key')
        .where('file_key', 'in', fileKeys)
        .unionAll(db.selectFrom('media_drafts').select('file_key').where('file_key', 'in', fileKeys))
        .unionAll(
          db
            .selectFrom('owner_pictures')
            .select((eb) => eb.ref('file_key').$notNull().as('file_key'))
            .where('file_key', 'in', fileKeys),
        )
        .unionAll(db.selectFrom('trophy_pictures').select('file_key').where('file_key', 'in', fileKeys))
        .execute()
      return new Set(rows.map((row) => row.file_key))
    },
  }
}

const TOTAL_BYTES = sql<number | string>`coalesce(sum(files.bytes), 0)`

/** The files of media items and of posts to come, with those who uploaded them. */
function selectFiles(db: Kysely<Database>) {
  const bytes = sql<number>`size + coalesce(grid_size, 0)`.as('bytes')
  return db.selectFrom(
    db
      .selectFrom('feed_media')
      .innerJoin('feed_items', 'feed_items.id', 'feed_media.item_id')
      .select(['league_id', 'user_id', bytes])
      .unionAll(db.selectFrom('media_drafts').select(['league_id', 'user_id', bytes]))
      .as('files'),
  )
}

function toColumns({ kind, contentType, width, height, fileKey, size, gridSize }: NewMediaItem) {
  return { kind, content_type: contentType, width, height, file_key: fileKey, size, grid_size: gridSize }
}

const totalSize = (media: readonly NewMediaItem[]) =>
  media.reduce((sum, { size, gridSize }) => sum + size + (gridSize ?? 0), 0)

/** The total size of a league's or a person's media. */
async function mediaBytes(
  db: Kysely<Database>,
  { leagueId, userId }: { leagueId?: number; userId?: number },
): Promise<number> {
  let query = selectFiles(db).select(TOTAL_BYTES.as('bytes'))
  if (leagueId !== undefined) query = query.where('files.league_id', '=', leagueId)
  if (userId !== undefined) query = query.where('files.user_id', '=', userId)
  return Number((await query.executeTakeFirstOrThrow()).bytes)
}

/** Rejects with a FeedRejection if `added` bytes do not fit. */
async function checkQuotas(
  db: Kysely<Database>,
  { leagueId, userId }: Author,
  { personBytes, leagueBytes }: MediaQuotas,
  added: number,
): Promise<void> {
  if ((await mediaBytes(db, { userId })) + added > personBytes) throw new FeedRejection('person_storage_full')
  if ((await mediaBytes(db, { leagueId })) + added > leagueBytes)
    throw new FeedRejection('league_storage_full')
}

const selectMedia = compileOnce((db, value: ValueOf<{ ids: string }>) =>
  db
    .selectFrom('feed_media')
    .select(['item_id as id', 'post_id', 'kind', 'content_type as contentType', 'width', 'height'])
    .select(['caption', 'alt_text as altText'])
    .select(['likes_count as likes', 'comments_count as comments'])
    .where(isOneOf(db, 'item_id', value('ids'))),
)

/** Loads the details of media items by item ID. */
export async function loadMediaDetails(
  db: Kysely<Database>,
  ids: readonly number[],
): Promise<Map<number, MediaDetails>> {
  if (ids.length === 0) return new Map()
  const [rows, reactions] = await Promise.all([
    selectMedia(db, { ids: JSON.stringify(ids) }),
    loadItemReactions(db, ids),
  ])
  return new Map(
    rows.map(({ id, post_id, ...details }) => [
      id,
      { type: 'media', ...details, isInPost: post_id !== null, reactions: reactions.get(id) ?? [] },
    ]),
  )
}

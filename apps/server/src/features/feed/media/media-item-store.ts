import { type Kysely, sql } from 'kysely'
import { compileOnce, isOneOf, type ValueOf } from '../../../database/engine/compile-once.ts'
import type { Db } from '../../../database/engine/database.ts'
import type { Database } from '../../../database/schema/schema.ts'
import type { Reactions } from '../comments/comment-read-store.ts'
import { type Author, addItem, FeedRejection, inFeedTransaction } from '../items/item-store.ts'
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
}

export interface MediaItemStore {
  /**
   * Adds either all the media items, in order, or none. Returns their IDs. Rejects with `person_storage_full` or
   * `league_storage_full`.
   */
  add(author: Author, media: readonly NewMediaItem[], quotas: MediaQuotas, now: Date): Promise<number[]>
  /** Rejects like `add` if nothing more can be added. */
  rejectIfFull(author: Author, quotas: MediaQuotas): Promise<void>
  /** The size of a league's media in bytes: of each person, largest first, and of all. */
  readUsage(leagueId: number): Promise<{ bytes: number; people: { username: string; bytes: number }[] }>
  /** Returns null when the league has no such media item. */
  findFile(leagueId: number, id: number): Promise<MediaFile | null>
  /** Returns the keys that belong to a media item or an owner picture. */
  findExistingKeys(fileKeys: readonly string[]): Promise<Set<string>>
}

export function mediaItemStore(db: Db): MediaItemStore {
  return {
    add(author, media, quotas, now) {
      return inFeedTransaction(db, author.leagueId, async (transaction) => {
        await checkQuotas(transaction, author, quotas, totalSize(media))
        const ids: number[] = []
        for (const { kind, contentType, width, height, fileKey, size, gridSize } of media) {
          const id = await addItem(transaction, 'media', author, now)
          await transaction
            .insertInto('feed_media')
            .values({
              item_id: id,
              kind,
              content_type: contentType,
              width,
              height,
              file_key: fileKey,
              size,
              grid_size: gridSize,
            })
            .execute()
          ids.push(id)
        }
        return ids
      })
    },

    rejectIfFull: (author, quotas) => checkQuotas(db, author, quotas, 1),

    async readUsage(leagueId) {
      const people = await db
        .selectFrom('feed_items')
        .innerJoin('feed_media', 'feed_media.item_id', 'feed_items.id')
        .innerJoin('users', 'users.id', 'feed_items.user_id')
        .select(['users.username', TOTAL_BYTES.as('bytes')])
        .where('feed_items.league_id', '=', leagueId)
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
        .where('feed_items.id', '=', id)
        .where('feed_items.league_id', '=', leagueId)
        .executeTakeFirst()
      return row ?? null
    },

    async findExistingKeys(fileKeys) {
      if (fileKeys.length === 0) return new Set()
      const rows = await db
        .selectFrom('feed_media')
        .select('file_key')
        .where('file_key', 'in', fileKeys)
        .unionAll(
          db
            .selectFrom('owner_pictures')
            .select((eb) => eb.ref('file_key').$notNull().as('file_key'))
            .where('file_key', 'in', fileKeys),
        )
        .execute()
      return new Set(rows.map((row) => row.file_key))
    },
  }
}

const TOTAL_BYTES = sql<
  number | string
>`coalesce(sum(feed_media.size + coalesce(feed_media.grid_size, 0)), 0)`

const totalSize = (media: readonly NewMediaItem[]) =>
  media.reduce((sum, { size, gridSize }) => sum + size + (gridSize ?? 0), 0)

/** The total size of a league's or a person's media. */
async function mediaBytes(
  db: Kysely<Database>,
  { leagueId, userId }: { leagueId?: number; userId?: number },
): Promise<number> {
  let query = db
    .selectFrom('feed_items')
    .innerJoin('feed_media', 'feed_media.item_id', 'feed_items.id')
    .select(TOTAL_BYTES.as('bytes'))
  if (leagueId !== undefined) query = query.where('feed_items.league_id', '=', leagueId)
  if (userId !== undefined) query = query.where('feed_items.user_id', '=', userId)
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
    .select(['item_id as id', 'kind', 'content_type as contentType', 'width', 'height'])
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
    rows.map(({ id, ...details }) => [id, { type: 'media', ...details, reactions: reactions.get(id) ?? [] }]),
  )
}

import type { Db } from '../../../database/engine/database.ts'
import { type Author, addItem, inFeedTransaction } from '../items/feed-transaction.ts'
import type { PreparedMedia } from './prepare-media.ts'

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

export type MediaItemStore = ReturnType<typeof mediaItemStore>

export function mediaItemStore(db: Db) {
  return {
    /** Adds either all the media items, in order, or none. Returns their IDs. */
    async add(author: Author, media: readonly NewMediaItem[], now: Date): Promise<number[]> {
      return inFeedTransaction(db, author.leagueId, async (transaction) => {
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

    /** Returns null when the league has no such media item. */
    async findFile(leagueId: number, id: number): Promise<MediaFile | null> {
      const row = await db
        .selectFrom('feed_items')
        .innerJoin('feed_media', 'feed_media.item_id', 'feed_items.id')
        .select(['file_key', 'content_type', 'size', 'grid_size'])
        .where('feed_items.id', '=', id)
        .where('feed_items.league_id', '=', leagueId)
        .executeTakeFirst()
      if (row === undefined) return null
      return {
        fileKey: row.file_key,
        contentType: row.content_type,
        size: row.size,
        gridSize: row.grid_size,
      }
    },

    /** Returns the keys that belong to a media item. */
    async findExistingKeys(fileKeys: readonly string[]): Promise<Set<string>> {
      if (fileKeys.length === 0) return new Set()
      const rows = await db
        .selectFrom('feed_media')
        .select('file_key')
        .where('file_key', 'in', fileKeys)
        .execute()
      return new Set(rows.map((row) => row.file_key))
    },
  }
}

import { type Kysely, sql } from 'kysely'
import type { Database } from '../schema/schema.ts'

/** The key and the content type of a media file, and whether it has a thumbnail. */
export type MediaFile = { key: string; contentType: string; hasThumbnail: boolean }

/** The media files that a database refers to; empty if it was written by a release without media. */
export async function listMediaFiles(db: Kysely<Database>): Promise<MediaFile[]> {
  const tables = await db.introspection.getTables()
  if (!tables.some(({ name }) => name === 'feed_media')) return []
  const { rows } = await sql<{ file_key: string; content_type: string; has_grid: number }>`
    select file_key, content_type, case when grid_size is null then 0 else 1 end as has_grid
    from feed_media order by item_id`.execute(db)
  return rows.map((row) => ({
    key: row.file_key,
    contentType: row.content_type,
    hasThumbnail: row.has_grid === 1,
  }))
}

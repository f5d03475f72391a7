import { type Kysely, sql } from 'kysely'
import type { Database } from '../schema/schema.ts'

/** The content type of every owner picture, whatever the type of the uploaded image. */
export const OWNER_PICTURE_TYPE = 'image/jpeg'

/** The key and the content type of a media file, and whether it has a thumbnail. */
export type MediaFile = { key: string; contentType: string; hasThumbnail: boolean }

/** The media files that a database refers to; empty if it was written by a release without media. */
export async function listMediaFiles(db: Kysely<Database>): Promise<MediaFile[]> {
  const tables = await db.introspection.getTables()
  if (!tables.some(({ name }) => name === 'feed_media')) return []
  const { rows } = await sql<{ file_key: string; content_type: string; has_grid: number }>`
    select file_key, content_type, case when grid_size is null then 0 else 1 end as has_grid
    from feed_media order by item_id`.execute(db)
  const media = rows.map((row) => ({
    key: row.file_key,
    contentType: row.content_type,
    hasThumbnail: row.has_grid === 1,
  }))
  if (!tables.some(({ name }) => name === 'owner_pictures')) return media
  const { rows: pictures } = await sql<{ file_key: string }>`
    select file_key from owner_pictures where file_key is not null order by file_key`.execute(db)
  return [
    ...media,
    ...pictures.map((row) => ({
      key: row.file_key,
      contentType: OWNER_PICTURE_TYPE,
      hasThumbnail: false,
    })),
  ]
}

import { sql } from 'kysely'
import type { Db } from '../engine/database.ts'
import { hasTable } from '../engine/has-table.ts'

/** The content type of every picture of an owner or a trophy, whatever the type of the uploaded image. */
export const PICTURE_TYPE = 'image/jpeg'

const PICTURE_TABLES = ['owner_pictures', 'trophy_pictures']

export type MediaFile = { key: string; contentType: string; hasThumbnail: boolean }

/** The media files that a database refers to; those of an earlier release may lack some tables. */
export async function listMediaFiles(db: Db): Promise<MediaFile[]> {
  if (!(await hasTable(db, 'feed_media'))) return []
  const media = await listFilesOf(db, 'feed_media')
  if (await hasTable(db, 'media_drafts')) media.push(...(await listFilesOf(db, 'media_drafts')))
  for (const table of PICTURE_TABLES)
    if (await hasTable(db, table)) media.push(...(await listPictureFiles(db, table)))
  return media
}

async function listPictureFiles(db: Db, table: string): Promise<MediaFile[]> {
  const { rows } = await sql<{ file_key: string }>`
    select file_key from ${sql.table(table)} where file_key is not null order by file_key`.execute(db)
  return rows.map((row) => ({ key: row.file_key, contentType: PICTURE_TYPE, hasThumbnail: false }))
}

async function listFilesOf(db: Db, table: 'feed_media' | 'media_drafts'): Promise<MediaFile[]> {
  const { rows } = await sql<{ file_key: string; content_type: string; has_grid: number }>`
    select file_key, content_type, case when grid_size is null then 0 else 1 end as has_grid
    from ${sql.table(table)} order by file_key`.execute(db)
  return rows.map((row) => ({
    key: row.file_key,
    contentType: row.content_type,
    hasThumbnail: row.has_grid === 1,
  }))
}

import { sql } from 'kysely'
import type { Db } from '../engine/database.ts'
import { hasTable } from '../engine/dialect.ts'

/** The content type of every picture of an owner or a trophy, whatever the type of the uploaded image. */
export const PICTURE_TYPE = 'image/jpeg'

const PICTURE_TABLES = ['owner_pictures', 'trophy_pictures']

export type MediaFile = { key: string; contentType: string; hasThumbnail: boolean }

/** The media files that a database refers to; those of an earlier release may lack some tables. */
export async function listMediaFiles(db: Db): Promise<MediaFile[]> {
  if (!(await hasTable(db, 'feed_media'))) return []
  const media = await listFilesOf(db, 'feed_media')
  if (await hasTable(db, 'media_drafts')) media.push(...(await listFilesOf(db, 'media_drafts')))
  for (const table of PICTURE_TABLES) {
    if (!(await hasTable(db, table))) continue
    const { rows } = await sql<{ key: string }>`
      select file_key as key from ${sql.table(table)} where file_key is not null order by file_key`.execute(
      db,
    )
    media.push(...rows.map(({ key }) => ({ key, contentType: PICTURE_TYPE, hasThumbnail: false })))
  }
  return media
}

async function listFilesOf(db: Db, table: 'feed_media' | 'media_drafts'): Promise<MediaFile[]> {
  const { rows } = await sql<{ key: string; contentType: string; hasGrid: number }>`
    select file_key as key, content_type as "contentType", case when grid_size is null then 0 else 1 end as "hasGrid"
    from ${sql.table(table)} order by file_key`.execute(db)
  return rows.map(({ hasGrid, ...file }) => ({ ...file, hasThumbnail: hasGrid === 1 }))
}

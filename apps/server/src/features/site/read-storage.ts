import { sql } from 'kysely'
import type { Db } from '../../database/engine/database.ts'
import { usesPostgres } from '../../database/engine/dialect.ts'

export async function readStorage(db: Db): Promise<{ databaseBytes: number; mediaBytes: number }> {
  const databaseSize = usesPostgres(db)
    ? sql<{ bytes: number | string }>`select pg_database_size(current_database()) as bytes`
    : sql<{
        bytes: number
      }>`select page_count * page_size as bytes from pragma_page_count(), pragma_page_size()`
  const { rows } = await databaseSize.execute(db)
  const media = await Promise.all([sumSizes(db, 'feed_media'), sumSizes(db, 'media_drafts')])
  return {
    databaseBytes: Number(rows[0]?.bytes ?? 0),
    mediaBytes: media.reduce((sum, bytes) => sum + bytes, 0),
  }
}

async function sumSizes(db: Db, table: 'feed_media' | 'media_drafts'): Promise<number> {
  const row = await db
    .selectFrom(table)
    .select(sql<number | string | null>`sum(size * 1.0 + coalesce(grid_size, 0))`.as('bytes'))
    .executeTakeFirst()
  return Number(row?.bytes ?? 0)
}

/** When the first account was created; `now` without accounts. */
export async function readSiteSince(db: Db, now: Date): Promise<Date> {
  const row = await db
    .selectFrom('users')
    .select(({ fn }) => fn.min('created_at').as('since'))
    .executeTakeFirst()
  return row?.since == null ? now : new Date(row.since)
}

import type { Kysely } from 'kysely'
import type { Database } from '../../database/schema.ts'

/** What a medium has beside its head. */
export type MediaDetails = {
  kind: 'image' | 'video'
  contentType: string
  /** In pixels; null where unknown. */
  width: number | null
  height: number | null
}

/** The media of these numbers. */
export async function loadMediaDetails(
  db: Kysely<Database>,
  ids: readonly number[],
): Promise<Map<number, MediaDetails>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('feed_media')
    .select(['item_id', 'kind', 'content_type', 'width', 'height'])
    .where('item_id', 'in', ids)
    .execute()
  return new Map(
    rows.map((row) => [
      row.item_id,
      { kind: row.kind, contentType: row.content_type, width: row.width, height: row.height },
    ]),
  )
}

import type { Kysely } from 'kysely'
import type { Database } from '../../../database/schema/schema.ts'

/** The fields of a media item in addition to those in `FeedItemBase`. */
export type MediaDetails = {
  kind: 'image' | 'video'
  contentType: string
  /** In pixels; null when unknown. */
  width: number | null
  height: number | null
}

/** Loads the details of media items by item ID. */
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

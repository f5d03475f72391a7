import type { NewPostMedia as NewPostMediaSchema } from '@fieldhouse/contract/media'
import type { Kysely, Transaction } from 'kysely'
import type { z } from 'zod'
import { compileOnce, isOneOf, type ValueOf } from '../../../database/engine/compile-once.ts'
import type { Database } from '../../../database/schema/schema.ts'
import { type Author, FeedRejection, insertItem } from '../items/item-store.ts'

export type NewPostMedia = z.output<typeof NewPostMediaSchema>

/** A file of a post. */
export type PostMedia = {
  /** The ID of the media item. */
  id: number
  kind: 'image' | 'video'
  contentType: string
  /** In pixels; null when unknown. */
  width: number | null
  height: number | null
  caption: string
  altText: string
}

/**
 * Makes uploaded files a part of a post, as media items that the feed does not list. Rejects with `media_not_found`
 * unless the author has uploaded all of them for a post in this league.
 */
export async function attachFiles(
  transaction: Transaction<Database>,
  { leagueId, userId }: Author,
  postId: number,
  media: NewPostMedia,
  now: Date,
): Promise<void> {
  if (media.length === 0) return
  const drafts = await transaction
    .deleteFrom('media_drafts')
    .where('league_id', '=', leagueId)
    .where('user_id', '=', userId)
    .where(
      'file_key',
      'in',
      media.map(({ key }) => key),
    )
    .returning(['file_key', 'kind', 'content_type', 'width', 'height', 'size', 'grid_size'])
    .execute()
  for (const [position, { key, caption, alt_text }] of media.entries()) {
    const draft = drafts.find(({ file_key }) => file_key === key)
    if (draft === undefined) throw new FeedRejection('media_not_found')
    const [item] = await insertItem(transaction, {
      leagueId,
      type: 'media',
      userId,
      isListed: 0,
      createdAt: now.getTime(),
    })
    if (item === undefined) throw new Error('the new item has no ID')
    await transaction
      .insertInto('feed_media')
      .values({ ...draft, item_id: item.id, post_id: postId, position, caption, alt_text })
      .execute()
  }
}

const selectPostMedia = compileOnce((db, value: ValueOf<{ ids: string }>) =>
  db
    .selectFrom('feed_media')
    .select(['post_id as postId', 'item_id as id', 'kind', 'content_type as contentType'])
    .select(['width', 'height', 'caption', 'alt_text as altText'])
    .where(isOneOf(db, 'post_id', value('ids')))
    .orderBy('position'),
)

/** Loads the files of posts, by post, in display order. Posts without any are missing. */
export async function loadPostMedia(
  db: Kysely<Database>,
  postIds: readonly number[],
): Promise<Map<number | null, PostMedia[]>> {
  const rows = await selectPostMedia(db, { ids: JSON.stringify(postIds) })
  const media = new Map<number | null, PostMedia[]>()
  for (const [postId, files] of Map.groupBy(rows, (row) => row.postId))
    media.set(
      postId,
      files.map(({ id, kind, contentType, width, height, caption, altText }) => ({
        id,
        kind,
        contentType,
        width,
        height,
        caption,
        altText,
      })),
    )
  return media
}

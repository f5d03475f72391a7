import { createHash } from 'node:crypto'
import { DAY_MS, HOUR_MS } from '@fieldhouse/domain/duration'
import type { Transaction } from 'kysely'
import { executeTogether } from '../../../database/engine/compile-once.ts'
import type { Db } from '../../../database/engine/database.ts'
import { inTransaction } from '../../../database/engine/transaction.ts'
import type { Database } from '../../../database/schema/schema.ts'
import { insertJobs } from '../../../jobs/job-queue-store.ts'
import type { PreviewResult } from '../../../providers/link-previews/link-preview-source.ts'
import {
  type Author,
  FeedRejection,
  inFeedTransaction,
  itemLock,
  publishItemChange,
  requireItem,
} from '../items/item-store.ts'

export const LINK_PREVIEW_JOB = 'link-preview'

/** When a page is requested again, if somebody links to it then. */
const FETCH_AGAIN_MS: Record<PreviewResult['kind'], number> = {
  found: 7 * DAY_MS,
  none: 1 * DAY_MS,
  unreachable: 1 * HOUR_MS,
}
/** How long a preview that no post shows is kept, because others may link to the page. */
const UNUSED_MS = 30 * DAY_MS

export interface PreviewStore {
  /** The URL of a preview that has to be fetched; null if it was fetched meanwhile, or is gone. */
  findDue(urlKey: string, now: Date): Promise<string | null>
  /** Stores what a page says, and publishes it to all posts that link to it. A failure changes no preview. */
  save(urlKey: string, result: PreviewResult, now: Date): Promise<void>
  /**
   * Removes the preview of a post. Rejects with `item_not_found`, also without a preview, and with `not_allowed` unless
   * the user is the author or may manage the league.
   */
  remove(author: Author, postId: number, now: Date): Promise<void>
  /** Deletes the previews that no post has, and that nobody has linked to for a month. */
  deleteUnused(now: Date): Promise<void>
}

export function previewStore(db: Db): PreviewStore {
  return {
    async findDue(urlKey, now) {
      const preview = await db
        .selectFrom('link_previews')
        .select('url')
        .where('url_key', '=', urlKey)
        .where('fetch_after', '<=', now.getTime())
        .executeTakeFirst()
      return preview?.url ?? null
    },

    async save(urlKey, result, now) {
      await inTransaction(db, async (transaction) => {
        const found =
          result.kind === 'found'
            ? {
                title: result.preview.title,
                description: result.preview.description,
                site_name: result.preview.siteName,
                image_url: result.preview.imageUrl,
              }
            : {}
        await transaction
          .updateTable('link_previews')
          .set({ ...found, fetch_after: now.getTime() + FETCH_AGAIN_MS[result.kind] })
          .where('url_key', '=', urlKey)
          .execute()
        if (result.kind === 'found') await publishPreview(transaction, urlKey, now)
      })
    },

    remove(author, postId, now) {
      return inFeedTransaction(db, author.leagueId, async (transaction) => {
        const item = await requireItem(transaction, author.leagueId, 'post', postId)
        if (item.userId !== author.userId && !author.canRunLeague) throw new FeedRejection('not_allowed')
        const { numUpdatedRows } = await transaction
          .updateTable('post_links')
          .set({ is_removed: 1 })
          .where('post_id', '=', postId)
          .where('is_removed', '=', 0)
          .executeTakeFirst()
        if (numUpdatedRows === 0n) throw new FeedRejection('item_not_found')
        await publishItemChange(transaction, author.leagueId, item, { fields: ['preview'] }, now)
      })
    },

    async deleteUnused(now) {
      await db
        .deleteFrom('link_previews')
        .where('used_at', '<', now.getTime() - UNUSED_MS)
        .where('url_key', 'not in', (query) => query.selectFrom('post_links').select('url_key'))
        .execute()
    },
  }
}

/** Publishes the preview of a page to the posts that show it, in the order in which other transactions lock them. */
async function publishPreview(transaction: Transaction<Database>, urlKey: string, now: Date): Promise<void> {
  const posts = await transaction
    .selectFrom('post_links')
    .innerJoin('feed_items', 'feed_items.id', 'post_links.post_id')
    .select(['feed_items.id', 'feed_items.league_id as leagueId'])
    .where('post_links.url_key', '=', urlKey)
    .where('post_links.is_removed', '=', 0)
    .orderBy('feed_items.league_id')
    .orderBy('feed_items.id')
    .execute()
  for (const { id, leagueId } of posts) {
    const [, [item]] = await executeTogether(transaction, itemLock(transaction, leagueId, 'post', id))
    if (item === undefined) continue
    await publishItemChange(transaction, leagueId, item, { fields: ['preview'] }, now)
  }
}

/**
 * Stores which page a post links to; null for none. A page that was not fetched lately is fetched by a job. Returns
 * whether the preview of the post has changed, other than by being fetched later.
 */
export async function linkPost(
  transaction: Transaction<Database>,
  postId: number,
  url: string | null,
  now: Date,
): Promise<boolean> {
  const before = await transaction
    .selectFrom('post_links')
    .select('url_key')
    .where('post_id', '=', postId)
    .executeTakeFirst()
  if (url === null) {
    if (before === undefined) return false
    await transaction.deleteFrom('post_links').where('post_id', '=', postId).execute()
    return true
  }
  const urlKey = createHash('sha256').update(url).digest('hex')
  if (before?.url_key === urlKey) return false
  const usedAt = now.getTime()
  const preview = await transaction
    .insertInto('link_previews')
    .values({ url_key: urlKey, url, fetch_after: 0, used_at: usedAt })
    .onConflict((conflict) => conflict.column('url_key').doUpdateSet({ used_at: usedAt }))
    .returning('fetch_after')
    .executeTakeFirstOrThrow()
  await transaction
    .insertInto('post_links')
    .values({ post_id: postId, url_key: urlKey })
    .onConflict((conflict) => conflict.column('post_id').doUpdateSet({ url_key: urlKey, is_removed: 0 }))
    .execute()
  if (preview.fetch_after <= usedAt) await insertJobs(transaction, [previewRequest(urlKey, url)], now)
  return true
}

function previewRequest(urlKey: string, url: string) {
  const { host } = new URL(url)
  return {
    kind: LINK_PREVIEW_JOB,
    uniqueKey: `${LINK_PREVIEW_JOB}:${urlKey}`,
    destination: host,
    payload: { urlKey },
  }
}

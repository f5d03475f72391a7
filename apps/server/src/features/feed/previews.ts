import { createHash } from 'node:crypto'
import { DAY_MS, HOUR_MS } from '@fieldhouse/domain/duration'
import { findPreviewLink } from '@fieldhouse/domain/league/text-links'
import { z } from 'zod'
import type { Context } from '../../context.ts'
import { type Db, type DbTransaction, inTransaction } from '../../database/engine/database.ts'
import { upsert } from '../../database/engine/queries.ts'
import { ApiError } from '../../http/errors/api-error.ts'
import { toWire } from '../../http/to-wire.ts'
import type { JobKind, ScheduledJob } from '../../jobs/job.ts'
import { insertJobs } from '../../jobs/job-store.ts'
import type { LinkPreviewSource, PreviewResult } from '../../providers/link-previews.ts'
import {
  type FeedCall,
  type FeedUser,
  inFeedTransaction,
  lockItem,
  publishItemChange,
  requireItem,
} from './items.ts'

const LINK_PREVIEW_JOB = 'link-preview'

const FETCH_AGAIN_MS: Record<PreviewResult['kind'], number> = {
  found: 7 * DAY_MS,
  none: 1 * DAY_MS,
  unreachable: 1 * HOUR_MS,
}
/** How long a preview that no post shows is kept, because others may link to the page. */
const UNUSED_MS = 30 * DAY_MS

/** The URL of the page that a text previews; null without one, and undefined when previews are turned off. */
export function previewLinkIn(text: string, { ctx, request }: FeedCall): string | null | undefined {
  if (ctx.linkPreviews === null) return undefined
  return findPreviewLink(text, [request.host, new URL(ctx.publicUrl()).host])
}

export function startFetch({ ctx }: FeedCall, url: string | null | undefined): void {
  if (url != null) ctx.jobs.wake()
}

type PreviewJobOptions = Pick<Context, 'db' | 'now'> & {
  linkPreviews: Pick<LinkPreviewSource, 'read'> | null
  log: Pick<Context['log'], 'debug'>
}

const Payload = z.object({ urlKey: z.string() })

/** Fetches what a page says about itself. A failure is remembered like a page without a preview. */
export function previewJob({ db, linkPreviews, log, now }: PreviewJobOptions): JobKind {
  return {
    kind: LINK_PREVIEW_JOB,
    async run({ payload, signal }) {
      const { urlKey } = Payload.parse(payload)
      const due = await db
        .selectFrom('link_previews')
        .select('url')
        .where('url_key', '=', urlKey)
        .where('fetch_after', '<=', now().getTime())
        .executeTakeFirst()
      // Those that are queued are not fetched when previews are turned off.
      if (linkPreviews === null || due === undefined) return undefined
      const result = await linkPreviews.read(due.url, signal)
      if (result.kind !== 'found') log.debug({ url: due.url, reason: result.reason }, 'link has no preview')
      await savePreview(db, urlKey, result, now())
    },
    maxConcurrent: 4,
    maxConcurrentPerDestination: 1,
    isShort: true,
  }
}

export function previewCleanupJob(db: Db, now: () => Date): ScheduledJob {
  return {
    name: 'link-preview-clean-up',
    schedule: '17 5 * * *',
    async run() {
      await db
        .deleteFrom('link_previews')
        .where('used_at', '<', now().getTime() - UNUSED_MS)
        .where('url_key', 'not in', (query) => query.selectFrom('post_links').select('url_key'))
        .execute()
    },
  }
}

/** Stores what a page says, and publishes it to all posts that link to it. A failure changes no preview. */
async function savePreview(db: Db, urlKey: string, result: PreviewResult, now: Date): Promise<void> {
  await inTransaction(db, async (transaction) => {
    const found = result.kind === 'found' ? toWire(result.preview) : {}
    await transaction
      .updateTable('link_previews')
      .set({ ...found, fetch_after: now.getTime() + FETCH_AGAIN_MS[result.kind] })
      .where('url_key', '=', urlKey)
      .execute()
    if (result.kind === 'found') await publishPreview(transaction, urlKey, now)
  })
}

/**
 * Rejects with `item_not_found`, also without a preview, and with `not_allowed` unless the user is the author or may
 * manage the league.
 */
export function removePreview(db: Db, user: FeedUser, postId: number): Promise<void> {
  return inFeedTransaction(db, user.leagueId, async (transaction) => {
    const item = await requireItem(transaction, user.leagueId, 'post', postId)
    if (item.user_id !== user.userId && !user.canRunLeague) throw new ApiError('not_allowed')
    const { numUpdatedRows } = await transaction
      .updateTable('post_links')
      .set({ is_removed: 1 })
      .where((eb) => eb.and({ post_id: postId, is_removed: 0 }))
      .executeTakeFirst()
    if (numUpdatedRows === 0n) throw new ApiError('item_not_found')
    await publishItemChange(transaction, user, item, { fields: ['preview'] })
  })
}

/** Publishes the preview of a page to the posts that show it, in the order in which other transactions lock them. */
async function publishPreview(transaction: DbTransaction, urlKey: string, now: Date): Promise<void> {
  const posts = await transaction
    .selectFrom('post_links')
    .innerJoin('feed_items', 'feed_items.id', 'post_links.post_id')
    .select(['feed_items.id', 'feed_items.league_id as leagueId'])
    .where((eb) => eb.and({ 'post_links.url_key': urlKey, 'post_links.is_removed': 0 }))
    .orderBy('feed_items.league_id')
    .orderBy('feed_items.id')
    .execute()
  for (const { id, leagueId } of posts) {
    const item = await lockItem(transaction, leagueId, id, 'post').catch((error: unknown) => {
      // The post was deleted in the meantime.
      if (error instanceof ApiError) return null
      throw error
    })
    if (item !== null) await publishItemChange(transaction, { leagueId, now }, item, { fields: ['preview'] })
  }
}

/**
 * A page that was not fetched lately is fetched by a job. Returns whether the preview of the post has changed, other
 * than by being fetched later.
 */
export async function linkPost(
  transaction: DbTransaction,
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
  await upsert(transaction, 'post_links', { post_id: postId }, { url_key: urlKey, is_removed: 0 })
  if (preview.fetch_after <= usedAt) {
    const uniqueKey = `${LINK_PREVIEW_JOB}:${urlKey}`
    const destination = new URL(url).host
    await insertJobs(
      transaction,
      [{ kind: LINK_PREVIEW_JOB, uniqueKey, destination, payload: { urlKey } }],
      now,
    )
  }
  return true
}

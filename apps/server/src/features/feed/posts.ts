import { createHash } from 'node:crypto'
import type { createPost } from '@fieldhouse/contract/feed/feed'
import { DAY_MS, HOUR_MS } from '@fieldhouse/domain/duration'
import { type Mention, shiftRanges, targetKey } from '@fieldhouse/domain/league/mentions'
import type { Reaction } from '@fieldhouse/domain/league/reactions'
import { findPreviewLink, isEditable } from '@fieldhouse/domain/league/text-links'
import { z } from 'zod'
import type { Context } from '../../context.ts'
import { type Db, type DbTransaction, inTransaction } from '../../database/engine/database.ts'
import { executeTogether, isOneOf } from '../../database/engine/dialect.ts'
import { upsert } from '../../database/engine/queries.ts'
import { ApiError } from '../../http/errors/api-error.ts'
import type { Call } from '../../http/operation.ts'
import { toWire } from '../../http/to-wire.ts'
import { cleanUpJob, type JobKind, type ScheduledJob } from '../../jobs/job.ts'
import { insertJobs } from '../../jobs/job-store.ts'
import type { LinkPreviewSource, PreviewResult } from '../../providers/link-previews.ts'
import { personLock, sharedLeagueLock } from '../../repositories/change-league.ts'
import {
  addItem,
  type FeedCall,
  type FeedUser,
  type ItemChange,
  inFeedTransaction,
  insertItem,
  lockItem,
  publishItemChange,
  recordFeedAudit,
  rejectIfHidden,
  rejectTooSoon,
  requireItem,
  type StoredItem,
  type Subject,
} from './items.ts'
import { listMentions, type StoredMention, saveMentions } from './mentions.ts'

const REPEAT_WINDOW_MS = 10_000

type NewPost = Call<typeof createPost>['body']

/**
 * Returns the new post's ID. What the same person sends again is one post: with the same key, which the browser sends
 * with each attempt, or without one, the same text without files within ten seconds. The ID may be that of a post that
 * has been deleted. Rejects like `saveMentions`, `rejectTooSoon` and `attachFiles`.
 * @param post `link`: the page to preview; null or undefined for none
 */
export function addPost(
  db: Db,
  user: FeedUser,
  post: NewPost & { link: string | null | undefined },
): Promise<number> {
  const { content, mentions = [], link, media, key = '' } = post
  const { leagueId, userId, now } = user
  return inTransaction(db, async (transaction) => {
    const [[league]] = await executeTogether(transaction, [
      sharedLeagueLock(transaction, leagueId),
      personLock(transaction, leagueId, userId),
    ])
    const isKeyless = key === '' && media.length === 0
    const repeated =
      (await findSentPost(transaction, user, key)) ??
      (isKeyless ? await findRepeatedPost(transaction, user, content) : undefined)
    if (repeated !== undefined) return repeated.id
    await rejectTooSoon(transaction, user, 'text', league?.slowModeSeconds ?? 0)
    const id = await addItem(transaction, 'post', user)
    await transaction.insertInto('feed_posts').values({ item_id: id, content }).execute()
    await attachFiles(transaction, user, id, media)
    await saveMentions(transaction, user, { type: 'item', id }, mentions)
    if (link != null) await linkPost(transaction, id, link, now)
    if (key !== '')
      await transaction
        .insertInto('post_keys')
        .values({ league_id: leagueId, user_id: userId, key, post_id: id, created_at: now.getTime() })
        .execute()
    return id
  })
}

function findSentPost(db: Db, { leagueId, userId }: FeedUser, key: string) {
  return db
    .selectFrom('post_keys')
    .select('post_id as id')
    .where((eb) => eb.and({ league_id: leagueId, user_id: userId, key }))
    .executeTakeFirst()
}

/** The post that a second click or a repeated request sends again. */
function findRepeatedPost(db: Db, { leagueId, userId, now }: FeedUser, content: string) {
  return db
    .selectFrom('feed_items')
    .innerJoin('feed_posts', 'feed_posts.item_id', 'feed_items.id')
    .select('feed_items.id')
    .where((eb) => eb.and({ 'feed_items.league_id': leagueId, 'feed_items.user_id': userId }))
    .where('feed_items.created_at', '>', now.getTime() - REPEAT_WINDOW_MS)
    .where('feed_posts.content', '=', content)
    .limit(1)
    .executeTakeFirst()
}

/**
 * Makes uploaded files a part of a post, as media items that the feed does not list. Rejects with `media_not_found`
 * unless the author has uploaded all of them for a post in this league.
 */
async function attachFiles(
  transaction: DbTransaction,
  user: FeedUser,
  postId: number,
  media: NewPost['media'],
): Promise<void> {
  if (media.length === 0) return
  const { leagueId, userId } = user
  const keys = media.map(({ key }) => key)
  const drafts = await transaction
    .deleteFrom('media_drafts')
    .where((eb) => eb.and({ league_id: leagueId, user_id: userId }))
    .where('file_key', 'in', keys)
    .returning(['file_key', 'kind', 'content_type', 'width', 'height', 'size', 'grid_size'])
    .execute()
  for (const [position, { key, caption, alt_text }] of media.entries()) {
    const draft = drafts.find(({ file_key }) => file_key === key)
    if (draft === undefined) throw new ApiError('media_not_found')
    const id = await insertItem(transaction, user, 'media', userId, false)
    await transaction
      .insertInto('feed_media')
      .values({ ...draft, item_id: id, post_id: postId, position, caption, alt_text })
      .execute()
  }
}

/**
 * Rejects with `item_not_found`, and like `authorizeEdit` and `prepareEdit`.
 * @param link the page to preview; null for none, undefined when previews are turned off
 */
export function changePost(
  db: Db,
  user: FeedUser,
  id: number,
  edit: TextEdit,
  link: string | null | undefined,
): Promise<void> {
  const { leagueId, now } = user
  return inFeedTransaction(db, leagueId, async (transaction) => {
    const item = await requireItem(transaction, leagueId, 'post', id)
    const stored = await transaction
      .selectFrom('feed_posts')
      .select(['content as text', 'version', 'edited_at'])
      .where('item_id', '=', id)
      .executeTakeFirstOrThrow()
    authorizeEdit(item, user)
    rejectIfHidden(item)
    const text = { ...stored, subject: { type: 'item', id }, field: 'content' } as const
    const saveEdited = await prepareEdit(transaction, user, text, edit)
    if (saveEdited === null) return
    await transaction
      .updateTable('feed_posts')
      .set({ content: edit.text, version: stored.version + 1, edited_at: now.getTime() })
      .where('item_id', '=', id)
      .execute()
    await saveEdited()
    await recordFeedAudit(transaction, user, 'feed.edit', { type: 'post', id })
    const hasOtherLink = link !== undefined && (await linkPost(transaction, id, link, now))
    const fields: NonNullable<ItemChange['fields']> = ['content', 'mentions', 'edited_at']
    if (hasOtherLink) fields.push('preview')
    await publishItemChange(transaction, user, item, { fields })
  })
}

/** Creates a pinned post by the league itself rather than by a member. Returns the post's ID. */
export async function pinLeaguePost(
  transaction: DbTransaction,
  leagueId: number,
  content: string,
  now: Date,
): Promise<number> {
  const id = await addItem(transaction, 'post', { leagueId, userId: null, now })
  await transaction.insertInto('feed_posts').values({ item_id: id, content }).execute()
  await transaction.updateTable('feed_items').set({ is_pinned: 1 }).where('id', '=', id).execute()
  return id
}

export async function unpinPosts(
  transaction: DbTransaction,
  leagueId: number,
  ids: readonly number[],
  now: Date,
): Promise<void> {
  for (const id of ids) {
    const post = await transaction
      .updateTable('feed_items')
      .set({ is_pinned: 0 })
      .where((eb) => eb.and({ id, is_pinned: 1 }))
      .returning(['id', 'type', 'version'])
      .executeTakeFirst()
    if (post !== undefined)
      await publishItemChange(transaction, { leagueId, now }, post, { fields: ['pinned'] })
  }
}

export type GivenReaction = { user_id: number; reaction: Reaction }

type ReactionChange = { reaction: Reaction; on: boolean }

// The tables of items and comments have the same columns, but for the ID of what was reacted to.
const tableOf = (type: Subject['type']) => `${type}_reactions` as 'item_reactions'
const columnOf = (type: Subject['type']) => `${type}_id` as 'item_id'

export async function changeReaction(
  transaction: DbTransaction,
  { userId, now }: FeedUser,
  { type, id }: Subject,
  { reaction, on }: ReactionChange,
): Promise<boolean> {
  if (on) {
    const subject = { [columnOf(type)]: id }
    const { numInsertedOrUpdatedRows } = await transaction
      .insertInto(tableOf(type))
      .values({ ...subject, user_id: userId, reaction, created_at: now.getTime() })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirst()
    return numInsertedOrUpdatedRows !== 0n
  }
  const { numDeletedRows } = await transaction
    .deleteFrom(tableOf(type))
    .where(columnOf(type), '=', id)
    .where((eb) => eb.and({ user_id: userId, reaction }))
    .executeTakeFirst()
  return numDeletedRows !== 0n
}

/** The oldest first. */
export async function listReactions(db: Db, { type, id }: Subject): Promise<GivenReaction[]> {
  return (await loadReactions(db, type, [id])).get(id) ?? []
}

/** Loads the reactions to items or comments by ID, the oldest first. */
export async function loadReactions(
  db: Db,
  type: Subject['type'],
  ids: readonly number[],
): Promise<Map<number, GivenReaction[]>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom(tableOf(type))
    .select([`${columnOf(type)} as subjectId`, 'user_id', 'reaction'])
    .where(isOneOf(db, columnOf(type), ids))
    .orderBy('created_at')
    .orderBy('user_id')
    .execute()
  return Map.groupBy(rows, ({ subjectId }) => subjectId)
}

// Edits of posts and comments by their authors, within 15 minutes.

/** The new text, and the version that the author has read. `mentions` is undefined if the client does not know them. */
type TextEdit = { text: string; mentions?: readonly Mention[] | undefined; version: number }

/** Rejects with `not_allowed` for texts of others and imported ones, and with `edit_closed`. */
export function authorizeEdit(
  written: Pick<StoredItem, 'user_id' | 'created_at' | 'imported_person_id'>,
  author: FeedUser,
): void {
  const isImported = written.imported_person_id !== null
  if (written.user_id !== author.userId || isImported) throw new ApiError('not_allowed')
  if (!isEditable(written.created_at, author.now)) throw new ApiError('edit_closed')
}

type StoredText = {
  subject: Subject
  field: 'content' | 'body'
  text: string
  version: number
  edited_at: number | null
}

/**
 * Returns what saves the mentions of the new text, and rejects like `saveMentions`; null if the edit changes
 * neither the text nor its mentions. Rejects with `edit_conflict` if the author has not read what it would replace,
 * because it was edited on another device. Without known mentions, those in the unchanged parts of the text stay.
 */
export async function prepareEdit(
  transaction: DbTransaction,
  author: FeedUser,
  { subject, field, text: before, version: storedVersion, edited_at }: StoredText,
  { text: after, mentions, version }: TextEdit,
): Promise<(() => Promise<StoredMention[]>) | null> {
  const stored = await listMentions(transaction, subject)
  const next: readonly Mention[] = mentions ?? shiftRanges(stored, before, after)
  const keyOf = (mention: Mention) => `${mention.start} ${mention.length} ${targetKey(mention)}`
  const storedKeys = new Set(stored.map(keyOf))
  const hasSame = next.length === stored.length && next.every((mention) => storedKeys.has(keyOf(mention)))
  if (after === before && hasSame) return null
  if (version === storedVersion) return () => saveMentions(transaction, author, subject, next, stored)
  const at = edited_at === null ? null : new Date(edited_at)
  const newer = (value: string | number) => ({ value, by: author.username, at })
  throw new ApiError('edit_conflict', {
    newer: { [field]: newer(before), version: newer(storedVersion) },
  })
}

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
  return cleanUpJob('link-preview-clean-up', '17 5 * * *', [
    () =>
      db
        .deleteFrom('link_previews')
        .where('used_at', '<', now().getTime() - UNUSED_MS)
        .where('url_key', 'not in', (query) => query.selectFrom('post_links').select('url_key')),
  ])
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
async function linkPost(
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

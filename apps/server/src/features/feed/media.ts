import { randomUUID } from 'node:crypto'
import { opendir, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { MAX_MEDIA_FILES } from '@fieldhouse/contract/feed/items'
import * as contract from '@fieldhouse/contract/feed/media'
import { DAY_MS } from '@fieldhouse/domain/duration'
import type { FastifyBaseLogger, FastifyReply } from 'fastify'
import { type Selectable, sql } from 'kysely'
import type { Context } from '../../context.ts'
import type { Db } from '../../database/engine/database.ts'
import { inBatches } from '../../database/engine/queries.ts'
import type { Database } from '../../database/schema/schema.ts'
import { ApiError, invalidField, orThrow } from '../../http/errors/api-error.ts'
import { type UploadForm, uploadQueue, withUploads } from '../../http/file-transfers.ts'
import { type Call, operation } from '../../http/operation.ts'
import type { ScheduledJob } from '../../jobs/job.ts'
import { detectFileKind, ImageTooLargeError, UnreadableImageError } from '../../media/file-kind.ts'
import { nullIfMissing } from '../../media/file-store.ts'
import {
  fileKeyOf,
  type MediaStore,
  MediaUnreachableError,
  parseByteRange,
  THUMBNAIL_TYPE,
  thumbnailKeyOf,
} from '../../media/media-store.ts'
import { removeVideoMetadata } from '../../media/video-metadata.ts'
import { findItem } from './feed-reader.ts'
import {
  addItem,
  type FeedCall,
  type FeedUser,
  inFeedTransaction,
  limitRate,
  rejectTooSoon,
  removeItem,
  userOf,
} from './items.ts'
import { canSeeContent } from './present.ts'

export const media = [
  operation(contract.uploadMedia, async (call) => {
    const ids = await receive(call, (files) => addMedia(call.ctx, userOf(call), files))
    const viewer = userOf(call)
    return {
      items: await Promise.all(
        ids.map(async (id) => orThrow(await findItem(call.ctx, viewer, 'media', id), 'item_not_found')),
      ),
    }
  }),

  operation(contract.uploadPostMedia, async (call) => {
    const drafts = await receive(call, async (files) => {
      await addDrafts(call.ctx, userOf(call), files)
      return files
    })
    return {
      media: drafts.map(({ file_key: key, kind, content_type, width, height }) => {
        return { key, kind, content_type, width, height }
      }),
    }
  }),

  /** Deletes a file that the author has uploaded for a post, unless a post contains it. */
  operation(contract.discardPostMedia, async ({ ctx, league, user, params: { key }, request }) => {
    const { numDeletedRows } = await ctx.db
      .deleteFrom('media_drafts')
      .where((eb) => eb.and({ file_key: key, league_id: league.id, user_id: user.userId }))
      .executeTakeFirst()
    if (numDeletedRows > 0n) await removeFiles(ctx.media, [key], request.log)
    return { message: 'Upload deleted.' }
  }),

  operation(contract.getMediaFile, async (call) => {
    const file = orThrow(await findFile(call.ctx.db, call.league.id, call.params.id), 'item_not_found')
    if (!canSeeContent(file, userOf(call))) throw new ApiError('item_not_found')
    const { file_key, content_type, size, grid_size } = file
    return call.query.size === 'grid' && grid_size !== null
      ? sendFile(call, thumbnailKeyOf(file_key), THUMBNAIL_TYPE, grid_size)
      : sendFile(call, file_key, content_type, size)
  }),

  operation(contract.getLeagueStorage, async ({ ctx, league }) => {
    const { bytes, people } = await readUsage(ctx.db, league.id)
    const { leagueBytes, personBytes } = quotasOf(ctx)
    return { used_bytes: bytes, limit_bytes: leagueBytes, person_limit_bytes: personBytes, people }
  }),

  operation(contract.deleteMedia, async (call) => {
    const { ctx, params, request } = call
    await removeFiles(ctx.media, await removeItem(ctx.db, userOf(call), 'media', params.id), request.log)
    return { message: 'Upload deleted.' }
  }),
]

/** Receives the files of a form and stores them, then runs `work`. If that fails, no file stays. */
async function receive<Result>(call: FeedCall, work: (stored: NewMediaFile[]) => Promise<Result>) {
  const { ctx, request, user } = call
  await limitRate(call, 'uploads')
  await checkQuotas(ctx.db, ctx, userOf(call), 1)
  const form = { ...MEDIA_FORM, maxFileBytes: ctx.settings.MAX_UPLOAD_MB * 1024 * 1024 }
  return withUploads(request, form, ctx.media.stagingFolder, async (paths) => {
    const prepared: PreparedMedia[] = []
    for (const path of paths)
      prepared.push(await uploadQueue.run(String(user.userId), () => prepareMedia(path)))
    return withStoredFiles(ctx.media, prepared, request.log, work)
  })
}

function fileExtension(contentType: string): string {
  return contentType === 'video/quicktime' ? 'mov' : (contentType.split('/')[1] ?? '')
}

/** Whether an `If-None-Match` header names the tag, weak or strong, or any tag. Source: RFC 9110, 13.1.2. */
function hasMatchingTag(header: string | undefined, etag: string): boolean {
  if (header === undefined) return false
  return header.trim() === '*' || [...header.matchAll(/"[^"]*"/g)].some(([tag]) => tag === etag)
}

/** The headers make sure that the browser shows the file with its own content type and runs no scripts in it. */
async function sendFile(
  { ctx, request: { headers }, reply, params }: Call<typeof contract.getMediaFile>,
  key: string,
  contentType: string,
  size: number,
): Promise<FastifyReply> {
  // A key is never used for another file, so it is a strong validator.
  const etag = `"${key}"`
  if (hasMatchingTag(headers['if-none-match'], etag)) return reply.code(304).header('etag', etag).send()
  const ifRange = headers['if-range']
  // The whole file is sent when `If-Range` names another version.
  const range = ifRange === undefined || ifRange === etag ? parseByteRange(headers.range, size) : null
  if (range === 'none') {
    reply.header('content-range', `bytes */${size}`)
    throw new ApiError('range_not_satisfiable')
  }
  const body = orThrow(await ctx.media.read(key, range), 'item_not_found')
  reply.headers({
    etag,
    'accept-ranges': 'bytes',
    'content-type': contentType,
    'content-disposition': `inline; filename="${params.id}.${fileExtension(contentType)}"`,
    'content-security-policy': "default-src 'none'; base-uri 'none'; frame-ancestors 'none'; sandbox",
    'content-length': range === null ? size : range.last - range.first + 1,
  })
  if (range !== null) reply.code(206).header('content-range', `bytes ${range.first}-${range.last}/${size}`)
  return reply.send(body)
}

type NewMediaFile = Omit<Selectable<Database['media_drafts']>, 'league_id' | 'user_id' | 'created_at'>

type QuotaContext = Pick<Context, 'db' | 'settings'>

/**
 * Adds either all the media items, in order, or none. Returns their IDs. Rejects like `rejectTooSoon` and
 * `checkQuotas`.
 */
function addMedia(ctx: QuotaContext, user: FeedUser, media: readonly NewMediaFile[]) {
  return inFeedTransaction(ctx.db, user.leagueId, async (transaction) => {
    await rejectTooSoon(transaction, user, 'upload')
    await checkQuotas(transaction, ctx, user, totalSize(media))
    const ids: number[] = []
    for (const file of media) {
      const id = await addItem(transaction, 'media', user)
      await transaction
        .insertInto('feed_media')
        .values({ item_id: id, ...file })
        .execute()
      ids.push(id)
    }
    return ids
  })
}

/** Stores files for a post that does not exist yet. Rejects like `checkQuotas`. */
function addDrafts(ctx: QuotaContext, user: FeedUser, media: readonly NewMediaFile[]) {
  const { leagueId, userId, now } = user
  return inFeedTransaction(ctx.db, leagueId, async (transaction) => {
    await checkQuotas(transaction, ctx, user, totalSize(media))
    const of = { league_id: leagueId, user_id: userId, created_at: now.getTime() }
    await transaction
      .insertInto('media_drafts')
      .values(media.map((file) => ({ ...of, ...file })))
      .execute()
  })
}

/** The size of a league's media in bytes: of each person, largest first, and of all. */
async function readUsage(db: Db, leagueId: number) {
  const people = await selectFiles(db)
    .innerJoin('users', 'users.id', 'files.user_id')
    .select(['users.username', TOTAL_BYTES.as('bytes')])
    .where('files.league_id', '=', leagueId)
    .groupBy(['users.id', 'users.username'])
    .orderBy('bytes', 'desc')
    .orderBy('users.username')
    .execute()
  const bytes = await mediaBytes(db, 'files.league_id', leagueId)
  return { bytes, people: people.map((row) => ({ username: row.username, used_bytes: Number(row.bytes) })) }
}

/** The stored file of a media item; undefined when the league has no such item. Sizes are in bytes. */
function findFile(db: Db, leagueId: number, id: number) {
  return db
    .selectFrom('feed_items')
    .innerJoin('feed_media', 'feed_media.item_id', 'feed_items.id')
    .select(['file_key', 'content_type', 'size', 'grid_size', 'user_id', 'hidden_at'])
    .where((eb) => eb.and({ 'feed_items.id': id, 'feed_items.league_id': leagueId }))
    .executeTakeFirst()
}

/** Returns the keys that belong to a media item, a file of a post to come, or the picture of an owner or a trophy. */
async function findExistingKeys(db: Db, fileKeys: readonly string[]): Promise<Set<string>> {
  if (fileKeys.length === 0) return new Set()
  const rows = await db
    .selectFrom('feed_media')
    .select('file_key')
    .where('file_key', 'in', fileKeys)
    .unionAll(db.selectFrom('media_drafts').select('file_key').where('file_key', 'in', fileKeys))
    .unionAll(
      db
        .selectFrom('owner_pictures')
        .select((eb) => eb.ref('file_key').$notNull().as('file_key'))
        .where('file_key', 'in', fileKeys),
    )
    .unionAll(db.selectFrom('trophy_pictures').select('file_key').where('file_key', 'in', fileKeys))
    .execute()
  return new Set(rows.map((row) => row.file_key))
}

const TOTAL_BYTES = sql<number | string>`coalesce(sum(files.bytes), 0)`

function selectFiles(db: Db) {
  const bytes = sql<number>`size + coalesce(grid_size, 0)`.as('bytes')
  return db.selectFrom(
    db
      .selectFrom('feed_media')
      .innerJoin('feed_items', 'feed_items.id', 'feed_media.item_id')
      .select(['league_id', 'user_id', bytes])
      .unionAll(db.selectFrom('media_drafts').select(['league_id', 'user_id', bytes]))
      .as('files'),
  )
}

const totalSize = (media: readonly NewMediaFile[]) =>
  media.reduce((sum, { size, grid_size }) => sum + size + (grid_size ?? 0), 0)

async function mediaBytes(db: Db, column: 'files.league_id' | 'files.user_id', id: number): Promise<number> {
  const query = selectFiles(db).select(TOTAL_BYTES.as('bytes')).where(column, '=', id)
  return Number((await query.executeTakeFirstOrThrow()).bytes)
}

const MEGABYTE = 1024 * 1024

/** The most that media may use: of one person in all leagues together, and of a league. */
function quotasOf({ settings }: QuotaContext) {
  return {
    personBytes: settings.MAX_MEDIA_MB_PER_PERSON * MEGABYTE,
    leagueBytes: settings.MAX_MEDIA_MB_PER_LEAGUE * MEGABYTE,
  }
}

/** Rejects with `person_storage_full` or `league_storage_full` if `added` bytes do not fit. */
async function checkQuotas(
  db: Db,
  ctx: QuotaContext,
  { leagueId, userId }: FeedUser,
  added: number,
): Promise<void> {
  const { personBytes, leagueBytes } = quotasOf(ctx)
  if ((await mediaBytes(db, 'files.user_id', userId)) + added > personBytes)
    throw new ApiError('person_storage_full')
  if ((await mediaBytes(db, 'files.league_id', leagueId)) + added > leagueBytes)
    throw new ApiError('league_storage_full')
}

/** Exact texts. Source: decisions, 8; specification, 5. */
const TOO_LARGE_MESSAGE = 'That file is too large for the server limit.'
const UNSUPPORTED_MEDIA_MESSAGE = 'Only images and videos can be uploaded.'

const MEDIA_FORM: Omit<UploadForm, 'maxFileBytes'> = {
  field: 'files',
  maxFiles: MAX_MEDIA_FILES,
  notMultipart: UNSUPPORTED_MEDIA_MESSAGE,
  noFiles: 'Choose at least one file.',
  fileTooLarge: () => TOO_LARGE_MESSAGE,
  wrongField: () => invalidField('files', "Upload the files in the form field 'files'."),
  tooManyFiles: () => invalidField('files', `Upload at most ${MAX_MEDIA_FILES} files at a time.`),
}

/** An uploaded file, ready to be stored, with the paths of the file and of its thumbnail; null for a video. */
export type PreparedMedia = Omit<NewMediaFile, 'file_key'> & { file: string; gridFile: string | null }

/** Detects the type from the content. Throws an ApiError for files that are too large or of an unsupported type. */
async function prepareMedia(path: string): Promise<PreparedMedia> {
  const detected = await detectFileKind(path)
  if (detected === null) throw unsupportedMediaError()
  const { kind, contentType: content_type } = detected
  if (kind === 'image') return prepareImage(path, content_type)
  await removeVideoMetadata(path, content_type)
  const { size } = await stat(path)
  return { kind, content_type, width: null, height: null, size, grid_size: null, file: path, gridFile: null }
}

async function prepareImage(path: string, content_type: string): Promise<PreparedMedia> {
  // Loaded on demand: the image library takes tens of megabytes, and many servers never process an image.
  const { sanitizeImage } = await import('../../media/sanitize-image.ts')
  const { width, height, full, thumbnail } = await sanitizeImage(path, content_type).catch(
    (error: unknown) => {
      if (error instanceof ImageTooLargeError)
        throw new ApiError('too_large', { message: TOO_LARGE_MESSAGE, cause: error })
      throw error instanceof UnreadableImageError ? unsupportedMediaError(error) : error
    },
  )
  const [file, gridFile] = [`${path}-full`, `${path}-grid`]
  await writeFile(file, full, { mode: 0o600 })
  await writeFile(gridFile, thumbnail, { mode: 0o600 })
  const sizes = { width, height, size: full.length, grid_size: thumbnail.length }
  return { kind: 'image', content_type, ...sizes, file, gridFile }
}

function unsupportedMediaError(cause?: unknown): ApiError {
  return new ApiError('unsupported_media_type', { message: UNSUPPORTED_MEDIA_MESSAGE, cause })
}

/**
 * Stores the media files under new keys, then runs `work`. When either fails, the stored files are
 * removed. After a `MediaUnreachableError` the removal is not awaited, because the storage would time
 * out a second time.
 */
export async function withStoredFiles<Result>(
  store: MediaStore,
  media: readonly PreparedMedia[],
  log: FastifyBaseLogger,
  work: (stored: NewMediaFile[]) => Promise<Result>,
): Promise<Result> {
  const stored: NewMediaFile[] = []
  try {
    for (const { file, gridFile, ...details } of media) {
      const file_key = randomUUID()
      stored.push({ ...details, file_key })
      await store.put(file_key, file, details.content_type)
      if (gridFile !== null) await store.put(thumbnailKeyOf(file_key), gridFile, THUMBNAIL_TYPE)
    }
    return await work(stored)
  } catch (error) {
    const keys = stored.map(({ file_key }) => file_key)
    const removal = removeFiles(store, keys, log)
    if (!(error instanceof MediaUnreachableError)) await removal
    throw error
  }
}

/** Removes files with their thumbnails. The daily cleanup job removes files that this fails to remove. */
export async function removeFiles(
  store: MediaStore,
  fileKeys: readonly string[],
  log: FastifyBaseLogger,
): Promise<void> {
  const remove = async (fileKey: string) => {
    try {
      await store.remove(thumbnailKeyOf(fileKey))
      await store.remove(fileKey)
    } catch (error) {
      log.warn({ err: error }, 'failed to remove media files')
    }
  }
  await Promise.all(fileKeys.map(remove))
}

const BATCH_SIZE = 200

/**
 * Removes files that belong to no media item and no picture of an owner or a trophy: leftovers of interrupted
 * uploads, files of posts that were not written within a day, and files that could not be removed when their item or
 * league was deleted. Files from the last 24 hours are skipped because they may belong to an upload in progress.
 */
export function mediaCleanupJob(db: Db, files: MediaStore, now: () => Date): ScheduledJob {
  return {
    name: 'media-clean-up',
    schedule: '37 4 * * *',
    async run(signal) {
      const before = now().getTime() - DAY_MS
      await removeStaleUploads(files.stagingFolder, before)
      await db.deleteFrom('media_drafts').where('created_at', '<=', before).execute()
      for await (const keys of inBatches(listOldKeys(before, signal), BATCH_SIZE)) await removeOrphans(keys)
    },
  }

  async function* listOldKeys(before: number, signal: AbortSignal): AsyncGenerator<string> {
    for await (const { key, storedAt } of files.list()) {
      signal.throwIfAborted()
      if (storedAt.getTime() < before) yield key
    }
  }

  async function removeOrphans(keys: readonly string[]): Promise<void> {
    const existingKeys = await findExistingKeys(db, [...new Set(keys.map(fileKeyOf))])
    for (const key of keys) if (!existingKeys.has(fileKeyOf(key))) await files.remove(key)
  }
}

/** Removes upload folders last modified before `before` (milliseconds since 1970). */
async function removeStaleUploads(stagingFolder: string, before: number): Promise<void> {
  const folders = await opendir(stagingFolder).catch(nullIfMissing)
  for await (const { name } of folders ?? []) {
    const path = join(stagingFolder, name)
    // The folder of an upload disappears when the upload ends.
    const stats = await stat(path).catch(nullIfMissing)
    if (stats !== null && stats.mtimeMs < before) await rm(path, { recursive: true, force: true })
  }
}

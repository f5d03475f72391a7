import { randomUUID } from 'node:crypto'
import { opendir, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { MAX_MEDIA_FILES } from '@fieldhouse/contract/feed/items'
import { DAY_MS } from '@fieldhouse/domain/duration'
import type { FastifyBaseLogger } from 'fastify'
import type { Db } from '../../../database/engine/database.ts'
import { inBatches } from '../../../database/engine/queries.ts'
import { ApiError, invalidField } from '../../../http/errors/api-error.ts'
import type { UploadForm } from '../../../http/file-transfers.ts'
import type { ScheduledJob } from '../../../jobs/job.ts'
import { detectFileKind, ImageTooLargeError, UnreadableImageError } from '../../../media/file-kind.ts'
import { nullIfMissing } from '../../../media/file-store.ts'
import {
  fileKeyOf,
  type MediaStore,
  MediaUnreachableError,
  THUMBNAIL_TYPE,
  thumbnailKeyOf,
} from '../../../media/media-store.ts'
import { removeVideoMetadata } from '../../../media/video-metadata.ts'
import { findExistingKeys, type NewMediaFile } from './media-store.ts'

/** Exact texts. Source: decisions, 8; specification, 5. */
const TOO_LARGE_MESSAGE = 'That file is too large for the server limit.'
const UNSUPPORTED_MEDIA_MESSAGE = 'Only images and videos can be uploaded.'

export const MEDIA_FORM: Omit<UploadForm, 'maxFileBytes'> = {
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
export async function prepareMedia(path: string): Promise<PreparedMedia> {
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
  const { sanitizeImage } = await import('../../../media/sanitize-image.ts')
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

import { stat, writeFile } from 'node:fs/promises'
import { MAX_MEDIA_FILES } from '@fieldhouse/contract/feed-items'
import { ApiError, invalidField } from '../../../http/errors/api-error.ts'
import type { UploadForm } from '../../../http/requests/uploads.ts'
import { detectFileKind } from '../../../media/file-kind.ts'
import { ImageTooLargeError, UnreadableImageError } from '../../../media/image-errors.ts'
import { removeVideoMetadata } from '../../../media/video/remove-video-metadata.ts'

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

/** An uploaded file, ready to be stored. */
export type PreparedMedia = {
  kind: 'image' | 'video'
  contentType: string
  width: number | null
  height: number | null
  /** The path of the file. */
  file: string
  /** In bytes. */
  size: number
  /** The thumbnail for the grid; null for a video. */
  grid: { file: string; size: number } | null
}

/**
 * Detects the type of a file from its content and sanitizes it. Throws an ApiError for files that are too
 * large or of an unsupported type.
 */
export async function prepareMedia(path: string): Promise<PreparedMedia> {
  const kind = await detectFileKind(path)
  if (kind === null) throw unsupportedMediaError()
  if (kind.kind === 'image') return prepareImage(path, kind.contentType)
  await removeVideoMetadata(path, kind.contentType)
  return { ...kind, width: null, height: null, file: path, size: (await stat(path)).size, grid: null }
}

async function prepareImage(path: string, contentType: string): Promise<PreparedMedia> {
  // Loaded on demand: the image library takes tens of megabytes, and many servers never process an image.
  const { sanitizeImage } = await import('../../../media/sanitize-image.ts')
  const { width, height, full, thumbnail } = await sanitizeImage(path, contentType).catch(
    (error: unknown) => {
      if (error instanceof ImageTooLargeError)
        throw new ApiError('too_large', { message: TOO_LARGE_MESSAGE, cause: error })
      throw error instanceof UnreadableImageError ? unsupportedMediaError(error) : error
    },
  )
  const [file, gridFile] = [`${path}-full`, `${path}-grid`]
  await writeFile(file, full, { mode: 0o600 })
  await writeFile(gridFile, thumbnail, { mode: 0o600 })
  return {
    kind: 'image',
    contentType,
    width,
    height,
    file,
    size: full.length,
    grid: { file: gridFile, size: thumbnail.length },
  }
}

function unsupportedMediaError(cause?: unknown): ApiError {
  return new ApiError('unsupported_media_type', { message: UNSUPPORTED_MEDIA_MESSAGE, cause })
}

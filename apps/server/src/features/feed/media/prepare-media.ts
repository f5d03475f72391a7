import { stat, writeFile } from 'node:fs/promises'
import { detectFileKind } from '../../../media/file-kind.ts'
import { ImageTooLargeError, UnreadableImageError } from '../../../media/image-errors.ts'
import { tooLargeError, unsupportedMediaError } from './uploaded-files.ts'

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
  return kind.kind === 'video'
    ? { ...kind, width: null, height: null, file: path, size: (await stat(path)).size, grid: null }
    : prepareImage(path, kind.contentType)
}

async function prepareImage(path: string, contentType: string): Promise<PreparedMedia> {
  // Loaded on demand: the image library takes tens of megabytes, and many servers never process an image.
  const { sanitizeImage } = await import('../../../media/sanitize-image.ts')
  const { width, height, full, thumbnail } = await sanitizeImage(path, contentType).catch(
    (error: unknown) => {
      if (error instanceof ImageTooLargeError) throw tooLargeError(error)
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

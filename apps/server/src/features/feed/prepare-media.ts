import { stat, writeFile } from 'node:fs/promises'
import { detectFileKind } from '../../media/file-kind.ts'
import { HugeImageError, UnreadableImageError } from '../../media/image-errors.ts'
import { tooLargeError, unsupportedMediaError } from './uploaded-files.ts'

/** A received file as it will be kept. */
export type PreparedMedia = {
  kind: 'image' | 'video'
  contentType: string
  width: number | null
  height: number | null
  file: string
  size: number
  /** The picture made smaller for the grid; null for a video. */
  grid: { file: string; size: number } | null
}

/** Tells a file by its content and cleans it. Throws an ApiError for what is not taken. */
export async function prepareMedia(path: string): Promise<PreparedMedia> {
  const kind = await detectFileKind(path)
  if (kind === null) throw unsupportedMediaError()
  return kind.kind === 'video'
    ? { ...kind, width: null, height: null, file: path, size: (await stat(path)).size, grid: null }
    : prepareImage(path, kind.contentType)
}

async function prepareImage(path: string, contentType: string): Promise<PreparedMedia> {
  // What works on pictures takes tens of megabytes, and many servers never see one.
  const { sanitizeImage } = await import('../../media/sanitize-image.ts')
  const { width, height, full, thumbnail } = await sanitizeImage(path, contentType).catch(
    (error: unknown) => {
      if (error instanceof HugeImageError) throw tooLargeError(error)
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

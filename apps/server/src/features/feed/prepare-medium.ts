import { stat, writeFile } from 'node:fs/promises'
import { fileKind } from '../../media/file-kind.ts'
import { HugeImageError, UnreadableImageError } from '../../media/image-errors.ts'
import { noMedium, tooLarge } from './receive-files.ts'

/** A received file as it will be kept. */
export type PreparedMedium = {
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
export async function prepareMedium(path: string): Promise<PreparedMedium> {
  const kind = await fileKind(path)
  if (kind === null) throw noMedium()
  return kind.kind === 'video'
    ? { ...kind, width: null, height: null, file: path, size: (await stat(path)).size, grid: null }
    : preparedImage(path, kind.contentType)
}

async function preparedImage(path: string, contentType: string): Promise<PreparedMedium> {
  // What works on pictures takes tens of megabytes, and many servers never see one.
  const { cleanImage } = await import('../../media/clean-image.ts')
  const { width, height, full, grid } = await cleanImage(path, contentType).catch((error: unknown) => {
    if (error instanceof HugeImageError) throw tooLarge(error)
    throw error instanceof UnreadableImageError ? noMedium(error) : error
  })
  const [file, gridFile] = [`${path}-full`, `${path}-grid`]
  await writeFile(file, full, { mode: 0o600 })
  await writeFile(gridFile, grid, { mode: 0o600 })
  return {
    kind: 'image',
    contentType,
    width,
    height,
    file,
    size: full.length,
    grid: { file: gridFile, size: grid.length },
  }
}

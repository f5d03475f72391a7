import { detectBufferKind } from './file-kind.ts'
import { NotAnImageError } from './image-errors.ts'

/** The longer side of the pictures of owners and trophies, in pixels. */
export const OWNER_PICTURE_SIDE = 512
export const TROPHY_PICTURE_SIDE = 1024

/** The longer side is at most `maxSide` pixels. Throws an ImageError for an unusable file. */
export async function toSmallJpeg(bytes: Uint8Array, maxSide: number): Promise<Uint8Array> {
  if ((await detectBufferKind(bytes))?.kind !== 'image') throw new NotAnImageError('the file is not an image')
  // Imported only when needed: the image library takes tens of megabytes, and many servers never use it.
  const { createSmallJpeg } = await import('./sanitize-image.ts')
  return createSmallJpeg(bytes, maxSide)
}

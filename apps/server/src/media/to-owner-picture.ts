import { detectBufferKind } from './file-kind.ts'
import { NotAnImageError } from './image-errors.ts'

/** The longer side, in pixels. */
const MAX_SIDE = 512

/** Converts an image of any accepted type to a small JPEG. Throws an ImageError for an unusable file. */
export async function toOwnerPicture(bytes: Uint8Array): Promise<Uint8Array> {
  if ((await detectBufferKind(bytes))?.kind !== 'image') throw new NotAnImageError('the file is not an image')
  // Imported only when needed: the image library takes tens of megabytes, and many servers never use it.
  const { createSmallJpeg } = await import('./sanitize-image.ts')
  return createSmallJpeg(bytes, MAX_SIDE)
}

import { ApiError } from '../http/api-error.ts'
import { detectBufferKind } from './file-kind.ts'
import { HugeImageError, UnreadableImageError } from './image-errors.ts'

/** Pixels on the longer side. */
const MAX_SIDE = 512

/** A small JPEG of a picture of any accepted type. Throws an ApiError for what is none. */
export async function toOwnerPicture(bytes: Uint8Array): Promise<Uint8Array> {
  if ((await detectBufferKind(bytes))?.kind !== 'image') {
    throw new ApiError('unsupported_media_type', { message: 'Only images can be uploaded.' })
  }
  // What works on pictures takes tens of megabytes, and many servers never see one.
  const { smallJpeg } = await import('./sanitize-image.ts')
  try {
    return await smallJpeg(bytes, MAX_SIDE)
  } catch (cause) {
    if (cause instanceof HugeImageError) {
      throw new ApiError('too_large', { message: 'That picture has too many pixels.', cause })
    }
    if (!(cause instanceof UnreadableImageError)) throw cause
    throw new ApiError('unsupported_media_type', { message: 'That image cannot be read.', cause })
  }
}

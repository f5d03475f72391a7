import { ApiError } from '../http/api-error.ts'
import { HugeImageError, smallJpeg, UnreadableImageError } from './clean-image.ts'
import { kindOf } from './file-kind.ts'

/** Pixels on the longer side. */
const SIDE = 512

/** A small JPEG of a picture of any accepted type. Throws an ApiError for what is none. */
export async function toOwnerPicture(bytes: Uint8Array): Promise<Uint8Array> {
  if ((await kindOf(bytes))?.kind !== 'image') {
    throw new ApiError('unsupported_media_type', { sentence: 'Only images can be uploaded.' })
  }
  try {
    return await smallJpeg(bytes, SIDE)
  } catch (cause) {
    if (cause instanceof HugeImageError) {
      throw new ApiError('too_large', { sentence: 'That picture has too many pixels.', cause })
    }
    if (!(cause instanceof UnreadableImageError)) throw cause
    throw new ApiError('unsupported_media_type', { sentence: 'That image cannot be read.', cause })
  }
}

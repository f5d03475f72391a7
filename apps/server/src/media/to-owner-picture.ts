import { ApiError } from '../http/errors/api-error.ts'
import { detectBufferKind } from './file-kind.ts'
import { ImageTooLargeError, UnreadableImageError } from './image-errors.ts'

/** The longer side, in pixels. */
const MAX_SIDE = 512

/** Converts an image of any accepted type to a small JPEG. Throws an ApiError for an unusable file. */
export async function toOwnerPicture(bytes: Uint8Array): Promise<Uint8Array> {
  if ((await detectBufferKind(bytes))?.kind !== 'image') {
    throw new ApiError('unsupported_media_type', { message: 'Only images can be uploaded.' })
  }
  // Imported only when needed: the image library takes tens of megabytes, and many servers never use it.
  const { createSmallJpeg } = await import('./sanitize-image.ts')
  try {
    return await createSmallJpeg(bytes, MAX_SIDE)
  } catch (cause) {
    if (cause instanceof ImageTooLargeError) {
      throw new ApiError('too_large', {
        message: 'That image has too many pixels. Choose a smaller one.',
        cause,
      })
    }
    if (!(cause instanceof UnreadableImageError)) throw cause
    throw new ApiError('unsupported_media_type', {
      message: "That image couldn't be read. Try a different file.",
      cause,
    })
  }
}

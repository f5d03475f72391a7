import { fileTypeFromBuffer } from 'file-type'
import pLimit from 'p-limit'
import sharp from 'sharp'
import { ApiError } from '../../http/api-error.ts'

const ACCEPTED = ['image/jpeg', 'image/png', 'image/gif', 'image/webp', 'image/avif']
const EDGE = 512
/** Pixels are held in memory, four bytes each. */
const MOST_PIXELS = 50_000_000

/** One at a time: a large picture takes much memory. */
const inTurn = pLimit(1)

/**
 * A JPEG of at most 512 pixels on each edge, upright and without what the camera wrote into it.
 * What the bytes are is told by themselves. Throws an ApiError for what is no picture or has too many pixels.
 */
export async function toOwnerPicture(bytes: Uint8Array): Promise<Uint8Array> {
  const type = await fileTypeFromBuffer(bytes)
  if (type === undefined || !ACCEPTED.includes(type.mime)) {
    throw new ApiError('unsupported_media_type', { sentence: 'Only images can be uploaded.' })
  }
  return inTurn(() => convert(bytes))
}

async function convert(bytes: Uint8Array): Promise<Uint8Array> {
  const { width, height } = await readable(sharp(bytes, { limitInputPixels: false }).metadata())
  if (width * height > MOST_PIXELS) {
    throw new ApiError('too_large', { sentence: 'That picture has too many pixels.' })
  }
  return readable(
    sharp(bytes, { limitInputPixels: MOST_PIXELS })
      .rotate()
      .resize(EDGE, EDGE, { fit: 'inside', withoutEnlargement: true })
      .flatten({ background: '#ffffff' })
      .jpeg({ quality: 85 })
      .toBuffer(),
  )
}

/** The decoder has no codes for what it cannot read. */
async function readable<Result>(reading: Promise<Result>): Promise<Result> {
  try {
    return await reading
  } catch (cause) {
    throw new ApiError('unsupported_media_type', { sentence: 'That image cannot be read.', cause })
  }
}

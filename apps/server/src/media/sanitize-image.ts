import pLimit from 'p-limit'
import sharp, { type Sharp } from 'sharp'
import { ImageTooLargeError, UnreadableImageError } from './image-errors.ts'

// One thread per image and no cache, because images are processed while the server handles requests.
sharp.concurrency(1)
sharp.cache(false)
// Allows only the loaders of the accepted formats.
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({
  operation: [
    'VipsForeignLoadJpegFile',
    'VipsForeignLoadJpegBuffer',
    'VipsForeignLoadPngFile',
    'VipsForeignLoadPngBuffer',
    'VipsForeignLoadWebpFile',
    'VipsForeignLoadWebpBuffer',
    'VipsForeignLoadNsgifFile',
    'VipsForeignLoadNsgifBuffer',
    'VipsForeignLoadHeifFile',
    'VipsForeignLoadHeifBuffer',
  ],
})

/** Of all frames together. A small file can decompress to any number of pixels. */
const MAX_PIXELS = 64_000_000
/** The longer side of the full image and of the thumbnail in the grid, in pixels. */
const MAX_FULL_SIDE = 2560
const MAX_THUMBNAIL_SIDE = 640
const TIMEOUT_SECONDS = 60

/** Limits concurrency per process, because an image can take tens of megabytes of memory. */
const limit = pLimit(2)

export type SanitizedImage = {
  width: number
  height: number
  full: Buffer
  /** A small WebP without animation. */
  thumbnail: Buffer
}

/**
 * Re-encodes an image from its pixels, upright and with a longer side of at most 2,560 pixels. This removes all
 * metadata, such as location, camera and text. The type and the animation are preserved. Throws an
 * UnreadableImageError or an ImageTooLargeError.
 */
export async function sanitizeImage(file: string, contentType: string): Promise<SanitizedImage> {
  return limit(async () => {
    const frames = await countFrames(file)
    try {
      const full = await createFullImage(file, contentType, frames > 1)
      const thumbnail = await createThumbnail(full.data)
      return {
        width: full.info.width,
        height: full.info.pageHeight ?? full.info.height,
        full: full.data,
        thumbnail,
      }
    } catch (cause) {
      throw new UnreadableImageError('the image could not be re-encoded', { cause })
    }
  })
}

/**
 * Re-encodes an image as a JPEG without animation, upright and with a longer side of at most `side` pixels.
 * Transparent areas become white. Throws an UnreadableImageError or an ImageTooLargeError.
 */
export async function createSmallJpeg(image: Uint8Array, side: number): Promise<Buffer> {
  return limit(async () => {
    await countFrames(image)
    try {
      return await sharp(image, { limitInputPixels: MAX_PIXELS, failOn: 'error' })
        .timeout({ seconds: TIMEOUT_SECONDS })
        .autoOrient()
        .resize({ ...fitWithin(side), withoutEnlargement: true })
        .flatten({ background: 'white' })
        .jpeg({ quality: 84, progressive: true })
        .toBuffer()
    } catch (cause) {
      throw new UnreadableImageError('the image could not be re-encoded', { cause })
    }
  })
}

/** The number of frames. Throws an ImageTooLargeError if they have too many pixels. */
async function countFrames(image: string | Uint8Array): Promise<number> {
  const {
    width,
    height,
    pages: frames = 1,
  } = await sharp(image, { limitInputPixels: false })
    .metadata()
    .catch((cause: unknown) => {
      throw new UnreadableImageError('the image has no readable header', { cause })
    })
  if (width * height * frames > MAX_PIXELS) throw new ImageTooLargeError('the image has too many pixels')
  return frames
}

function createFullImage(file: string, contentType: string, isAnimated: boolean) {
  const image = sharp(file, {
    animated: isAnimated,
    limitInputPixels: MAX_PIXELS,
    failOn: 'error',
    sequentialRead: true,
  }).timeout({ seconds: TIMEOUT_SECONDS })
  // sharp loads the frames of an animation as one tall image, which would be rotated as a whole.
  const upright = isAnimated ? image : image.autoOrient()
  const resized = upright.resize({ ...fitWithin(MAX_FULL_SIDE), withoutEnlargement: true })
  return encodeAs(resized, contentType).toBuffer({ resolveWithObject: true })
}

function createThumbnail(full: Buffer): Promise<Buffer> {
  return sharp(full, { limitInputPixels: MAX_PIXELS })
    .timeout({ seconds: TIMEOUT_SECONDS })
    .resize({ ...fitWithin(MAX_THUMBNAIL_SIDE), withoutEnlargement: true })
    .webp({ quality: 78 })
    .toBuffer()
}

function fitWithin(side: number) {
  return { width: side, height: side, fit: 'inside' } as const
}

function encodeAs(image: Sharp, contentType: string): Sharp {
  switch (contentType) {
    case 'image/jpeg':
      return image.jpeg({ quality: 84, progressive: true })
    case 'image/png':
      return image.png()
    case 'image/gif':
      return image.gif({ effort: 4 })
    case 'image/webp':
      return image.webp({ quality: 84, effort: 3 })
    case 'image/avif':
      return image.avif({ quality: 60, effort: 2 })
    default:
      throw new UnreadableImageError(`unsupported image type ${contentType}`)
  }
}

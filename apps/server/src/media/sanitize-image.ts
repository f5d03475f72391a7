import pLimit from 'p-limit'
import sharp, { type Sharp } from 'sharp'
import { HugeImageError, UnreadableImageError } from './image-errors.ts'

// One thread a picture and nothing kept: a picture is worked on beside everything else.
sharp.concurrency(1)
sharp.cache(false)
// Of the many formats that the library reads, those that are taken and no other.
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

/** Pixels of a picture, all its frames together: a few bytes can claim to hold any number. */
const MAX_PIXELS = 64_000_000
/** The longer side of a picture as it is shown whole, and in the grid. */
const FULL_SIDE = 2560
const THUMBNAIL_SIDE = 640
const TIME_LIMIT_S = 60

/** Few at once in a process: each may take tens of megabytes. */
const limit = pLimit(2)

export type SanitizedImage = {
  width: number
  height: number
  full: Buffer
  /** Small and still, as WebP. */
  thumbnail: Buffer
}

/**
 * A picture made anew from its pixels, upright and at most 2,560 pixels long, so that nothing
 * else of the file is left: no place, no camera, no text. It stays of its type, and moving if it
 * moved. Throws an UnreadableImageError or a HugeImageError.
 */
export async function sanitizeImage(file: string, contentType: string): Promise<SanitizedImage> {
  return limit(async () => {
    const pages = await countFrames(file)
    try {
      const full = await createFullImage(file, contentType, pages > 1)
      const thumbnail = await createThumbnail(full.data)
      return {
        width: full.info.width,
        height: full.info.pageHeight ?? full.info.height,
        full: full.data,
        thumbnail,
      }
    } catch (cause) {
      throw new UnreadableImageError('the picture could not be made anew', { cause })
    }
  })
}

/**
 * A still JPEG of a picture, upright and at most `side` pixels long, made anew from its pixels as
 * well; white where it is see-through. Throws an UnreadableImageError or a HugeImageError.
 */
export async function smallJpeg(picture: Uint8Array, side: number): Promise<Buffer> {
  return limit(async () => {
    await countFrames(picture)
    try {
      return await sharp(picture, { limitInputPixels: MAX_PIXELS, failOn: 'error' })
        .timeout({ seconds: TIME_LIMIT_S })
        .autoOrient()
        .resize({ ...fitWithin(side), withoutEnlargement: true })
        .flatten({ background: 'white' })
        .jpeg({ quality: 84, progressive: true })
        .toBuffer()
    } catch (cause) {
      throw new UnreadableImageError('the picture could not be made anew', { cause })
    }
  })
}

/** How many frames it has. */
async function countFrames(picture: string | Uint8Array): Promise<number> {
  const {
    width,
    height,
    pages = 1,
  } = await sharp(picture, { limitInputPixels: false })
    .metadata()
    .catch((cause: unknown) => {
      throw new UnreadableImageError('the picture has no readable head', { cause })
    })
  if (width * height * pages > MAX_PIXELS) throw new HugeImageError('the picture has too many pixels')
  return pages
}

function createFullImage(file: string, contentType: string, isMoving: boolean) {
  const image = sharp(file, {
    animated: isMoving,
    limitInputPixels: MAX_PIXELS,
    failOn: 'error',
    sequentialRead: true,
  }).timeout({ seconds: TIME_LIMIT_S })
  // What turns a picture would turn a strip of frames as a whole.
  const upright = isMoving ? image : image.autoOrient()
  const sized = upright.resize({ ...fitWithin(FULL_SIDE), withoutEnlargement: true })
  return encodeAs(sized, contentType).toBuffer({ resolveWithObject: true })
}

function createThumbnail(full: Buffer): Promise<Buffer> {
  return sharp(full, { limitInputPixels: MAX_PIXELS })
    .timeout({ seconds: TIME_LIMIT_S })
    .resize({ ...fitWithin(THUMBNAIL_SIDE), withoutEnlargement: true })
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
      throw new UnreadableImageError(`no picture of the type ${contentType} is taken`)
  }
}

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
const MOST_PIXELS = 64_000_000
/** The longer side of a picture as it is shown whole, and in the grid. */
const FULL_SIDE = 2560
const GRID_SIDE = 640
const TIME_LIMIT_S = 60

/** Few at once in a process: each may take tens of megabytes. */
const turns = pLimit(2)

export type CleanImage = {
  width: number
  height: number
  full: Buffer
  /** Small and still, as WebP. */
  grid: Buffer
}

/**
 * A picture made anew from its pixels, upright and at most 2,560 pixels long, so that nothing
 * else of the file is left: no place, no camera, no text. It stays of its type, and moving if it
 * moved. Throws an UnreadableImageError or a HugeImageError.
 */
export async function cleanImage(file: string, contentType: string): Promise<CleanImage> {
  return turns(async () => {
    const pages = await framesOf(file)
    try {
      const full = await fullImage(file, contentType, pages > 1)
      const grid = await gridImage(full.data)
      return {
        width: full.info.width,
        height: full.info.pageHeight ?? full.info.height,
        full: full.data,
        grid,
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
  return turns(async () => {
    await framesOf(picture)
    try {
      return await sharp(picture, { limitInputPixels: MOST_PIXELS, failOn: 'error' })
        .timeout({ seconds: TIME_LIMIT_S })
        .autoOrient()
        .resize({ ...within(side), withoutEnlargement: true })
        .flatten({ background: 'white' })
        .jpeg({ quality: 84, progressive: true })
        .toBuffer()
    } catch (cause) {
      throw new UnreadableImageError('the picture could not be made anew', { cause })
    }
  })
}

/** How many frames it has. */
async function framesOf(picture: string | Uint8Array): Promise<number> {
  const {
    width,
    height,
    pages = 1,
  } = await sharp(picture, { limitInputPixels: false })
    .metadata()
    .catch((cause: unknown) => {
      throw new UnreadableImageError('the picture has no readable head', { cause })
    })
  if (width * height * pages > MOST_PIXELS) throw new HugeImageError('the picture has too many pixels')
  return pages
}

function fullImage(file: string, contentType: string, isMoving: boolean) {
  const image = sharp(file, {
    animated: isMoving,
    limitInputPixels: MOST_PIXELS,
    failOn: 'error',
    sequentialRead: true,
  }).timeout({ seconds: TIME_LIMIT_S })
  // What turns a picture would turn a strip of frames as a whole.
  const upright = isMoving ? image : image.autoOrient()
  const sized = upright.resize({ ...within(FULL_SIDE), withoutEnlargement: true })
  return encoded(sized, contentType).toBuffer({ resolveWithObject: true })
}

function gridImage(full: Buffer): Promise<Buffer> {
  return sharp(full, { limitInputPixels: MOST_PIXELS })
    .timeout({ seconds: TIME_LIMIT_S })
    .resize({ ...within(GRID_SIDE), withoutEnlargement: true })
    .webp({ quality: 78 })
    .toBuffer()
}

function within(side: number) {
  return { width: side, height: side, fit: 'inside' } as const
}

function encoded(image: Sharp, contentType: string): Sharp {
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

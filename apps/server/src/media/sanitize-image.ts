import { dominantColor } from '@fieldhouse/domain/colors'
import pLimit from 'p-limit'
import sharp, { type Sharp, type SharpOptions } from 'sharp'
import { detectBufferKind, ImageTooLargeError, NotAnImageError, UnreadableImageError } from './file-kind.ts'

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
    // Logos of ESPN, never uploads. A file in memory has no base URL, so it can load no other one.
    'VipsForeignLoadSvgBuffer',
  ],
})

/** Of all frames together. A small file can decompress to any number of pixels. */
const MAX_PIXELS = 64_000_000
/** The longer side of the full image and of the thumbnail in the grid, in pixels. */
const MAX_FULL_SIDE = 2560
const MAX_THUMBNAIL_SIDE = 640
const TIMEOUT_SECONDS = 60
/** Pixels per inch of an SVG, at which one of its units is a pixel. */
const DEFAULT_DENSITY = 72
const MAX_DENSITY = 2400
const COLOR_SIDE = 48

/** Limits concurrency per process, because an image can take tens of megabytes of memory. */
const limit = pLimit(2)

function openImage(image: string | Uint8Array, options: SharpOptions = {}): Sharp {
  const limits = { limitInputPixels: MAX_PIXELS, failOn: 'error' } as const
  return sharp(image, { ...limits, ...options }).timeout({ seconds: TIMEOUT_SECONDS })
}

/** Throws an UnreadableImageError or an ImageTooLargeError. */
function reencode<Result>(image: string | Uint8Array, encode: (frames: number) => Promise<Result>) {
  return limit(async () => {
    const frames = await countFrames(image)
    try {
      return await encode(frames)
    } catch (cause) {
      throw new UnreadableImageError('the image could not be re-encoded', { cause })
    }
  })
}

/**
 * Re-encodes an image from its pixels, upright and with a longer side of at most 2,560 pixels. This removes all
 * metadata, such as location, camera and text. The type and the animation are preserved. The thumbnail is a small WebP
 * without animation. Throws as `reencode` does.
 */
export function sanitizeImage(file: string, contentType: string) {
  return reencode(file, async (frames) => {
    const { data: full, info } = await createFullImage(file, contentType, frames > 1)
    const thumbnail = await createThumbnail(full)
    return { width: info.width, height: info.pageHeight ?? info.height, full, thumbnail }
  })
}

/** Upright, without animation; transparent areas become white. Throws as `reencode` does. */
export function createSmallJpeg(image: Uint8Array, side: number): Promise<Buffer> {
  return reencode(image, () =>
    openImage(image)
      .autoOrient()
      .resize(fitWithin(side))
      .flatten({ background: 'white' })
      .jpeg({ quality: 84, progressive: true })
      .toBuffer(),
  )
}

/**
 * Makes square WebP images of the middle of an image, without animation, by their sides in pixels. `color` is the most
 * prominent color, as `#rrggbb`; null if the image has none. Throws an ImageError for an unusable file.
 * @param allowsSvg whether the image may be an SVG, which takes any amount of time to draw
 */
export async function createSquareWebps<Side extends number>(
  image: Buffer,
  { sides, allowsSvg }: { sides: readonly Side[]; allowsSvg: boolean },
): Promise<{ images: Map<Side, Buffer>; color: string | null }> {
  const isRaster = (await detectBufferKind(image))?.kind === 'image'
  if (!isRaster && !(allowsSvg && isSvg(image))) throw new NotAnImageError('the file is not an image')
  return reencode(image, async () => {
    const density = await densityFor(image, sides)
    const squareOf = (side: number) =>
      openImage(image, { density }).autoOrient().resize(side, side, { fit: 'cover' })
    const images = new Map<Side, Buffer>()
    for (const side of sides) images.set(side, await squareOf(side).webp({ quality: 82 }).toBuffer())
    const pixels = await squareOf(COLOR_SIDE).toColorspace('srgb').ensureAlpha().raw().toBuffer()
    return { images, color: dominantColor(pixels) }
  })
}

function isSvg(bytes: Buffer): boolean {
  const start = bytes
    .subarray(0, 4096)
    .toString('utf8')
    .replace(/^\uFEFF/, '')
  return /^\s*(?:<\?[^>]*>\s*|<!--[\s\S]*?-->\s*|<!DOCTYPE[^>[]*>\s*)*<svg[\s>]/i.test(start)
}

/** The pixels per inch at which an SVG, which has no pixels of its own, is drawn as large as it is shown. */
async function densityFor(image: Uint8Array, sides: readonly number[]): Promise<number> {
  const { format, width, height } = await sharp(image).metadata()
  if (format !== 'svg') return DEFAULT_DENSITY
  const scale = Math.max(...sides) / Math.max(1, Math.min(width, height))
  return Math.min(MAX_DENSITY, Math.max(1, Math.round(DEFAULT_DENSITY * scale)))
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
  const image = openImage(file, { animated: isAnimated, sequentialRead: true })
  // sharp loads the frames of an animation as one tall image, which would be rotated as a whole.
  const upright = isAnimated ? image : image.autoOrient()
  const resized = upright.resize(fitWithin(MAX_FULL_SIDE))
  return encodeAs(resized, contentType).toBuffer({ resolveWithObject: true })
}

function createThumbnail(full: Buffer): Promise<Buffer> {
  return openImage(full).resize(fitWithin(MAX_THUMBNAIL_SIDE)).webp({ quality: 78 }).toBuffer()
}

function fitWithin(side: number) {
  return { width: side, height: side, fit: 'inside', withoutEnlargement: true } as const
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

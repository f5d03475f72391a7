import { detectBufferKind } from './file-kind.ts'
import { NotAnImageError } from './image-errors.ts'
import { createSquareWebps, type SquareImages } from './sanitize-image.ts'

export type SquareImageOptions<Side extends number> = {
  sides: readonly Side[]
  /** Whether the image may be an SVG, which takes any amount of time to draw. */
  allowsSvg: boolean
}

/** Makes small square images of a picture. Throws an ImageError for an unusable file. */
export async function toSquareImages<Side extends number>(
  bytes: Buffer,
  { sides, allowsSvg }: SquareImageOptions<Side>,
): Promise<SquareImages<Side>> {
  const isRaster = (await detectBufferKind(bytes))?.kind === 'image'
  if (!isRaster && !(allowsSvg && isSvg(bytes))) throw new NotAnImageError('the file is not an image')
  return createSquareWebps(bytes, sides)
}

/** Whether the file begins like an SVG, after an XML declaration, comments and a document type. */
function isSvg(bytes: Buffer): boolean {
  const start = bytes
    .subarray(0, 4096)
    .toString('utf8')
    .replace(/^\uFEFF/, '')
  return /^\s*(?:<\?[^>]*>\s*|<!--[\s\S]*?-->\s*|<!DOCTYPE[^>[]*>\s*)*<svg[\s>]/i.test(start)
}

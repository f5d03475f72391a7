import sharp from 'sharp'
import type { Drawing, PlacedImage } from './picture.ts'

const TIMEOUT_SECONDS = 10

export async function renderPng({ svg, images }: Drawing): Promise<Buffer> {
  const layers = await Promise.all(
    images.map(async (image) => ({
      input: await roundImage(image),
      left: Math.round(image.x),
      top: Math.round(image.y),
    })),
  )
  return sharp(Buffer.from(svg))
    .timeout({ seconds: TIMEOUT_SECONDS })
    .composite(layers)
    .removeAlpha()
    .png({ compressionLevel: 9 })
    .toBuffer()
}

async function roundImage({ bytes, side, radius }: PlacedImage): Promise<Buffer> {
  const size = Math.round(side)
  const mask = `<svg xmlns="http://www.w3.org/2000/svg" width="${size}" height="${size}"><rect width="${size}" height="${size}" rx="${radius}"/></svg>`
  return sharp(bytes)
    .timeout({ seconds: TIMEOUT_SECONDS })
    .resize(size, size, { fit: 'cover' })
    .ensureAlpha()
    .composite([{ input: Buffer.from(mask), blend: 'dest-in' }])
    .png()
    .toBuffer()
}

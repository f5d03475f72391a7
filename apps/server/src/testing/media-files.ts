import sharp, { type Sharp } from 'sharp'

type Bytes = Buffer<ArrayBuffer>

const toBytes = (buffer: Buffer): Bytes => Buffer.from(buffer)

/** A picture of random noise, which does not compress well. */
export function createPicture(width: number, height: number): Sharp {
  const noise = { type: 'gaussian', mean: 128, sigma: 40 } as const
  return sharp({ create: { width, height, channels: 3, background: '#888', noise } })
}

/** A photo as a phone saves it: rotated by EXIF orientation, with location and camera data. */
export async function createPhoto(width = 60, height = 40): Promise<Bytes> {
  const exif = {
    IFD0: { Make: 'Canary Camera', Orientation: '6' },
    IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '47/1 36/1 0/1' },
  }
  return toBytes(
    await createPicture(width, height).withExif(exif).withMetadata({ orientation: 6 }).jpeg().toBuffer(),
  )
}

/** An animated image with three frames. */
export async function createAnimatedImage(type: 'gif' | 'webp'): Promise<Bytes> {
  const frames = await Promise.all(
    ['red', 'green', 'blue'].map((background) =>
      sharp({ create: { width: 40, height: 30, channels: 3, background } })
        .png()
        .toBuffer(),
    ),
  )
  return toBytes(
    await sharp(frames, { join: { animated: true } })
      .toFormat(type)
      .toBuffer(),
  )
}

/** A file with the first bytes of a video. */
export function createVideo(type: 'mp4' | 'webm' | 'quicktime', length = 5000): Bytes {
  const headers = {
    mp4: mp4Box('ftyp', Buffer.from('isom\0\0\u0002\0isomiso2avc1mp41', 'latin1')),
    quicktime: mp4Box('ftyp', Buffer.from('qt  \0\0\u0002\0qt  ', 'latin1')),
    webm: Buffer.from(
      '1a45dfa39f4286810142f7810142f2810442f381084282847765626d42878104428581021853806701ffffffffffffff',
      'hex',
    ),
  }
  const header = headers[type]
  return Buffer.concat([
    header,
    Buffer.from(Array.from({ length: length - header.length }, (_, index) => index % 251)),
  ])
}

function mp4Box(name: string, content: Buffer): Buffer {
  const size = Buffer.alloc(4)
  size.writeUInt32BE(content.length + 8)
  return Buffer.concat([size, Buffer.from(name), content])
}

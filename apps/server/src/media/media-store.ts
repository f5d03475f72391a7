import { type Readable, Transform } from 'node:stream'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/** The storage does not respond or denies access. */
export class MediaUnreachableError extends Error {
  override name = 'MediaUnreachableError'
}

export type StoredFile = { key: string; storedAt: Date; bytes: number }

/** A remote storage throws a MediaUnreachableError when it cannot be used. */
export interface MediaStore {
  /** A local folder for files that are written before they are passed to `put`. */
  readonly stagingFolder: string
  /** Stores a file from `stagingFolder` under a new key, completely or not at all. May move the file. */
  put(key: string, file: string, contentType: string): Promise<void>
  read(key: string, range: ByteRange | null): Promise<Readable | null>
  /** Does nothing if the key does not exist. */
  remove(key: string): Promise<void>
  /** Every stored file, in no particular order. */
  list(): AsyncIterable<StoredFile>
}

/** The content type of every thumbnail, whatever the type of the image. */
export const THUMBNAIL_TYPE = 'image/webp'

export function thumbnailKeyOf(fileKey: string): string {
  return `${fileKey}-grid`
}

/** The key of the original file, given its own key or the key of its thumbnail. */
export function fileKeyOf(key: string): string {
  return key.replace(/-grid$/, '')
}

/** A range of bytes, both ends inclusive. */
type ByteRange = { first: number; last: number }

/**
 * The range that a `Range` header requests from a file of `size` bytes; 'none' if the range is outside the
 * file. null means the whole file: there is no header, or it has another unit or several ranges, which a
 * server may ignore. Source: RFC 9110, 14.2.
 */
export function parseByteRange(header: string | undefined, size: number): ByteRange | 'none' | null {
  const [, from = '', to = ''] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header?.trim() ?? '') ?? []
  if (from === '' && to === '') return null
  if (from === '')
    return Number(to) === 0 || size === 0 ? 'none' : { first: Math.max(0, size - Number(to)), last: size - 1 }
  if (to !== '' && Number(to) < Number(from)) return null
  if (Number(from) >= size) return 'none'
  return { first: Number(from), last: to === '' ? size - 1 : Math.min(Number(to), size - 1) }
}

const GC_INTERVAL_BYTES = 8 * 1024 * 1024

setFlagsFromString('--expose-gc')
const collectGarbage = runInNewContext('gc') as (options: { type: 'minor' }) => void
setFlagsFromString('--no-expose-gc')

/**
 * Passes data through and collects garbage every 8 MB. Without it, V8 lets 32 MB of used buffers accumulate
 * before it frees them.
 */
export function createGcTransform(): Transform {
  let bytesSinceGc = 0
  return new Transform({
    transform(chunk: Buffer, _, callback) {
      bytesSinceGc += chunk.length
      if (bytesSinceGc >= GC_INTERVAL_BYTES) {
        bytesSinceGc = 0
        collectGarbage({ type: 'minor' })
      }
      callback(null, chunk)
    },
  })
}

import type { Readable } from 'node:stream'
import type { ByteRange } from './byte-range.ts'

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

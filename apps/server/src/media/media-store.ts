import type { Readable } from 'node:stream'
import type { ByteRange } from '../http/byte-range.ts'

/** The storage does not answer, or refuses us. */
export class MediaUnreachableError extends Error {
  override name = 'MediaUnreachableError'
}

export type StoredFile = { key: string; storedAt: Date }

/**
 * Where the files that people upload are kept, by keys of our making. A storage elsewhere throws
 * a MediaUnreachableError when it cannot be used.
 */
export interface MediaStore {
  /** A folder on this machine where a file is gathered before it is put. */
  readonly stagingFolder: string
  /** Keeps a file of `incoming` under a new key, whole or not at all. The file may be gone from there afterwards. */
  put(key: string, file: string, contentType: string): Promise<void>
  /** The file, or a part that lies within it; null when there is none. */
  read(key: string, range: ByteRange | null): Promise<Readable | null>
  /** Does nothing when there is no such file. */
  remove(key: string): Promise<void>
  /** Every file that is kept, in no order. */
  list(): AsyncIterable<StoredFile>
}

import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { finished } from 'node:stream/promises'
import { type Entry, fromBufferPromise, openPromise, type ZipFile } from 'yauzl'
import { ZipFile as ZipOutput } from 'yazl'

export class ZipError extends Error {
  override name = 'ZipError'
  readonly fault: 'no zip' | 'damaged' | 'too large'

  constructor(fault: ZipError['fault'], cause?: unknown) {
    super(`cannot read zip: ${fault}`, { cause })
    this.fault = fault
  }
}

export type ZipLimits = {
  files: number
  /** The total uncompressed size of all files. */
  bytes: number
  /** The most times that a large file may be larger than its compressed form; no limit without it. */
  ratio?: number
}

/** Smaller files may have any ratio. */
const LARGE_FILE_BYTES = 16 * 1024 * 1024

/** The files of a zip, by exact name. Names are never used as paths on disk. */
export type Zip = {
  /** The uncompressed size of each file, by name. */
  sizes: ReadonlyMap<string, number>
  /** Streams the uncompressed file, never more than its size; null if it does not exist. */
  content: (name: string) => AsyncIterable<Uint8Array> | null
}

/** Opens a zip, a file on disk or in memory, while `work` runs. Opening it and reading files can throw a ZipError. */
export async function withZip<Result>(
  file: string | Buffer,
  limits: ZipLimits,
  work: (zip: Zip) => Promise<Result>,
): Promise<Result> {
  const options = { lazyEntries: true, autoClose: false, strictFileNames: true }
  const opening = typeof file === 'string' ? openPromise(file, options) : fromBufferPromise(file, options)
  const zip = await opening.catch((error: unknown) => {
    throw isFileSystemError(error) ? error : new ZipError('no zip', error)
  })
  try {
    const entries = await readEntries(zip, limits)
    return await work({
      sizes: new Map([...entries].map(([name, entry]) => [name, entry.uncompressedSize])),
      content: (name) => {
        const entry = entries.get(name)
        return entry === undefined ? null : extractEntry(zip, entry)
      },
    })
  } finally {
    zip.close()
  }
}

/** The entries by name. Checking the sum of the declared sizes is enough, because no entry can unpack to more. */
async function readEntries(zip: ZipFile, { files, bytes, ratio = Infinity }: ZipLimits) {
  if (zip.entryCount > files) throw new ZipError('too large')
  const entries = new Map<string, Entry>()
  let size = 0
  try {
    for await (const entry of zip.eachEntry()) {
      if (entries.has(entry.fileName)) throw new ZipError('damaged')
      const { uncompressedSize, compressedSize } = entry
      size += uncompressedSize
      const isBomb = uncompressedSize > LARGE_FILE_BYTES && uncompressedSize > compressedSize * ratio
      if (size > bytes || isBomb) throw new ZipError('too large')
      entries.set(entry.fileName, entry)
    }
  } catch (error) {
    throw toZipError(error)
  }
  return entries
}

async function* extractEntry(zip: ZipFile, entry: Entry): AsyncGenerator<Uint8Array> {
  try {
    for await (const chunk of await zip.openReadStreamPromise(entry)) yield chunk as Buffer
  } catch (error) {
    throw toZipError(error)
  }
}

/** The zip library has no error codes. File system errors are recognized by `syscall`. */
function toZipError(error: unknown): unknown {
  return error instanceof ZipError || isFileSystemError(error) ? error : new ZipError('damaged', error)
}

function isFileSystemError(error: unknown): boolean {
  return error instanceof Error && 'syscall' in error
}

export type ZipWriter = ReturnType<typeof zipWriter>

/** Writes a zip as a stream, so that no file is ever completely in memory. */
export function zipWriter(mtime: Date) {
  const zip = new ZipOutput()
  const output = zip.outputStream as Readable
  const fail = (error: unknown) => output.destroy(error instanceof Error ? error : new Error(String(error)))
  zip.on('error', fail)
  return {
    output,
    fail,

    /** Adds a file and waits until it is written. Returns its bytes and its hash, in hexadecimal digits. Throws if reading it fails or the output is closed. */
    async add(
      name: string,
      content: AsyncIterable<Uint8Array | string> | Iterable<Uint8Array | string>,
      { isCompressed = false }: { isCompressed?: boolean } = {},
    ) {
      const hash = createHash('sha256')
      let size = 0
      async function* measured() {
        for await (const part of content) {
          const chunk = typeof part === 'string' ? Buffer.from(part) : part
          hash.update(chunk)
          size += chunk.length
          yield chunk
        }
      }
      const stream = Readable.from(measured(), { objectMode: false })
      // The consumer may close the output early.
      const destroyStream = () => stream.destroy()
      output.once('close', destroyStream)
      if (output.destroyed) destroyStream()
      zip.addReadStream(stream, name, { mtime, compress: isCompressed })
      try {
        await finished(stream)
      } finally {
        output.off('close', destroyStream)
        if (content instanceof Readable) content.destroy()
      }
      return { size, sha256: hash.digest('hex') }
    },

    end: () => zip.end(),
  }
}

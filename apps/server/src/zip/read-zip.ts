import { type Entry, openPromise, type ZipFile } from 'yauzl'

/** A zip cannot be read: it is none, it is damaged or was changed, or it holds more than is taken. */
export class ZipError extends Error {
  override name = 'ZipError'
  readonly fault: 'no zip' | 'damaged' | 'too large'

  constructor(fault: ZipError['fault'], cause?: unknown) {
    super(`a zip cannot be read: ${fault}`, { cause })
    this.fault = fault
  }
}

/** What is taken of a zip at most. */
export type ZipLimits = {
  files: number
  /** All files together, unpacked. */
  bytes: number
}

/** The files of a zip, each read by its exact name. Nothing is ever unpacked to where a name says. */
export type Zip = {
  /** The size of each file, unpacked, by its name. */
  sizes: ReadonlyMap<string, number>
  /** A file as it is unpacked, never more than its size; null where there is none. */
  content: (name: string) => AsyncIterable<Uint8Array> | null
}

/** Opens a zip while `work` runs. Throws a ZipError, then and while a file is read. */
export async function withZip<Result>(
  file: string,
  limits: ZipLimits,
  work: (zip: Zip) => Promise<Result>,
): Promise<Result> {
  const options = { lazyEntries: true, autoClose: false, strictFileNames: true }
  const zip = await openPromise(file, options).catch((error: unknown) => {
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

/** By name. An entry never unpacks to more than it says, so that the sum of what they say is enough. */
async function readEntries(zip: ZipFile, limits: ZipLimits): Promise<Map<string, Entry>> {
  if (zip.entryCount > limits.files) throw new ZipError('too large')
  const entries = new Map<string, Entry>()
  let size = 0
  try {
    for await (const entry of zip.eachEntry()) {
      if (entries.has(entry.fileName)) throw new ZipError('damaged')
      size += entry.uncompressedSize
      if (size > limits.bytes) throw new ZipError('too large')
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

/** The reader of zips has no codes for what it cannot read. */
function toZipError(error: unknown): unknown {
  return error instanceof ZipError || isFileSystemError(error) ? error : new ZipError('damaged', error)
}

function isFileSystemError(error: unknown): boolean {
  return error instanceof Error && 'syscall' in error
}

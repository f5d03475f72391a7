import { createWriteStream } from 'node:fs'
import { buffer } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { type Entry, openPromise, type ZipFile } from 'yauzl'
import { archiveError, DAMAGED, NEWER, NO_ARCHIVE } from './archive-error.ts'
import { MANIFEST, Manifest, VERSION, versionOf } from './archive-format.ts'

const MB = 1024 * 1024
/** What is unpacked into memory at once: a table's rows, or the bytes of one value. */
const LARGEST_IN_MEMORY = 256 * MB
/** All files together, unpacked. */
const LARGEST = 8 * 1024 * MB
const MOST_FILES = 100_000

/** The files of an archive, each read by its exact name. Nothing is ever unpacked to where a name says. */
export type Archive = {
  manifest: Manifest
  names: ReadonlySet<string>
  /** A whole file; null where there is none. */
  bytes: (name: string) => Promise<Buffer | null>
  /** Parsed; null where there is none. */
  json: (name: string) => Promise<unknown>
  /** Writes a file of the archive to a new file on this machine; false where there is none. */
  copyTo: (name: string, path: string) => Promise<boolean>
}

/** Throws an ApiError for a file that is no archive, that is damaged, too large, or of a newer release. */
export async function withArchive<Result>(
  file: string,
  work: (archive: Archive) => Promise<Result>,
): Promise<Result> {
  const zip = await openPromise(file, {
    lazyEntries: true,
    autoClose: false,
    strictFileNames: true,
  }).catch((error: unknown) => {
    throw isOfTheDisk(error) ? error : archiveError(NO_ARCHIVE, error)
  })
  try {
    return await work(await archiveIn(zip))
  } finally {
    zip.close()
  }
}

async function archiveIn(zip: ZipFile): Promise<Archive> {
  const entries = await entriesOf(zip)
  const archive = {
    names: new Set(entries.keys()),

    async bytes(name: string) {
      const entry = entries.get(name)
      if (entry === undefined) return null
      if (entry.uncompressedSize > LARGEST_IN_MEMORY) throw tooLarge()
      return unpacked(zip, entry, buffer)
    },

    async json(name: string): Promise<unknown> {
      const content = await archive.bytes(name)
      return content === null ? null : parsed(content)
    },

    async copyTo(name: string, path: string) {
      const entry = entries.get(name)
      if (entry === undefined) return false
      await unpacked(zip, entry, (stream) =>
        pipeline(stream, createWriteStream(path, { flags: 'wx', mode: 0o600 })),
      )
      return true
    },
  }
  return { ...archive, manifest: manifestIn(await archive.json(MANIFEST)) }
}

/** By name. An entry never unpacks to more than it says, so that the sum of what they say is enough. */
async function entriesOf(zip: ZipFile): Promise<Map<string, Entry>> {
  if (zip.entryCount > MOST_FILES) throw tooLarge()
  const entries = new Map<string, Entry>()
  let size = 0
  try {
    for await (const entry of zip.eachEntry()) {
      if (entries.has(entry.fileName)) throw archiveError(DAMAGED)
      size += entry.uncompressedSize
      if (size > LARGEST) throw tooLarge()
      entries.set(entry.fileName, entry)
    }
  } catch (error) {
    throw damaged(error)
  }
  return entries
}

async function unpacked<Result>(
  zip: ZipFile,
  entry: Entry,
  read: (stream: NodeJS.ReadableStream) => Promise<Result>,
): Promise<Result> {
  try {
    return await read(await zip.openReadStreamPromise(entry))
  } catch (error) {
    throw damaged(error)
  }
}

function parsed(content: Buffer): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(content))
  } catch (error) {
    throw archiveError(DAMAGED, error)
  }
}

function manifestIn(json: unknown): Manifest {
  const version = versionOf(json)
  if (version === null) throw archiveError(NO_ARCHIVE)
  if (version > VERSION) throw archiveError(NEWER)
  const manifest = Manifest.safeParse(json)
  if (!manifest.success) throw archiveError(DAMAGED, manifest.error)
  return manifest.data
}

function tooLarge() {
  return archiveError('The archive holds more than is taken here.')
}

/** The reader of archives has no codes for what it cannot read. */
function damaged(error: unknown): unknown {
  const isKnown = error instanceof Error && error.name === 'ApiError'
  return isKnown || isOfTheDisk(error) ? error : archiveError(DAMAGED, error)
}

function isOfTheDisk(error: unknown): boolean {
  return error instanceof Error && 'syscall' in error
}

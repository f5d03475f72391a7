import { createWriteStream } from 'node:fs'
import { buffer } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { withZip, type Zip, ZipError } from '../../zip/read-zip.ts'
import { archiveError, DAMAGED, NEWER, NO_ARCHIVE } from './archive-error.ts'
import { MANIFEST, Manifest, VERSION, versionOf } from './archive-format.ts'

const MB = 1024 * 1024
/** What is unpacked into memory at once: a table's rows, or the bytes of one value. */
const LARGEST_IN_MEMORY = 256 * MB
const LIMITS = { files: 100_000, bytes: 8 * 1024 * MB }

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
  try {
    return await withZip(file, LIMITS, async (zip) => work(await archiveIn(zip)))
  } catch (error) {
    throw error instanceof ZipError ? archiveError(SENTENCES[error.fault], error) : error
  }
}

const SENTENCES = {
  'no zip': NO_ARCHIVE,
  damaged: DAMAGED,
  'too large': 'The archive holds more than is taken here.',
} as const satisfies Record<ZipError['fault'], string>

async function archiveIn(zip: Zip): Promise<Archive> {
  const archive = {
    names: new Set(zip.sizes.keys()),

    async bytes(name: string) {
      const content = zip.content(name)
      if (content === null) return null
      if ((zip.sizes.get(name) ?? 0) > LARGEST_IN_MEMORY) throw new ZipError('too large')
      return buffer(content)
    },

    async json(name: string): Promise<unknown> {
      const content = await archive.bytes(name)
      return content === null ? null : parsed(content)
    },

    async copyTo(name: string, path: string) {
      const content = zip.content(name)
      if (content === null) return false
      await pipeline(content, createWriteStream(path, { flags: 'wx', mode: 0o600 }))
      return true
    },
  }
  return { ...archive, manifest: manifestIn(await archive.json(MANIFEST)) }
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

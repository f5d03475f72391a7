import { createWriteStream } from 'node:fs'
import { buffer } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { withZip, type Zip, ZipError } from '../../zip/read-zip.ts'
import { ARCHIVE_DAMAGED, ARCHIVE_TOO_NEW, archiveError, NOT_AN_ARCHIVE } from './archive-error.ts'
import { ARCHIVE_VERSION, MANIFEST_PATH, Manifest, parseVersion } from './archive-format.ts'

const MB = 1024 * 1024
/** What is unpacked into memory at once: a table's rows, or the bytes of one value. */
const MAX_BYTES_IN_MEMORY = 256 * MB
const ZIP_LIMITS = { files: 100_000, bytes: 8 * 1024 * MB }

/** The files of an archive, each read by its exact name. Nothing is ever unpacked to where a name says. */
export type Archive = {
  manifest: Manifest
  names: ReadonlySet<string>
  /** A whole file; null where there is none. */
  readBytes: (name: string) => Promise<Buffer | null>
  /** Parsed; null where there is none. */
  readJson: (name: string) => Promise<unknown>
  /** Writes a file of the archive to a new file on this machine; false where there is none. */
  extractTo: (name: string, path: string) => Promise<boolean>
}

/** Throws an ApiError for a file that is no archive, that is damaged, too large, or of a newer release. */
export async function withArchive<Result>(
  file: string,
  work: (archive: Archive) => Promise<Result>,
): Promise<Result> {
  try {
    return await withZip(file, ZIP_LIMITS, async (zip) => work(await openArchive(zip)))
  } catch (error) {
    throw error instanceof ZipError ? archiveError(MESSAGES[error.fault], error) : error
  }
}

const MESSAGES = {
  'no zip': NOT_AN_ARCHIVE,
  damaged: ARCHIVE_DAMAGED,
  'too large': 'The archive holds more than is taken here.',
} as const satisfies Record<ZipError['fault'], string>

async function openArchive(zip: Zip): Promise<Archive> {
  const archive = {
    names: new Set(zip.sizes.keys()),

    async readBytes(name: string) {
      const content = zip.content(name)
      if (content === null) return null
      if ((zip.sizes.get(name) ?? 0) > MAX_BYTES_IN_MEMORY) throw new ZipError('too large')
      return buffer(content)
    },

    async readJson(name: string): Promise<unknown> {
      const content = await archive.readBytes(name)
      return content === null ? null : parseJson(content)
    },

    async extractTo(name: string, path: string) {
      const content = zip.content(name)
      if (content === null) return false
      await pipeline(content, createWriteStream(path, { flags: 'wx', mode: 0o600 }))
      return true
    },
  }
  return { ...archive, manifest: parseManifest(await archive.readJson(MANIFEST_PATH)) }
}

function parseJson(content: Buffer): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(content))
  } catch (error) {
    throw archiveError(ARCHIVE_DAMAGED, error)
  }
}

function parseManifest(json: unknown): Manifest {
  const version = parseVersion(json)
  if (version === null) throw archiveError(NOT_AN_ARCHIVE)
  if (version > ARCHIVE_VERSION) throw archiveError(ARCHIVE_TOO_NEW)
  const manifest = Manifest.safeParse(json)
  if (!manifest.success) throw archiveError(ARCHIVE_DAMAGED, manifest.error)
  return manifest.data
}

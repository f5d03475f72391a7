import { createWriteStream } from 'node:fs'
import { buffer } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { withZip, type Zip, ZipError } from '../../../zip/read-zip.ts'
import {
  ARCHIVE_DAMAGED,
  ARCHIVE_TOO_NEW,
  ARCHIVE_VERSION,
  archiveError,
  MANIFEST_PATH,
  Manifest,
  NOT_AN_ARCHIVE,
  parseVersion,
} from '../archive-format.ts'

const MB = 1024 * 1024
/** The limit for a file that is read into memory: the rows of a table, or one binary value. */
const MAX_BYTES_IN_MEMORY = 256 * MB
const ZIP_LIMITS = { files: 100_000, bytes: 8 * 1024 * MB }

/** The files of an archive, each read by its exact name. Names are never used as paths on this machine. */
export type Archive = {
  manifest: Manifest
  names: ReadonlySet<string>
  /** Reads a whole file; null if it does not exist. */
  readBytes: (name: string) => Promise<Buffer | null>
  /** Reads and parses a JSON file; null if it does not exist. */
  readJson: (name: string) => Promise<unknown>
  /** Extracts a file to a new local file; returns false if it does not exist in the archive. */
  extractTo: (name: string, path: string) => Promise<boolean>
}

/** Throws an ImportRejection if the file is not an archive, is damaged or too large, or is from a newer release. */
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
  'too large': 'The archive is too large to import.',
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

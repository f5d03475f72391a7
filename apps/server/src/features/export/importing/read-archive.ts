import { createWriteStream } from 'node:fs'
import { buffer } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { type JsonBudget, JsonBudgetError, jsonMeter, parseJson, readJsonRows } from '../../../files/json.ts'
import { withZip, type Zip, ZipError } from '../../../files/zip.ts'
import {
  ARCHIVE_DAMAGED,
  ARCHIVE_TOO_NEW,
  ARCHIVE_VERSION,
  archiveError,
  MANIFEST_PATH,
  Manifest,
  NOT_AN_ARCHIVE,
  parseVersion,
  TABLES_PATH,
  tablePath,
} from '../archive-format.ts'

const MB = 1024 * 1024
/** The limit for a file that is read into memory as a whole: the manifest, a picture or one binary value. */
const MAX_BYTES_IN_MEMORY = 32 * MB
/** The limit for the rows of all tables together, which are in memory at the same time. */
const MAX_TABLE_BYTES = 256 * MB
/** For all tables together. A league of 20 seasons with lineups has some 300,000. */
const TABLE_BUDGET: JsonBudget = { maxDepth: 8, maxValues: 3_000_000 }
const ZIP_LIMITS = { files: 100_000, bytes: 8 * 1024 * MB, ratio: 200 }

/** The files of an archive, each read by its exact name. Names are never used as paths on this machine. */
export type Archive = {
  manifest: Manifest
  names: ReadonlySet<string>
  readBytes: (name: string) => Promise<Buffer | null>
  /** Reads the rows of a table one after the other; none if the table does not exist. */
  readRows: (table: string) => AsyncIterable<unknown>
  /** Extracts a file to a new local file; returns false if it does not exist in the archive. */
  extractTo: (name: string, path: string) => Promise<boolean>
}

/** Throws an ApiError if the file is not an archive, is damaged or too large, or is from a newer release. */
export async function withArchive<Result>(
  file: string,
  work: (archive: Archive) => Promise<Result>,
): Promise<Result> {
  try {
    return await withZip(file, ZIP_LIMITS, async (zip) => work(await openArchive(zip)))
  } catch (error) {
    if (error instanceof JsonBudgetError) throw archiveError(MESSAGES['too large'], error)
    throw error instanceof ZipError ? archiveError(MESSAGES[error.fault], error) : error
  }
}

const MESSAGES = {
  'no zip': NOT_AN_ARCHIVE,
  damaged: ARCHIVE_DAMAGED,
  'too large': 'The archive is too large to import.',
} as const satisfies Record<ZipError['fault'], string>

async function openArchive(zip: Zip): Promise<Archive> {
  const tableMeter = jsonMeter(TABLE_BUDGET)
  const tableSizes = [...zip.sizes].filter(([name]) => name.startsWith(TABLES_PATH)).map(([, size]) => size)
  if (tableSizes.reduce((sum, size) => sum + size, 0) > MAX_TABLE_BYTES) throw new ZipError('too large')

  const archive = {
    names: new Set(zip.sizes.keys()),

    async readBytes(name: string) {
      const content = zip.content(name)
      if (content === null) return null
      if ((zip.sizes.get(name) ?? 0) > MAX_BYTES_IN_MEMORY) throw new ZipError('too large')
      return buffer(content)
    },

    async *readRows(table: string) {
      const content = zip.content(tablePath(table))
      if (content === null) return
      try {
        yield* readJsonRows(content, tableMeter)
      } catch (error) {
        throw toArchiveError(error)
      }
    },

    async extractTo(name: string, path: string) {
      const content = zip.content(name)
      if (content === null) return false
      await pipeline(content, createWriteStream(path, { flags: 'wx', mode: 0o600 }))
      return true
    },
  }
  return { ...archive, manifest: parseManifest(await archive.readBytes(MANIFEST_PATH)) }
}

/** Text that is not JSON is a SyntaxError, and bytes that are not UTF-8 are a TypeError with a code. */
function toArchiveError(error: unknown): unknown {
  if (error instanceof JsonBudgetError) return error
  const isEncodingError = error instanceof TypeError && 'code' in error
  return error instanceof SyntaxError || isEncodingError ? archiveError(ARCHIVE_DAMAGED, error) : error
}

function parseManifest(content: Buffer | null): Manifest {
  if (content === null) throw archiveError(NOT_AN_ARCHIVE)
  let json: unknown
  try {
    json = parseJson(new TextDecoder('utf-8', { fatal: true }).decode(content))
  } catch (error) {
    throw toArchiveError(error)
  }
  const version = parseVersion(json)
  if (version === null) throw archiveError(NOT_AN_ARCHIVE)
  if (version > ARCHIVE_VERSION) throw archiveError(ARCHIVE_TOO_NEW)
  const manifest = Manifest.safeParse(json)
  if (!manifest.success) throw archiveError(ARCHIVE_DAMAGED, manifest.error)
  return manifest.data
}

import { cleanPersonName } from '@fieldhouse/domain/names'
import { z } from 'zod'
import { ApiError } from '../../http/errors/api-error.ts'

// A league archive is a zip file with this manifest, a JSON file of rows for each table, and a file for every
// media file and every binary value. Its CSV files are only for people; an import ignores them.

const ARCHIVE_FORMAT = 'fieldhouse league'
/** The only version so far. A release that writes a newer version must still read this one. */
export const ARCHIVE_VERSION = 1

export const MANIFEST_PATH = 'league.json'
export const README_PATH = 'README.txt'
export const TABLES_PATH = 'tables/'

/** Archives have the names that these tables had in release 0.1.0. */
const ARCHIVED_NAMES: Readonly<Record<string, string>> = {
  provider_responses: 'provider_answers',
  archive_responses: 'archive_answers',
  item_likes: 'post_likes',
  item_comments: 'post_comments',
}

export const tablePath = (table: string) => `${TABLES_PATH}${ARCHIVED_NAMES[table] ?? table}.json`
export const mediaPath = (key: string) => `media/${key}`
export const picturePath = (slug: string) => `owners/${slug}.jpg`
export const TROPHY_PATH = 'trophy.jpg'
export const PICTURE_PATH = /^owners\/([^/]+)\.jpg$/
export const csvPath = (name: string) => `csv/${name}.csv`
/** The name of the file with a binary value. It replaces the value in the row. */
export const bytesPath = (table: string, key: string, column: string) => `bytes/${table}/${key}-${column}`

export const Person = z.object({
  /** The user id that the rows refer to. */
  id: z.int(),
  username: z
    .string()
    .min(1)
    .max(64)
    .regex(/^[\w@.+-]+$/),
  first_name: z.string().max(150).overwrite(cleanPersonName),
  last_name: z.string().max(150).overwrite(cleanPersonName),
})

export type Person = z.infer<typeof Person>

const ManifestHeader = z.object({ format: z.literal(ARCHIVE_FORMAT), version: z.int() })

export const Manifest = ManifestHeader.extend({
  exported_at: z.iso.datetime(),
  name: z.string().max(400),
  people: z.array(Person).max(20_000),
})

export type Manifest = z.infer<typeof Manifest>

export function parseVersion(json: unknown): number | null {
  const header = ManifestHeader.safeParse(json)
  return header.success ? header.data.version : null
}

export function createManifest(name: string, people: Person[], now: Date): Manifest {
  return { format: ARCHIVE_FORMAT, version: ARCHIVE_VERSION, exported_at: now.toISOString(), name, people }
}

export function archiveError(message: string, cause?: unknown): ApiError {
  return new ApiError('archive_unreadable', { message, cause })
}

export const ARCHIVE_DAMAGED = 'The archive is damaged or was edited by hand.'
export const ARCHIVE_TOO_NEW =
  'The archive was exported from a newer version of Fieldhouse. Update this server first.'
export const NOT_AN_ARCHIVE = "That file isn't a league archive. Choose an archive exported from Fieldhouse."

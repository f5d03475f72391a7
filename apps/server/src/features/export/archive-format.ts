import { z } from 'zod'

// An archive of a league is a zip: this manifest, a JSON file of rows for each table, and a file
// for every medium and for every value that is bytes. The CSV beside them is for people alone.

const ARCHIVE_FORMAT = 'fieldhouse league'
/** The only version so far. A release that writes another one reads this one too. */
export const ARCHIVE_VERSION = 1

export const MANIFEST_PATH = 'league.json'
export const README_PATH = 'README.txt'
export const TABLES_PATH = 'tables/'

export const tablePath = (table: string) => `${TABLES_PATH}${table}.json`
export const mediaPath = (key: string) => `media/${key}`
export const picturePath = (slug: string) => `owners/${slug}.jpg`
export const PICTURE_PATH = /^owners\/([^/]+)\.jpg$/
export const csvPath = (name: string) => `csv/${name}.csv`
/** What stands in a row in place of bytes, and is the name of the file that has them. */
export const bytesPath = (table: string, key: string, column: string) => `bytes/${table}/${key}-${column}`

export const Person = z.object({
  /** Stands for the person in the rows. */
  id: z.int(),
  username: z
    .string()
    .min(1)
    .max(64)
    .regex(/^[\w@.+-]+$/),
  first_name: z.string().max(150),
  last_name: z.string().max(150),
})

export type Person = z.infer<typeof Person>

const ManifestHeader = z.object({ format: z.literal(ARCHIVE_FORMAT), version: z.int() })

export const Manifest = ManifestHeader.extend({
  exported_at: z.iso.datetime(),
  name: z.string().max(400),
  people: z.array(Person).max(100_000),
})

export type Manifest = z.infer<typeof Manifest>

/** The version that a manifest says it has; null for what is none. */
export function parseVersion(json: unknown): number | null {
  const head = ManifestHeader.safeParse(json)
  return head.success ? head.data.version : null
}

export function createManifest(name: string, people: Person[], now: Date): Manifest {
  return { format: ARCHIVE_FORMAT, version: ARCHIVE_VERSION, exported_at: now.toISOString(), name, people }
}

/** A row as it stands in an archive. */
export type ArchiveRow = Record<string, string | number | null>

import { z } from 'zod'

// An archive of a league is a zip: this manifest, a JSON file of rows for each table, and a file
// for every medium and for every value that is bytes. The CSV beside them is for people alone.

const FORMAT = 'fieldhouse league'
/** The only version so far. A release that writes another one reads this one too. */
export const VERSION = 1

export const MANIFEST = 'league.json'
export const README = 'README.txt'
export const TABLES = 'tables/'

export const tableFile = (table: string) => `${TABLES}${table}.json`
export const mediumFile = (key: string) => `media/${key}`
export const pictureFile = (slug: string) => `owners/${slug}.jpg`
export const PICTURE_FILE = /^owners\/([^/]+)\.jpg$/
export const csvFile = (name: string) => `csv/${name}.csv`
/** What stands in a row in place of bytes, and is the name of the file that has them. */
export const bytesFile = (table: string, key: string, column: string) => `bytes/${table}/${key}-${column}`

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

const Head = z.object({ format: z.literal(FORMAT), version: z.int() })

export const Manifest = Head.extend({
  exported_at: z.iso.datetime(),
  name: z.string().max(400),
  people: z.array(Person).max(100_000),
})

export type Manifest = z.infer<typeof Manifest>

/** The version that a manifest says it has; null for what is none. */
export function versionOf(json: unknown): number | null {
  const head = Head.safeParse(json)
  return head.success ? head.data.version : null
}

export function manifestOf(name: string, people: Person[], now: Date): Manifest {
  return { format: FORMAT, version: VERSION, exported_at: now.toISOString(), name, people }
}

/** A row as it stands in an archive. */
export type Row = Record<string, string | number | null>

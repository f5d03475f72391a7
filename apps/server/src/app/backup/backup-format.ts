import { slugify } from '@fieldhouse/domain/names'
import { z } from 'zod'
import { sign } from '../../http/tokens.ts'

// A backup is a zip: for each table a file of its rows, the media and the owners' pictures as they
// are stored, and at last this manifest, which tells of all of them.

const FORMAT = 'fieldhouse backup'
/** The only version so far. A release that writes another one reads this one too. */
const VERSION = 1

export const MANIFEST_FILE = 'manifest.json'
export const tableFile = (table: string) => `tables/${table}.jsonl`
export const mediaFile = (key: string) => `media/${key}`
export const pictureFile = (slug: string) => `owners/${slug}.jpg`

const Count = z.int().nonnegative()
const Name = z.string().regex(/^\w{1,60}$/)
const FileContent = z.object({ size: Count, sha256: z.string().regex(/^[\da-f]{64}$/) })

const TableContent = FileContent.extend({
  name: Name,
  /** In the order in which a row's values stand. */
  columns: z.array(z.object({ name: Name, kind: z.enum(['integer', 'bytes', 'other']) })).min(1),
  rows: Count,
  /** The highest number that the table ever counted up to; null where the engine counts none. */
  counted_to: z
    .string()
    .regex(/^\d{1,18}$/)
    .nullable(),
})

/** The keys of media are of our making. */
export const MediaKey = z.string().regex(/^[\w-]{1,100}$/)

const MediumContent = FileContent.extend({
  key: MediaKey,
  content_type: z.string().regex(/^[\w.+/-]{1,100}$/),
})

const PictureContent = FileContent.extend({
  slug: z
    .string()
    .min(1)
    .max(200)
    .refine((slug) => slugify(slug) === slug),
})

const ManifestHeader = z.object({ format: z.literal(FORMAT), version: z.int() })

export const Manifest = ManifestHeader.extend({
  release: z.string().max(50),
  made_at: z.iso.datetime(),
  engine: z.enum(['sqlite', 'postgres']),
  /** Those that made the tables, in the order in which they ran. */
  migrations: z.array(z.string().regex(/^[\w-]{1,100}$/)).min(1),
  /** Tells whether a secret key is the one that the backup was made under, and nothing else of it. */
  key_check: z.string().max(100),
  tables: z.array(TableContent),
  media: z.array(MediumContent),
  pictures: z.array(PictureContent),
  /** Keys of media that the rows name and whose files were gone already. */
  missing: z.array(z.string()),
})

export type Manifest = z.infer<typeof Manifest>
export type TableContent = z.infer<typeof TableContent>
export type MediaContent = z.infer<typeof MediumContent>
export type PictureContent = z.infer<typeof PictureContent>

export const MANIFEST_HEADER = { format: FORMAT, version: VERSION } as const

/** Whether a manifest is of a version that this release cannot know; null for what is no manifest of ours. */
export function isNewerVersion(json: unknown): boolean | null {
  const head = ManifestHeader.safeParse(json)
  return head.success ? head.data.version > VERSION : null
}

export function secretKeyCheck(secretKey: string): string {
  return sign(secretKey, 'backup', 'which key')
}

import { randomUUID } from 'node:crypto'
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { slugify } from '@fieldhouse/domain/names'
import { sql } from 'kysely'
import type { Db } from '../database/engine/database.ts'
import { hasTable } from '../database/engine/dialect.ts'
import { flushFolder, makeFolderSync } from '../files/durable-files.ts'
import type { PictureSource } from '../repositories/pictures.ts'
import { detectBufferKind, NotAnImageError } from './file-kind.ts'
import { nullIfMissing } from './file-store.ts'
import type { MediaStore } from './media-store.ts'

/** File names are limited to 255 bytes, and a character can take several bytes. */
const MAX_SLUG_BYTES = 200

/** The folder of the owner pictures in the data directory. Source: operations, "Settings". */
export function ownerPicturesFolder(dataDir: string): string {
  return join(dataDir, 'owners')
}

/**
 * Pictures as `slug.jpg` in a folder, for owners of that name in any league. Operators can add, overwrite and remove
 * them manually, and earlier releases stored uploaded pictures here.
 */
export type OwnerPictures = ReturnType<typeof ownerPictures>

export function ownerPictures(folder: string) {
  const fileOf = (slug: string) => join(folder, `${slug}.jpg`)
  return {
    /** A text that changes when the picture changes. null without a picture. */
    async findVersion(slug: string): Promise<string | null> {
      if (!isValidPictureSlug(slug)) return null
      const stats = await stat(fileOf(slug)).catch(nullIfMissing)
      return stats === null ? null : Math.round(stats.mtimeMs).toString(36)
    },

    /** Saves or replaces a picture atomically. */
    async save(slug: string, jpeg: Uint8Array): Promise<void> {
      makeFolderSync(folder)
      const temporaryFile = join(folder, `.${randomUUID()}`)
      try {
        await writeFile(temporaryFile, jpeg, { flush: true })
        await rename(temporaryFile, fileOf(slug))
        await flushFolder(folder)
      } finally {
        await rm(temporaryFile, { force: true })
      }
    },

    remove: (slug: string): Promise<void> => rm(fileOf(slug), { force: true }),

    /** The slugs of all pictures, sorted. */
    async listSlugs(): Promise<string[]> {
      const names = (await readdir(folder).catch(nullIfMissing)) ?? []
      return names.flatMap((name) => slugFromFileName(name) ?? []).sort()
    },

    read: async (slug: string): Promise<Buffer | null> =>
      isValidPictureSlug(slug) ? readFile(fileOf(slug)).catch(nullIfMissing) : null,
  }
}

export function slugFromFileName(fileName: string): string | null {
  const slug = /^(.+)\.jpg$/.exec(fileName)?.[1]
  return slug !== undefined && slugify(slug) === slug ? slug : null
}

export function isValidPictureSlug(slug: string): boolean {
  return slug !== '' && Buffer.byteLength(slug) <= MAX_SLUG_BYTES
}

export async function readOwnerPicture(
  { files, folder }: { files: MediaStore; folder: Pick<OwnerPictures, 'read'> },
  source: PictureSource | null,
): Promise<Buffer | null> {
  if (source === null) return null
  if ('slug' in source) return folder.read(source.slug)
  const stream = await files.read(source.fileKey, null)
  return stream === null ? null : buffer(stream)
}

/** Stores a picture as a media file under a new key, which it returns. */
export async function storePictureFile(files: MediaStore, jpeg: Uint8Array): Promise<string> {
  const key = randomUUID()
  const path = join(files.stagingFolder, key)
  await mkdir(files.stagingFolder, { recursive: true, mode: 0o700 })
  try {
    await writeFile(path, jpeg, { mode: 0o600 })
    await files.put(key, path, PICTURE_TYPE)
  } finally {
    await rm(path, { force: true })
  }
  return key
}

/** The content type of every picture of an owner or a trophy, whatever the type of the uploaded image. */
export const PICTURE_TYPE = 'image/jpeg'

const PICTURE_TABLES = ['owner_pictures', 'trophy_pictures']

type MediaFile = { key: string; contentType: string; hasThumbnail: boolean }

/** The media files that a database refers to; those of an earlier release may lack some tables. */
export async function listMediaFiles(db: Db): Promise<MediaFile[]> {
  if (!(await hasTable(db, 'feed_media'))) return []
  const media = await listFilesOf(db, 'feed_media')
  if (await hasTable(db, 'media_drafts')) media.push(...(await listFilesOf(db, 'media_drafts')))
  for (const table of PICTURE_TABLES) {
    if (!(await hasTable(db, table))) continue
    const { rows } = await sql<{ key: string }>`
      select file_key as key from ${sql.table(table)} where file_key is not null order by file_key`.execute(
      db,
    )
    media.push(...rows.map(({ key }) => ({ key, contentType: PICTURE_TYPE, hasThumbnail: false })))
  }
  return media
}

async function listFilesOf(db: Db, table: 'feed_media' | 'media_drafts'): Promise<MediaFile[]> {
  const { rows } = await sql<{ key: string; contentType: string; hasGrid: number }>`
    select file_key as key, content_type as "contentType", case when grid_size is null then 0 else 1 end as "hasGrid"
    from ${sql.table(table)} order by file_key`.execute(db)
  return rows.map(({ hasGrid, ...file }) => ({ ...file, hasThumbnail: hasGrid === 1 }))
}

/** The longer side of the pictures of owners and trophies, in pixels. */
export const OWNER_PICTURE_SIDE = 512
export const TROPHY_PICTURE_SIDE = 1024

/** The longer side is at most `maxSide` pixels. Throws an ImageError for an unusable file. */
export async function toSmallJpeg(bytes: Uint8Array, maxSide: number): Promise<Uint8Array> {
  if ((await detectBufferKind(bytes))?.kind !== 'image') throw new NotAnImageError('the file is not an image')
  // Imported only when needed: the image library takes tens of megabytes, and many servers never use it.
  const { createSmallJpeg } = await import('./sanitize-image.ts')
  return createSmallJpeg(bytes, maxSide)
}

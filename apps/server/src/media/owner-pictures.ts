import { randomUUID } from 'node:crypto'
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { slugify } from '@fieldhouse/domain/names'
import { nullIfMissing } from './file-store.ts'

/** File names are limited to 255 bytes, and a character can take several bytes. */
const MAX_SLUG_BYTES = 200

/** The folder of the owner pictures in the data directory. Source: operations, "Settings". */
export function ownerPicturesFolder(dataDir: string): string {
  return join(dataDir, 'owners')
}

/**
 * Stores owner pictures as `slug.jpg` in a folder. Several processes can share the folder, and operators can add,
 * overwrite and remove files manually.
 */
export interface OwnerPictures {
  /** The URL path of a picture, which changes when the picture changes. null without a picture. */
  findUrl(slug: string): Promise<string | null>
  /** Saves or replaces a picture atomically. */
  save(slug: string, jpeg: Uint8Array): Promise<void>
  remove(slug: string): Promise<void>
  /** The slugs of all pictures, sorted. */
  listSlugs(): Promise<string[]>
  /** The JPEG; null without a picture. */
  read(slug: string): Promise<Buffer | null>
}

export function ownerPictures(folder: string): OwnerPictures {
  const fileOf = (slug: string) => join(folder, `${slug}.jpg`)
  return {
    async findUrl(slug) {
      if (!isValidPictureSlug(slug)) return null
      const stats = await stat(fileOf(slug)).catch(nullIfMissing)
      if (stats === null) return null
      return `/owners/${encodeURIComponent(slug)}.jpg?v=${Math.round(stats.mtimeMs).toString(36)}`
    },

    async save(slug, jpeg) {
      await mkdir(folder, { recursive: true })
      const temporaryFile = join(folder, `.${randomUUID()}`)
      try {
        await writeFile(temporaryFile, jpeg, { flush: true })
        await rename(temporaryFile, fileOf(slug))
      } finally {
        await rm(temporaryFile, { force: true })
      }
    },

    remove: (slug) => rm(fileOf(slug), { force: true }),

    async listSlugs() {
      const names = (await readdir(folder).catch(nullIfMissing)) ?? []
      return names.flatMap((name) => slugFromFileName(name) ?? []).sort()
    },

    read: (slug) =>
      isValidPictureSlug(slug) ? readFile(fileOf(slug)).catch(nullIfMissing) : Promise.resolve(null),
  }
}

/** The slug in the name of a picture file; null if the file is not an owner picture. */
export function slugFromFileName(fileName: string): string | null {
  const slug = /^(.+)\.jpg$/.exec(fileName)?.[1]
  return slug !== undefined && slugify(slug) === slug ? slug : null
}

/** Whether the slug is not empty and short enough for a file name. */
export function isValidPictureSlug(slug: string): boolean {
  return slug !== '' && Buffer.byteLength(slug) <= MAX_SLUG_BYTES
}

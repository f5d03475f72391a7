import { randomUUID } from 'node:crypto'
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { slugify } from '@fieldhouse/domain/names'
import { coalesce } from '../database/coalesce.ts'

/** A file's name may have 255 bytes; the letters of other scripts take several each. */
const MAX_SLUG_BYTES = 200

/** Where the owners' pictures are among the data. Source: operations, "Settings". */
export function ownerPicturesFolder(dataDir: string): string {
  return join(dataDir, 'owners')
}

export type OwnerPictures = ReturnType<typeof ownerPictures>

/** The owners' pictures: `slug.jpg` in a folder that several processes may share, and people may fill by hand. */
export function ownerPictures(folder: string) {
  const fileOf = (slug: string) => join(folder, `${slug}.jpg`)
  return {
    /** Another text once a picture was added, replaced or removed. */
    version: coalesce(async (): Promise<string> => {
      const found = await stat(folder, { bigint: true }).catch(nullIfMissing)
      return found === null ? '' : found.mtimeNs.toString(36)
    }),

    /** Where the page finds a picture; null without one. Another address when the picture changes. */
    async findUrl(slug: string): Promise<string | null> {
      if (!isValidPictureSlug(slug)) return null
      const found = await stat(fileOf(slug)).catch(nullIfMissing)
      if (found === null) return null
      return `/owners/${encodeURIComponent(slug)}.jpg?v=${Math.round(found.mtimeMs).toString(36)}`
    },

    /** Puts a picture in the place of an older one, whole or not at all. */
    async save(slug: string, jpeg: Uint8Array): Promise<void> {
      await mkdir(folder, { recursive: true })
      const draft = join(folder, `.${randomUUID()}`)
      try {
        await writeFile(draft, jpeg, { flush: true })
        await rename(draft, fileOf(slug))
      } finally {
        await rm(draft, { force: true })
      }
    },

    remove: (slug: string): Promise<void> => rm(fileOf(slug), { force: true }),

    /** Of every picture that is there, in their order. */
    async listSlugs(): Promise<string[]> {
      const names = (await readdir(folder).catch(nullIfMissing)) ?? []
      return names.flatMap((name) => slugFromFileName(name) ?? []).sort()
    },

    /** null without one. */
    read: (slug: string): Promise<Buffer | null> =>
      isValidPictureSlug(slug) ? readFile(fileOf(slug)).catch(nullIfMissing) : Promise.resolve(null),
  }
}

/** Whose picture a file is by its name; null for what is none. */
export function slugFromFileName(fileName: string): string | null {
  const slug = /^(.+)\.jpg$/.exec(fileName)?.[1]
  return slug !== undefined && slugify(slug) === slug ? slug : null
}

/** Whether a file may have that name. */
export function isValidPictureSlug(slug: string): boolean {
  return slug !== '' && Buffer.byteLength(slug) <= MAX_SLUG_BYTES
}

function nullIfMissing(error: unknown): null {
  if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null
  throw error
}

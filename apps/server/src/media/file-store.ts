import { mkdir, open, opendir, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { MediaStore } from './media-store.ts'

/** Where files that are put are gathered; never the first two signs of a key. */
const STAGING_FOLDER = 'incoming'

/** Media in a folder, spread over folders that are named after the first two signs of the key. */
export function fileStore(folder: string): MediaStore {
  const pathOf = (key: string) => join(folder, key.slice(0, 2), key)
  return {
    stagingFolder: join(folder, STAGING_FOLDER),

    async put(key, file) {
      const path = pathOf(key)
      await mkdir(dirname(path), { recursive: true, mode: 0o700 })
      await syncToDisk(file)
      await rename(file, path)
    },

    async read(key, range) {
      const handle = await open(pathOf(key)).catch(nullIfMissing)
      if (handle === null) return null
      return handle.createReadStream(range === null ? {} : { start: range.first, end: range.last })
    },

    async remove(key) {
      await rm(pathOf(key), { force: true })
    },

    async *list() {
      for await (const shelf of listEntries(folder)) {
        if (!shelf.isDirectory() || shelf.name === STAGING_FOLDER) continue
        for await (const { name } of listEntries(join(folder, shelf.name))) {
          const found = await stat(join(folder, shelf.name, name)).catch(nullIfMissing)
          if (found !== null) yield { key: name, storedAt: found.mtime }
        }
      }
    },
  }
}

/** Makes sure that a power cut leaves the whole file and not its name alone. */
async function syncToDisk(file: string): Promise<void> {
  const handle = await open(file, 'r+')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

async function* listEntries(folder: string) {
  const entries = await opendir(folder).catch(nullIfMissing)
  if (entries !== null) yield* entries
}

function nullIfMissing(error: unknown): null {
  if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null
  throw error
}

import { mkdir, open, opendir, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { flushFolder } from '../files/durable-files.ts'
import type { MediaStore } from './media-store.ts'

/** The folder of incomplete uploads. Its name cannot equal the first two characters of a key. */
const STAGING_FOLDER = 'incoming'

export function fileStore(folder: string): MediaStore {
  const pathOf = (key: string) => join(folder, key.slice(0, 2), key)
  /** Folders whose names this process has written to disk, or is writing. */
  const flushedNames = new Map<string, Promise<void>>()

  /** Returns once the names of the subfolder and its parents are on the disk, whichever upload has created them. */
  async function makeSubfolder(subfolder: string): Promise<void> {
    const isNew = (await mkdir(subfolder, { recursive: true, mode: 0o700 })) !== undefined
    if (isNew) flushedNames.delete(subfolder)
    for (let path = subfolder; path !== dirname(path); path = dirname(path)) await flushName(path)
  }

  function flushName(path: string): Promise<void> {
    const earlier = flushedNames.get(path)
    if (earlier !== undefined) return earlier
    const flushed = flushFolder(dirname(path)).catch((error: unknown) => {
      flushedNames.delete(path)
      throw error
    })
    flushedNames.set(path, flushed)
    return flushed
  }

  return {
    stagingFolder: join(folder, STAGING_FOLDER),

    async put(key, file) {
      const path = pathOf(key)
      await makeSubfolder(dirname(path))
      await syncToDisk(file)
      await rename(file, path)
      await flushFolder(dirname(path))
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
      for await (const subfolder of listEntries(folder)) {
        if (!subfolder.isDirectory() || subfolder.name === STAGING_FOLDER) continue
        for await (const { name } of listEntries(join(folder, subfolder.name))) {
          const stats = await stat(join(folder, subfolder.name, name)).catch(nullIfMissing)
          if (stats !== null) yield { key: name, storedAt: stats.mtime, bytes: stats.size }
        }
      }
    },
  }
}

/** Flushes the file, so that a power failure cannot leave the name of an empty or incomplete file. */
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

export function nullIfMissing(error: unknown): null {
  if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null
  throw error
}

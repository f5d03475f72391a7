import { randomUUID } from 'node:crypto'
import { mkdir, opendir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { nullIfMissing } from './file-store.ts'

/** Files that a process did not finish, because it was killed, are removed after this time. */
const MAX_UNFINISHED_MS = 60 * 60 * 1000
/** How exactly the time of the last use is kept. */
const USE_RESOLUTION_MS = 60 * 60 * 1000
const UNFINISHED = '.part'

export type CachedImage = { bytes: Buffer; storedAt: Date }

/** Several processes of a machine may use the folder. The least recently used images are removed first. */
export type ImageCache = ReturnType<typeof imageCache>

/** @param maxBytes may be exceeded by a twentieth for each process. */
export function imageCache(folder: string, maxBytes: number) {
  /** Written since files were last removed; at first unknown. */
  let bytesSinceCleanup = Infinity
  let cleanup: Promise<void> | null = null

  return {
    async read(name: string, now: Date): Promise<CachedImage | null> {
      const path = pathOf(name)
      const [bytes, stats] = await Promise.all([
        readFile(path).catch(nullIfMissing),
        stat(path).catch(nullIfMissing),
      ])
      if (bytes === null || stats === null) return null
      if (now.getTime() - stats.atimeMs > USE_RESOLUTION_MS)
        // Another process may have removed it.
        await utimes(path, now, stats.mtime).catch(nullIfMissing)
      return { bytes, storedAt: stats.mtime }
    },

    /** Stores or replaces an image, completely or not at all. An empty one is allowed. */
    async write(name: string, bytes: Uint8Array, now: Date): Promise<void> {
      const path = pathOf(name)
      const unfinished = join(dirname(path), `${randomUUID()}${UNFINISHED}`)
      await mkdir(dirname(path), { recursive: true, mode: 0o700 })
      try {
        // Flushed, because after a power failure the name could otherwise lead to a file without its content.
        await writeFile(unfinished, bytes, { mode: 0o600, flush: true })
        await utimes(unfinished, now, now)
        await rename(unfinished, path)
      } finally {
        await rm(unfinished, { force: true })
      }
      bytesSinceCleanup += bytes.byteLength
      if (bytesSinceCleanup <= maxBytes / 20) return
      cleanup ??= removeLeastRecentlyUsed(now).finally(() => {
        cleanup = null
      })
      await cleanup
    },
  }

  function pathOf(name: string): string {
    return join(folder, name.slice(0, 2), name)
  }

  async function removeLeastRecentlyUsed(now: Date): Promise<void> {
    bytesSinceCleanup = 0
    const files: { path: string; size: number; usedAtMs: number }[] = []
    for await (const subfolder of await opendir(folder)) {
      if (!subfolder.isDirectory()) continue
      for await (const { name } of await opendir(join(folder, subfolder.name))) {
        const path = join(folder, subfolder.name, name)
        const stats = await stat(path).catch(nullIfMissing)
        if (stats === null) continue
        if (!name.endsWith(UNFINISHED)) files.push({ path, size: stats.size, usedAtMs: stats.atimeMs })
        else if (now.getTime() - stats.mtimeMs > MAX_UNFINISHED_MS) await rm(path, { force: true })
      }
    }
    let excess = files.reduce((sum, { size }) => sum + size, 0) - maxBytes
    for (const { path, size } of files.toSorted((a, b) => a.usedAtMs - b.usedAtMs)) {
      if (excess <= 0) break
      await rm(path, { force: true })
      excess -= size
    }
  }
}

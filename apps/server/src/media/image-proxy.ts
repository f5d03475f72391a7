import { createHash, randomUUID } from 'node:crypto'
import { mkdir, opendir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { IMAGE_SIZES } from '@fieldhouse/contract/share-images'
import { DAY_MS, MINUTE_MS } from '@fieldhouse/domain/duration'
import { isEspnHost } from '../images/image-paths.ts'
import { ProviderError } from '../providers/http/attempts.ts'
import type { ImageSource } from '../providers/image-source.ts'
import { ImageError } from './file-kind.ts'
import { nullIfMissing } from './file-store.ts'

type ImageSize = (typeof IMAGE_SIZES)[number]

export const PROXIED_IMAGE_TYPE = 'image/webp'

/** A logo or headshot can be replaced under the same URL, such as before a season. */
const MAX_AGE_MS = 30 * DAY_MS
/** How long a picture is not requested again that does not exist or cannot be used, or whose host was not reached. */
const FAILURE_AGES = { failed: DAY_MS, unreachable: 5 * MINUTE_MS } as const

type ImageProxyOptions = {
  source: ImageSource
  cache: ImageCache
  onColor: (url: string, color: string) => Promise<void>
  log: { debug: (fields: object, message: string) => void }
  now: () => Date
}

export type ImageProxy = ReturnType<typeof imageProxy>

export function imageProxy({ source, cache, onColor, log, now }: ImageProxyOptions) {
  const downloads = new Map<string, Promise<void>>()

  return {
    /** The WebP image of a picture; null if there is none, or its host cannot be reached. */
    async get(url: string, size: ImageSize): Promise<CachedImage | null> {
      const key = createHash('sha256').update(url).digest('hex')
      const stored = await cache.read(fileOf(key, size), now())
      if (stored !== null && !isOlderThan(MAX_AGE_MS, stored)) return stored
      if (await hasFailed(key)) return stored
      const download = downloads.get(key) ?? downloadPicture(url, key).finally(() => downloads.delete(key))
      downloads.set(key, download)
      await download
      return cache.read(fileOf(key, size), now())
    },
  }

  async function downloadPicture(url: string, key: string): Promise<void> {
    try {
      const bytes = await source.read(url)
      if (bytes === null) return await rememberFailure(key, 'failed')
      // Imported only when needed, because the image library takes tens of megabytes.
      const { createSquareWebps } = await import('./sanitize-image.ts')
      const allowsSvg = isEspnHost(new URL(url).host)
      const { images, color } = await createSquareWebps(bytes, { sides: IMAGE_SIZES, allowsSvg })
      for (const [side, image] of images) await cache.write(fileOf(key, side), image, now())
      if (color !== null) await onColor(url, color)
    } catch (error) {
      if (!(error instanceof ProviderError || error instanceof ImageError)) throw error
      log.debug({ err: error, url }, 'picture cannot be shown')
      const isUnreachable = error instanceof ProviderError && ['busy', 'unavailable'].includes(error.failure)
      await rememberFailure(key, isUnreachable ? 'unreachable' : 'failed')
    }
  }

  /** Each kind of failure is an empty file, so that all processes of the machine know of it. */
  function rememberFailure(key: string, kind: keyof typeof FAILURE_AGES): Promise<void> {
    return cache.write(fileOf(key, kind), new Uint8Array(), now())
  }

  async function hasFailed(key: string): Promise<boolean> {
    const failures = await Promise.all(
      Object.entries(FAILURE_AGES).map(async ([kind, ageMs]) => {
        const failure = await cache.read(fileOf(key, kind), now())
        return failure !== null && !isOlderThan(ageMs, failure)
      }),
    )
    return failures.includes(true)
  }

  function isOlderThan(ageMs: number, { storedAt }: CachedImage): boolean {
    return now().getTime() - storedAt.getTime() >= ageMs
  }
}

const fileOf = (key: string, part: string | number) => `${key}-${part}`

/** Files that a process did not finish, because it was killed, are removed after this time. */
const MAX_UNFINISHED_MS = 60 * 60 * 1000
/** How exactly the time of the last use is kept. */
const USE_RESOLUTION_MS = 60 * 60 * 1000
const UNFINISHED = '.part'

type CachedImage = { bytes: Buffer; storedAt: Date }

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

import { createHash } from 'node:crypto'
import { IMAGE_SIZES } from '@fieldhouse/contract/share-images/images'
import { DAY_MS, MINUTE_MS } from '@fieldhouse/domain/duration'
import { isEspnHost } from '../images/image-paths.ts'
import type { ImageSource } from '../providers/images/image-source.ts'
import { ProviderError } from '../providers/provider-error.ts'
import type { CachedImage, ImageCache } from './image-cache.ts'
import { ImageError } from './image-errors.ts'

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

import { createHash } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import type { Context } from '../../context.ts'
import type { ImagePaths } from '../../images/image-paths.ts'
import type { ImageCache, ImageProxy } from '../../media/image-proxy.ts'
import { type TaskThread, taskThread, threadProgram } from '../../threads/task-thread.ts'
import type { CardTask } from './drawing-thread.ts'

/** A change of the number draws all cards again. */
const DESIGN = 2
/** How long a card waits for logos that are not cached yet, so that a preview is there within a second. Later ones have them. */
const MAX_LOGO_WAIT_MS = 400

type CardDrawer = TaskThread<CardTask, Uint8Array>

export const cardDrawer = (): CardDrawer => taskThread(threadProgram('drawing-thread', import.meta.url))

type ImageMakerOptions = {
  paths: Pick<ImagePaths, 'findLogoUrl'>
  proxy: ImageProxy
  drawer: CardDrawer
  cache: ImageCache
  log: Pick<FastifyBaseLogger, 'warn'>
  now: () => Date
}

/** A function that draws cards, one with the same content once. null if too many others are waiting. */
export function imageMaker({
  paths,
  proxy,
  drawer,
  cache,
  log,
  now,
}: ImageMakerOptions): Context['drawCard'] {
  const drawings = new Map<string, Promise<Buffer | null>>()

  return async (card, logoPaths) => {
    const logos = await loadLogos(logoPaths)
    const logoTimes = [...logos].map(([path, { storedAt }]) => [path, storedAt.getTime()])
    const key = createHash('sha256')
      .update(JSON.stringify([DESIGN, card.style, card.content, logoTimes]))
      .digest('hex')
    const stored = await cache.read(key, now())
    if (stored !== null) return stored.bytes
    const bytesOf = new Map([...logos].map(([path, { bytes }]) => [path, bytes]))
    const drawing =
      drawings.get(key) ??
      drawAndCache(key, { ...(card as CardTask), logos: bytesOf }).finally(() => drawings.delete(key))
    drawings.set(key, drawing)
    return drawing
  }

  async function drawAndCache(key: string, task: CardTask): Promise<Buffer | null> {
    const drawn = await drawer.run(task)
    if (drawn === null) return null
    const png = Buffer.from(drawn)
    // A full disk is no reason to withhold the picture.
    await cache
      .write(key, png, now())
      .catch((err: unknown) => log.warn({ err }, 'failed to cache a share image'))
    return png
  }

  async function loadLogos(all: readonly (string | null)[]) {
    const wanted = [...new Set(all)].filter((path) => path !== null).sort()
    const timeout = new AbortController()
    const late = delay(MAX_LOGO_WAIT_MS, null, { signal: timeout.signal, ref: false }).catch(() => null)
    const logos = await Promise.all(
      wanted.map(async (path) => [path, await Promise.race([loadLogo(path), late])] as const),
    )
    timeout.abort()
    return new Map(logos.flatMap(([path, logo]) => (logo === null ? [] : [[path, logo] as const])))
  }

  async function loadLogo(path: string) {
    const [, signature = '', picture = ''] = /^\/api\/images\/logos\/([^/]+)\/([^/]+)\/$/.exec(path) ?? []
    const url = paths.findLogoUrl(signature, picture)
    return url === null ? null : proxy.get(url, 256)
  }
}

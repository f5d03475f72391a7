import { existsSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'

const KB = 1024

/** In kilobytes after gzip. Most browsers receive brotli, which is smaller. */
export const LIMITS = { firstScript: 90, firstStyle: 20, fonts: 40, lazyScript: 40, worker: 15 }

/** An entry of Vite's manifest. */
type Chunk = {
  file: string
  isEntry?: boolean
  /** Keys of the manifest. */
  imports?: string[]
  dynamicImports?: string[]
  css?: string[]
  assets?: string[]
}

/** `limit` is in bytes too. */
type BundleSize = { name: string; bytes: number; limit: number }

/**
 * Returns the size of the initial load, of the workers, and of what each lazy chunk adds to the chunks that
 * are already loaded at that point.
 * @param sizeOf returns the compressed size of a file in bytes
 */
export function measureBundles(
  manifest: Record<string, Chunk>,
  sizeOf: (file: string) => number,
): BundleSize[] {
  const entryKeys = Object.keys(manifest).filter((key) => manifest[key]?.isEntry)
  const pages = entryKeys.filter((key) => key.endsWith('.html'))
  // Other entries are workers, which are fetched after the page has loaded.
  const workers = entryKeys.filter((key) => !pages.includes(key))
  const initial = closure(manifest, pages)
  const total = (files: Iterable<string>) => [...files].reduce((sum, file) => sum + sizeOf(file), 0)
  const alreadyLoaded = loadedBefore(manifest, pages)
  const scripts = (keys: Set<string>) => [...keys].flatMap((key) => manifest[key]?.file ?? [])
  const styles = new Set([...initial].flatMap((key) => manifest[key]?.css ?? []))
  const files = Object.values(manifest).flatMap(({ file, assets = [] }) => [file, ...assets])
  const fonts = new Set(files.filter((file) => /\.woff2?$/.test(file)))
  const lazy = Object.keys(manifest).filter(
    (key) =>
      manifest[key]?.file.endsWith('.js') &&
      !initial.has(key) &&
      !workers.includes(key) &&
      !key.startsWith('_'),
  )
  return [
    { name: 'initial load: JavaScript', bytes: total(scripts(initial)), limit: LIMITS.firstScript * KB },
    { name: 'initial load: CSS', bytes: total(styles), limit: LIMITS.firstStyle * KB },
    { name: 'fonts', bytes: total(fonts), limit: LIMITS.fonts * KB },
    ...workers.map((key) => ({
      name: `worker: ${key}`,
      bytes: total(scripts(closure(manifest, [key]))),
      limit: LIMITS.worker * KB,
    })),
    ...lazy.map((key) => ({
      name: `lazy chunk: ${key}`,
      bytes: total(scripts(closure(manifest, [key]).difference(alreadyLoaded.get(key) ?? initial))),
      limit: LIMITS.lazyScript * KB,
    })),
  ]
}

/**
 * Finds the chunks that are loaded before each lazy chunk on every path that leads to it.
 * @returns by the key of a lazy chunk
 */
function loadedBefore(manifest: Record<string, Chunk>, entries: readonly string[]): Map<string, Set<string>> {
  const before = new Map<string, Set<string>>()
  const queue = [...entries]
  for (const key of queue) {
    const loadedTogether = closure(manifest, [key])
    const loaded = new Set([...(before.get(key) ?? []), ...loadedTogether])
    for (const part of new Set(
      [...loadedTogether].flatMap((chunk) => manifest[chunk]?.dynamicImports ?? []),
    )) {
      const known = before.get(part)
      const common = known === undefined ? loaded : known.intersection(loaded)
      if (known !== undefined && common.size === known.size) continue
      before.set(part, common)
      queue.push(part)
    }
  }
  return before
}

/** @returns the chunks and everything that they import statically */
function closure(manifest: Record<string, Chunk>, keys: readonly string[]): Set<string> {
  const all = new Set(keys)
  for (const key of all) for (const imported of manifest[key]?.imports ?? []) all.add(imported)
  return all
}

/** @param dist the folder of the built web app */
export function measureBuild(dist: string): BundleSize[] {
  const manifest = join(dist, '.vite/manifest.json')
  if (!existsSync(manifest)) throw new Error(`${manifest} not found; the build of the web app must write it`)
  const chunks = JSON.parse(readFileSync(manifest, 'utf8')) as Record<string, Chunk>
  return measureBundles(chunks, (file) => compressedSize(join(dist, file)))
}

function compressedSize(path: string) {
  return /\.woff2?$/.test(path) ? statSync(path).size : gzipSync(readFileSync(path), { level: 9 }).length
}

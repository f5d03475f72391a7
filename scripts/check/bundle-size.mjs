import { existsSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'

const KB = 1024

/** In kilobytes after gzip. Most browsers receive brotli, which is smaller. */
export const LIMITS = { firstScript: 90, firstStyle: 20, fonts: 40, lazyScript: 40, worker: 15 }

/**
 * @typedef {object} Chunk an entry of Vite's manifest
 * @property {string} file
 * @property {boolean} [isEntry]
 * @property {string[]} [imports] keys of the manifest
 * @property {string[]} [dynamicImports]
 * @property {string[]} [css]
 * @property {string[]} [assets]
 *
 * @typedef {{ name: string, bytes: number, limit: number }} BundleSize `limit` is in bytes too
 */

/**
 * Returns the size of the initial load, of the workers, and of what each lazy chunk adds to the chunks that
 * are already loaded at that point.
 * @param {Record<string, Chunk>} manifest
 * @param {(file: string) => number} sizeOf returns the compressed size of a file in bytes
 * @returns {BundleSize[]}
 */
export function measureBundles(manifest, sizeOf) {
  const entryKeys = Object.keys(manifest).filter((key) => manifest[key]?.isEntry)
  const pages = entryKeys.filter((key) => key.endsWith('.html'))
  // Other entries are workers, which are fetched after the page has loaded.
  const workers = entryKeys.filter((key) => !pages.includes(key))
  const initial = closure(manifest, pages)
  const total = (/** @type {Iterable<string>} */ files) =>
    [...files].reduce((sum, file) => sum + sizeOf(file), 0)
  const alreadyLoaded = loadedBefore(manifest, pages)
  const scripts = (/** @type {Set<string>} */ keys) => [...keys].flatMap((key) => manifest[key]?.file ?? [])
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
      bytes: total(scripts(difference(closure(manifest, [key]), alreadyLoaded.get(key) ?? initial))),
      limit: LIMITS.lazyScript * KB,
    })),
  ]
}

/**
 * Finds the chunks that are loaded before each lazy chunk on every path that leads to it.
 * @param {Record<string, Chunk>} manifest
 * @param {readonly string[]} entries
 * @returns {Map<string, Set<string>>} by the key of a lazy chunk
 */
function loadedBefore(manifest, entries) {
  /** @type {Map<string, Set<string>>} */
  const before = new Map()
  const queue = [...entries]
  for (const key of queue) {
    const loadedTogether = closure(manifest, [key])
    const loaded = new Set([...(before.get(key) ?? []), ...loadedTogether])
    for (const part of new Set(
      [...loadedTogether].flatMap((chunk) => manifest[chunk]?.dynamicImports ?? []),
    )) {
      const known = before.get(part)
      const common = known === undefined ? loaded : intersection(known, loaded)
      if (known !== undefined && common.size === known.size) continue
      before.set(part, common)
      queue.push(part)
    }
  }
  return before
}

/**
 * @param {Record<string, Chunk>} manifest
 * @param {readonly string[]} keys
 * @returns {Set<string>} the chunks and everything that they import statically
 */
function closure(manifest, keys) {
  const all = new Set(keys)
  for (const key of all) for (const imported of manifest[key]?.imports ?? []) all.add(imported)
  return all
}

/**
 * @param {Set<string>} all
 * @param {Set<string>} excluded
 */
function difference(all, excluded) {
  return new Set([...all].filter((key) => !excluded.has(key)))
}

/**
 * @param {Set<string>} left
 * @param {Set<string>} right
 */
function intersection(left, right) {
  return new Set([...left].filter((key) => right.has(key)))
}

/**
 * @param {string} dist the folder of the built web app
 * @returns {BundleSize[]}
 */
export function measureBuild(dist) {
  const manifest = join(dist, '.vite/manifest.json')
  if (!existsSync(manifest)) throw new Error(`${manifest} not found; the build of the web app must write it`)
  return measureBundles(JSON.parse(readFileSync(manifest, 'utf8')), (file) =>
    compressedSize(join(dist, file)),
  )
}

/** @param {string} path */
function compressedSize(path) {
  return /\.woff2?$/.test(path) ? statSync(path).size : gzipSync(readFileSync(path), { level: 9 }).length
}

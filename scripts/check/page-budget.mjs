import { existsSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'

const KB = 1024

/** In kilobytes as gzip packs them: brotli, which most browsers get, is smaller. */
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
 * @typedef {{ what: string, bytes: number, limit: number }} BundleSize both in bytes
 */

/**
 * What a first visit loads, and each part that is loaded later, on top of what is there by then.
 * @param {Record<string, Chunk>} manifest
 * @param {(file: string) => number} sizeOf the compressed size of a file of the build
 * @returns {BundleSize[]}
 */
export function measureBundles(manifest, sizeOf) {
  const programs = Object.keys(manifest).filter((key) => manifest[key]?.isEntry)
  const entries = programs.filter((key) => key.endsWith('.html'))
  // What else is started is no part of the page: it is fetched once the page is there.
  const workers = programs.filter((key) => !entries.includes(key))
  const first = closure(manifest, entries)
  const total = (/** @type {Iterable<string>} */ files) =>
    [...files].reduce((sum, file) => sum + sizeOf(file), 0)
  const there = loadedBefore(manifest, entries)
  const scripts = (/** @type {Set<string>} */ keys) => [...keys].flatMap((key) => manifest[key]?.file ?? [])
  const styles = new Set([...first].flatMap((key) => manifest[key]?.css ?? []))
  const files = Object.values(manifest).flatMap(({ file, assets = [] }) => [file, ...assets])
  const fonts = new Set(files.filter((file) => /\.woff2?$/.test(file)))
  const lazy = Object.keys(manifest).filter(
    (key) =>
      manifest[key]?.file.endsWith('.js') &&
      !first.has(key) &&
      !workers.includes(key) &&
      !key.startsWith('_'),
  )
  return [
    { what: 'first load: JavaScript', bytes: total(scripts(first)), limit: LIMITS.firstScript * KB },
    { what: 'first load: CSS', bytes: total(styles), limit: LIMITS.firstStyle * KB },
    { what: 'fonts', bytes: total(fonts), limit: LIMITS.fonts * KB },
    ...workers.map((key) => ({
      what: `beside the page: ${key}`,
      bytes: total(scripts(closure(manifest, [key]))),
      limit: LIMITS.worker * KB,
    })),
    ...lazy.map((key) => ({
      what: `later: ${key}`,
      bytes: total(scripts(difference(closure(manifest, [key]), there.get(key) ?? first))),
      limit: LIMITS.lazyScript * KB,
    })),
  ]
}

/**
 * Works out by the ways that lead to a later part what each of them has loaded before it.
 * @param {Record<string, Chunk>} manifest
 * @param {readonly string[]} entries
 * @returns {Map<string, Set<string>>} by the key of a later part
 */
function loadedBefore(manifest, entries) {
  /** @type {Map<string, Set<string>>} */
  const before = new Map()
  const waiting = [...entries]
  for (const key of waiting) {
    const own = closure(manifest, [key])
    const loaded = new Set([...(before.get(key) ?? []), ...own])
    for (const part of new Set([...own].flatMap((chunk) => manifest[chunk]?.dynamicImports ?? []))) {
      const known = before.get(part)
      const common = known === undefined ? loaded : intersection(known, loaded)
      if (known !== undefined && common.size === known.size) continue
      before.set(part, common)
      waiting.push(part)
    }
  }
  return before
}

/**
 * @param {Record<string, Chunk>} manifest
 * @param {readonly string[]} keys
 * @returns {Set<string>} the chunks and all that they load at once
 */
function closure(manifest, keys) {
  const all = new Set(keys)
  for (const key of all) for (const each of manifest[key]?.imports ?? []) all.add(each)
  return all
}

/**
 * @param {Set<string>} all
 * @param {Set<string>} without
 */
function difference(all, without) {
  return new Set([...all].filter((key) => !without.has(key)))
}

/**
 * @param {Set<string>} one
 * @param {Set<string>} other
 */
function intersection(one, other) {
  return new Set([...one].filter((key) => other.has(key)))
}

/**
 * @param {string} dist the built page
 * @returns {BundleSize[]}
 */
export function measureBuild(dist) {
  const manifest = join(dist, '.vite/manifest.json')
  if (!existsSync(manifest)) throw new Error(`${manifest} is missing: the page's build writes no manifest`)
  return measureBundles(JSON.parse(readFileSync(manifest, 'utf8')), (file) =>
    compressedSize(join(dist, file)),
  )
}

/** @param {string} path */
function compressedSize(path) {
  return /\.woff2?$/.test(path) ? statSync(path).size : gzipSync(readFileSync(path), { level: 9 }).length
}

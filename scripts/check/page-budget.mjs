import { existsSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'

const KB = 1024

/** In kilobytes as gzip packs them: brotli, which most browsers get, is smaller. */
export const LIMITS = { firstScript: 90, firstStyle: 20, fonts: 40, lazyScript: 40 }

/**
 * @typedef {object} Chunk an entry of Vite's manifest
 * @property {string} file
 * @property {boolean} [isEntry]
 * @property {string[]} [imports] keys of the manifest
 * @property {string[]} [dynamicImports]
 * @property {string[]} [css]
 * @property {string[]} [assets]
 *
 * @typedef {{ what: string, bytes: number, limit: number }} Weight both in bytes
 */

/**
 * What a first visit loads, and each part that is loaded later, on top of what is there by then.
 * @param {Record<string, Chunk>} manifest
 * @param {(file: string) => number} sizeOf the compressed size of a file of the build
 * @returns {Weight[]}
 */
export function weigh(manifest, sizeOf) {
  const entries = Object.keys(manifest).filter((key) => manifest[key]?.isEntry)
  const first = closure(manifest, entries)
  const total = (/** @type {Iterable<string>} */ files) =>
    [...files].reduce((sum, file) => sum + sizeOf(file), 0)
  const scripts = (/** @type {Set<string>} */ keys) => [...keys].flatMap((key) => manifest[key]?.file ?? [])
  const styles = new Set([...first].flatMap((key) => manifest[key]?.css ?? []))
  const files = Object.values(manifest).flatMap(({ file, assets = [] }) => [file, ...assets])
  const fonts = new Set(files.filter((file) => /\.woff2?$/.test(file)))
  const lazy = Object.keys(manifest).filter(
    (key) => manifest[key]?.file.endsWith('.js') && !first.has(key) && !key.startsWith('_'),
  )
  return [
    { what: 'first load: JavaScript', bytes: total(scripts(first)), limit: LIMITS.firstScript * KB },
    { what: 'first load: CSS', bytes: total(styles), limit: LIMITS.firstStyle * KB },
    { what: 'fonts', bytes: total(fonts), limit: LIMITS.fonts * KB },
    ...lazy.map((key) => ({
      what: `later: ${key}`,
      bytes: total(scripts(difference(closure(manifest, [key]), first))),
      limit: LIMITS.lazyScript * KB,
    })),
  ]
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
 * @param {string} dist the built page
 * @returns {Weight[]}
 */
export function weighBuild(dist) {
  const manifest = join(dist, '.vite/manifest.json')
  if (!existsSync(manifest)) throw new Error(`${manifest} is missing: the page's build writes no manifest`)
  return weigh(JSON.parse(readFileSync(manifest, 'utf8')), (file) => compressedSize(join(dist, file)))
}

/** @param {string} path */
function compressedSize(path) {
  return /\.woff2?$/.test(path) ? statSync(path).size : gzipSync(readFileSync(path), { level: 9 }).length
}

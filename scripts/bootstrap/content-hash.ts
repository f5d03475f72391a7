import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { CACHE_FOLDER } from './project.mjs'

const IGNORED = /^(?:node_modules|dist|\..*)$/
/** Builds do not depend on tests. */
const TEST_FILE = /\.test\.[a-z]+$/

/**
 * Returns all files below the paths, sorted. A path that does not exist is ignored.
 * @param paths relative to the root, folders or files
 * @param options `withTests` includes tests
 * @returns relative to the root
 */
export function listFiles(
  root: string,
  paths: readonly string[],
  { withTests = false }: { withTests?: boolean } = {},
): string[] {
  const files = paths.flatMap((path) => expandPath(root, path)).sort()
  return withTests ? files : files.filter((file) => !TEST_FILE.test(file))
}

function expandPath(root: string, path: string): string[] {
  const stat = statSync(join(root, path), { throwIfNoEntry: false })
  if (stat === undefined) return []
  if (!stat.isDirectory()) return [path]
  const names = readdirSync(join(root, path)).filter((name) => !IGNORED.test(name))
  return names.flatMap((name) => expandPath(root, `${path}/${name}`))
}

/** The same on every machine. */
export function contentHash(root: string, paths: readonly string[], extraValues: readonly string[] = []) {
  const hash = createHash('sha256')
  for (const value of extraValues) hash.update(`${value}\0`)
  for (const file of listFiles(root, paths)) {
    const content = readFileSync(join(root, file))
    hash.update(`${file}\0${content.length}\0`).update(content)
  }
  return hash.digest('hex')
}

export function isUpToDate(name: string, hash: string) {
  const path = join(CACHE_FOLDER, `${name}.stamp`)
  return statSync(path, { throwIfNoEntry: false }) !== undefined && readFileSync(path, 'utf8') === hash
}

export function hasMarker(name: string) {
  return existsSync(join(CACHE_FOLDER, `${name}.stamp`))
}

export function writeMarker(name: string, hash: string) {
  const path = join(CACHE_FOLDER, `${name}.stamp`)
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, hash)
}

/** Removes the marker before the work starts, so that interrupted work is done again. */
export function removeMarker(name: string) {
  rmSync(join(CACHE_FOLDER, `${name}.stamp`), { force: true })
}

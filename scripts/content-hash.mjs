import { createHash } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { CACHE_FOLDER } from './project.mjs'

/** What is not written by people. */
const IGNORED = /^(?:node_modules|dist|\..*)$/
/** No build reads a test. */
const TEST_FILE = /\.test\.[a-z]+$/

/**
 * All files below the paths, sorted; a path that does not exist has none.
 * @param {string} root
 * @param {readonly string[]} paths relative to the root, folders or files
 * @param {{ withTests?: boolean }} [options] tests are left out unless asked for
 * @returns {string[]} relative to the root
 */
export function listFiles(root, paths, { withTests = false } = {}) {
  const files = paths.flatMap((path) => expandPath(root, path)).sort()
  return withTests ? files : files.filter((file) => !TEST_FILE.test(file))
}

/**
 * @param {string} root
 * @param {string} path
 * @returns {string[]}
 */
function expandPath(root, path) {
  const stat = statSync(join(root, path), { throwIfNoEntry: false })
  if (stat === undefined) return []
  if (!stat.isDirectory()) return [path]
  const names = readdirSync(join(root, path)).filter((name) => !IGNORED.test(name))
  return names.flatMap((name) => expandPath(root, `${path}/${name}`))
}

/**
 * A hash over the files' names and contents and over the other facts; the same on every machine.
 * @param {string} root
 * @param {readonly string[]} paths
 * @param {readonly string[]} [facts]
 */
export function contentHash(root, paths, facts = []) {
  const hash = createHash('sha256')
  for (const fact of facts) hash.update(`${fact}\0`)
  for (const file of listFiles(root, paths)) {
    const content = readFileSync(join(root, file))
    hash.update(`${file}\0${content.length}\0`).update(content)
  }
  return hash.digest('hex')
}

/**
 * Whether the stamp says that this fingerprint was the last one dealt with.
 * @param {string} name
 * @param {string} print
 */
export function isUpToDate(name, print) {
  const path = join(CACHE_FOLDER, `${name}.stamp`)
  return statSync(path, { throwIfNoEntry: false }) !== undefined && readFileSync(path, 'utf8') === print
}

/**
 * @param {string} name
 * @param {string} print
 */
export function writeMarker(name, print) {
  const path = join(CACHE_FOLDER, `${name}.stamp`)
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, print)
}

/**
 * Taken away before the work begins, so that a work that is killed is done again.
 * @param {string} name
 */
export function removeMarker(name) {
  rmSync(join(CACHE_FOLDER, `${name}.stamp`), { force: true })
}

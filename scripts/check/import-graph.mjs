import { existsSync, readFileSync, statSync } from 'node:fs'
import { isBuiltin } from 'node:module'
import { join, posix } from 'node:path'
import { parseSync } from 'vite'

/**
 * @typedef {object} Import
 * @property {string} from the importing file, relative to the root
 * @property {string} to a file relative to the root, `node:NAME`, `npm:NAME`, or the text itself when nothing is there
 * @property {boolean} isType whether only types are taken
 * @property {boolean} isFound
 */

/** A type that a comment of a script takes from another file. */
const COMMENT_IMPORT = /\bimport\(\s*['"](?<module>[^'"]+)['"]\s*\)/g

/**
 * Every import of the files, those of types too.
 * @param {string} root
 * @param {readonly string[]} files relative to the root
 * @returns {Import[]}
 */
export function listImports(root, files) {
  return files.flatMap((file) => listImportsOfFile(root, file))
}

/**
 * @param {string} root
 * @param {string} file
 * @returns {Import[]}
 */
function listImportsOfFile(root, file) {
  const source = readFileSync(join(root, file), 'utf8')
  const { module, program, comments, errors } = parseSync(file, source)
  if (errors.length > 0) throw new Error(`${file} cannot be read: ${errors[0]?.message}`)
  const written = [
    ...module.staticImports.map(({ moduleRequest, entries }) => ({
      text: moduleRequest.value,
      isType: entries.length > 0 && entries.every((entry) => entry.isType),
    })),
    ...module.staticExports
      .flatMap(({ entries }) => entries)
      .flatMap(({ moduleRequest, isType }) => (moduleRequest ? [{ text: moduleRequest.value, isType }] : [])),
    ...findInlineImports(program),
    ...comments.flatMap(({ value }) =>
      [...value.matchAll(COMMENT_IMPORT)].map(({ groups }) => ({
        text: groups?.['module'] ?? '',
        isType: true,
      })),
    ),
  ]
  return written.map(({ text, isType }) => ({ from: file, isType, ...resolveImport(root, file, text) }))
}

/**
 * Modules that are named where they are used: loaded when needed, or a type written in place.
 * @param {unknown} node a node of the syntax tree, or a list of them
 * @returns {{ text: string, isType: boolean }[]}
 */
function findInlineImports(node) {
  if (typeof node !== 'object' || node === null) return []
  const below = Object.values(node).flatMap(findInlineImports)
  if (!('type' in node && 'source' in node)) return below
  if (node.type !== 'ImportExpression' && node.type !== 'TSImportType') return below
  const text = stringValueOf(node.source)
  return text === undefined ? below : [{ text, isType: node.type === 'TSImportType' }, ...below]
}

/** @param {unknown} node */
function stringValueOf(node) {
  const isText =
    typeof node === 'object' && node !== null && 'value' in node && typeof node.value === 'string'
  return isText ? /** @type {string} */ (node.value) : undefined
}

/**
 * @param {string} root
 * @param {string} from
 * @param {string} text as the import is written
 * @returns {{ to: string, isFound: boolean }}
 */
function resolveImport(root, from, text) {
  const path = toRepositoryPath(from, text.replace(/\?.*$/, ''))
  if (path !== undefined) {
    const isFound = existsSync(join(root, path)) && statSync(join(root, path)).isFile()
    return { to: path, isFound }
  }
  if (isBuiltin(text)) return { to: text.startsWith('node:') ? text : `node:${text}`, isFound: true }
  return { to: `npm:${packageName(text)}`, isFound: true }
}

/**
 * @param {string} from
 * @param {string} text
 * @returns {string | undefined} undefined for what does not stand in the repository
 */
function toRepositoryPath(from, text) {
  if (text.startsWith('.')) return posix.join(posix.dirname(from), text)
  const own = /^@fieldhouse\/(?<name>[^/]+)\/(?<file>.+)$/.exec(text)?.groups
  return own && `packages/${own['name']}/src/${own['file']}.ts`
}

/** @param {string} text */
function packageName(text) {
  return text
    .split('/')
    .slice(0, text.startsWith('@') ? 2 : 1)
    .join('/')
}

/**
 * The circles that the imports form, each as the files along one way round. Of circles that share
 * files some may be left out; they show once the others are cut.
 * @param {readonly Import[]} imports
 * @returns {string[][]}
 */
export function findCycles(imports) {
  /** @type {Map<string, string[]>} */
  const next = new Map()
  for (const { from, to } of imports) next.set(from, [...(next.get(from) ?? []), to])
  /** @type {Set<string>} */
  const done = new Set()
  /** @type {string[][]} */
  const found = []

  /**
   * @param {string} file
   * @param {string[]} way the files that led here, none twice
   */
  function walk(file, way) {
    const start = way.indexOf(file)
    if (start >= 0) {
      found.push(way.slice(start))
      return
    }
    if (done.has(file)) return
    for (const to of next.get(file) ?? []) walk(to, [...way, file])
    done.add(file)
  }

  for (const file of next.keys()) walk(file, [])
  return found
}

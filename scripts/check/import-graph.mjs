import { existsSync, readFileSync, statSync } from 'node:fs'
import { isBuiltin } from 'node:module'
import { join, posix } from 'node:path'
import { parseSync } from 'vite'

/**
 * @typedef {object} Import
 * @property {string} from the importing file, relative to the root
 * @property {string} to a file relative to the root, `node:NAME` or `npm:NAME`; also set if the file does not exist
 * @property {boolean} isType whether only types are imported
 * @property {boolean} isFound
 */

/** A type import in a JSDoc comment. */
const COMMENT_IMPORT = /\bimport\(\s*['"](?<module>[^'"]+)['"]\s*\)/g

/**
 * Returns all imports of the files, including type-only imports.
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
  if (errors.length > 0) throw new Error(`failed to parse ${file}: ${errors[0]?.message}`)
  const specifiers = [
    ...module.staticImports.map(({ moduleRequest, entries }) => ({
      specifier: moduleRequest.value,
      isType: entries.length > 0 && entries.every((entry) => entry.isType),
    })),
    ...module.staticExports
      .flatMap(({ entries }) => entries)
      .flatMap(({ moduleRequest, isType }) =>
        moduleRequest ? [{ specifier: moduleRequest.value, isType }] : [],
      ),
    ...findInlineImports(program),
    ...comments.flatMap(({ value }) =>
      [...value.matchAll(COMMENT_IMPORT)].map(({ groups }) => ({
        specifier: groups?.['module'] ?? '',
        isType: true,
      })),
    ),
  ]
  return specifiers.map(({ specifier, isType }) => ({
    from: file,
    isType,
    ...resolveImport(root, file, specifier),
  }))
}

/**
 * Returns dynamic imports and inline type imports.
 * @param {unknown} node a node of the syntax tree, or a list of them
 * @returns {{ specifier: string, isType: boolean }[]}
 */
function findInlineImports(node) {
  if (typeof node !== 'object' || node === null) return []
  const nested = Object.values(node).flatMap(findInlineImports)
  if (!('type' in node && 'source' in node)) return nested
  if (node.type !== 'ImportExpression' && node.type !== 'TSImportType') return nested
  const specifier = stringLiteralValue(node.source)
  return specifier === undefined ? nested : [{ specifier, isType: node.type === 'TSImportType' }, ...nested]
}

/** @param {unknown} node */
function stringLiteralValue(node) {
  const isString =
    typeof node === 'object' && node !== null && 'value' in node && typeof node.value === 'string'
  return isString ? /** @type {string} */ (node.value) : undefined
}

/**
 * @param {string} root
 * @param {string} from
 * @param {string} specifier as written in the source
 * @returns {{ to: string, isFound: boolean }}
 */
function resolveImport(root, from, specifier) {
  const path = toRepositoryPath(from, specifier.replace(/\?.*$/, ''))
  if (path !== undefined) {
    const isFound = existsSync(join(root, path)) && statSync(join(root, path)).isFile()
    return { to: path, isFound }
  }
  if (isBuiltin(specifier))
    return { to: specifier.startsWith('node:') ? specifier : `node:${specifier}`, isFound: true }
  return { to: `npm:${packageName(specifier)}`, isFound: true }
}

/**
 * @param {string} from
 * @param {string} specifier
 * @returns {string | undefined} undefined for modules outside the repository
 */
function toRepositoryPath(from, specifier) {
  if (specifier.startsWith('.')) return posix.join(posix.dirname(from), specifier)
  const workspaceModule = /^@fieldhouse\/(?<name>[^/]+)\/(?<file>.+)$/.exec(specifier)?.groups
  if (workspaceModule === undefined) return undefined
  const folder = workspaceModule['name'] === 'simulator' ? 'apps' : 'packages'
  return `${folder}/${workspaceModule['name']}/src/${workspaceModule['file']}.ts`
}

/** @param {string} specifier */
function packageName(specifier) {
  return specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/')
}

/**
 * Returns import cycles, each as the list of its files. Some of several cycles that share files may be
 * missing; they are found once the others are fixed.
 * @param {readonly Import[]} imports
 * @returns {string[][]}
 */
export function findCycles(imports) {
  /** @type {Map<string, string[]>} */
  const importsByFile = new Map()
  for (const { from, to } of imports) importsByFile.set(from, [...(importsByFile.get(from) ?? []), to])
  /** @type {Set<string>} */
  const visited = new Set()
  /** @type {string[][]} */
  const cycles = []

  /**
   * @param {string} file
   * @param {string[]} path the files that led here, without duplicates
   */
  function visit(file, path) {
    const start = path.indexOf(file)
    if (start >= 0) {
      cycles.push(path.slice(start))
      return
    }
    if (visited.has(file)) return
    for (const to of importsByFile.get(file) ?? []) visit(to, [...path, file])
    visited.add(file)
  }

  for (const file of importsByFile.keys()) visit(file, [])
  return cycles
}

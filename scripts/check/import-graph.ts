import { existsSync, readFileSync, statSync } from 'node:fs'
import { isBuiltin } from 'node:module'
import { join, posix } from 'node:path'
import { parseSync } from 'vite'

export type Import = {
  /** The importing file, relative to the root. */
  from: string
  /** A file relative to the root, `node:NAME` or `npm:NAME`; also set if the file does not exist. */
  to: string
  /** Whether only types are imported. */
  isType: boolean
  isFound: boolean
}

/** A type import in a JSDoc comment. */
const COMMENT_IMPORT = /\bimport\(\s*['"](?<module>[^'"]+)['"]\s*\)/g

/**
 * Returns all imports of the files, including type-only imports.
 * @param files relative to the root
 */
export function listImports(root: string, files: readonly string[]): Import[] {
  return files.flatMap((file) => listImportsOfFile(root, file))
}

function listImportsOfFile(root: string, file: string): Import[] {
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
 * @param node a node of the syntax tree, or a list of them
 */
function findInlineImports(node: unknown): { specifier: string; isType: boolean }[] {
  if (typeof node !== 'object' || node === null) return []
  const nested = Object.values(node).flatMap(findInlineImports)
  if (!('type' in node && 'source' in node)) return nested
  if (node.type !== 'ImportExpression' && node.type !== 'TSImportType') return nested
  const specifier = stringLiteralValue(node.source)
  return specifier === undefined ? nested : [{ specifier, isType: node.type === 'TSImportType' }, ...nested]
}

function stringLiteralValue(node: unknown) {
  const isString =
    typeof node === 'object' && node !== null && 'value' in node && typeof node.value === 'string'
  return isString ? (node.value as string) : undefined
}

/** @param specifier as written in the source */
function resolveImport(root: string, from: string, specifier: string): { to: string; isFound: boolean } {
  const path = toRepositoryPath(from, specifier.replace(/\?.*$/, ''))
  if (path !== undefined) {
    const isFound = existsSync(join(root, path)) && statSync(join(root, path)).isFile()
    return { to: path, isFound }
  }
  if (isBuiltin(specifier))
    return { to: specifier.startsWith('node:') ? specifier : `node:${specifier}`, isFound: true }
  return { to: `npm:${packageName(specifier)}`, isFound: true }
}

/** @returns undefined for modules outside the repository */
function toRepositoryPath(from: string, specifier: string): string | undefined {
  if (specifier.startsWith('.')) return posix.join(posix.dirname(from), specifier)
  const workspaceModule = /^@fieldhouse\/(?<name>[^/]+)\/(?<file>.+)$/.exec(specifier)?.groups
  if (workspaceModule === undefined) return undefined
  const folder = workspaceModule['name'] === 'simulator' ? 'apps' : 'packages'
  return `${folder}/${workspaceModule['name']}/src/${workspaceModule['file']}.ts`
}

function packageName(specifier: string) {
  return specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/')
}

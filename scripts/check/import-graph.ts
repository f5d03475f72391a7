import { isBuiltin } from 'node:module'
import { posix } from 'node:path'
import { parseSync } from 'vite'
import type { TextFile } from './text-files.ts'

export type Import = {
  /** The importing file, relative to the root. */
  from: string
  /** A file relative to the root, `node:NAME` or `npm:NAME`; also set if the file does not exist. */
  to: string
  isType: boolean
  isFound: boolean
}

const COMMENT_IMPORT = /\bimport\(\s*['"](?<module>[^'"]+)['"]\s*\)/g

/**
 * Returns all imports of the files, including type-only imports.
 * @param files the source files, with paths relative to the root
 * @param existing the paths of all files that can be imported
 */
export function listImports(files: readonly TextFile[], existing: ReadonlySet<string>): Import[] {
  return files.flatMap(({ file, text }) =>
    listSpecifiers(file, text).map(({ specifier, isType }) => {
      const to = resolveImport(file, specifier)
      return { from: file, to, isType, isFound: /^(?:node|npm):/.test(to) || existing.has(to) }
    }),
  )
}

function listSpecifiers(file: string, text: string) {
  const parsed = parseSync(file, text)
  if (parsed.errors.length > 0) throw new Error(`failed to parse ${file}: ${parsed.errors[0]?.message}`)
  const { staticImports, staticExports } = parsed.module
  return [
    ...staticImports.map(({ moduleRequest, entries }) => ({
      specifier: moduleRequest.value,
      isType: entries.length > 0 && entries.every((entry) => entry.isType),
    })),
    ...staticExports
      .flatMap(({ entries }) => entries)
      .flatMap(({ moduleRequest, isType }) =>
        moduleRequest ? [{ specifier: moduleRequest.value, isType }] : [],
      ),
    // The syntax tree and the comments are slow to read, and few files need them.
    ...(/\bimport\(/.test(text)
      ? [
          ...findInlineImports(parsed.program),
          ...parsed.comments.flatMap(({ value }) =>
            [...value.matchAll(COMMENT_IMPORT)].map(({ groups }) => ({
              specifier: groups?.['module'] ?? '',
              isType: true,
            })),
          ),
        ]
      : []),
  ]
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
function resolveImport(from: string, specifier: string): string {
  const path = specifier.replace(/\?.*$/, '')
  if (path.startsWith('.')) return posix.join(posix.dirname(from), path)
  const workspaceModule = /^@fieldhouse\/(?<name>[^/]+)\/(?<file>.+)$/.exec(path)?.groups
  if (workspaceModule !== undefined) {
    const folder = workspaceModule['name'] === 'simulator' ? 'apps' : 'packages'
    return `${folder}/${workspaceModule['name']}/src/${workspaceModule['file']}.ts`
  }
  if (isBuiltin(specifier)) return specifier.startsWith('node:') ? specifier : `node:${specifier}`
  return `npm:${packageName(specifier)}`
}

function packageName(specifier: string) {
  return specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/')
}

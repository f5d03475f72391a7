import { isBuiltin } from 'node:module'
import { posix } from 'node:path'
import { parseSync } from 'vite'
import type { TextFile } from './wording.ts'

/** Tests and test helpers are exempt from most rules. */
const TEST_FILES = /\.test\.tsx?$|\/testing\//

/** From the lowest to the highest. A file imports from its own layer and those below. */
const LAYERS = [
  { name: 'domain', files: /^packages\/domain\/src\// },
  { name: 'contract', files: /^packages\/contract\/src\// },
  {
    name: 'foundation',
    files:
      /^apps\/server\/src\/(?:(?:auth|crypto|drawing|http|images|database|repositories|providers|jobs|live|ingestion|media|mail|threads|zip|json|files|backup)\/|settings\.ts$|setting-addresses\.ts$|context\.ts$)|^apps\/simulator\/src\/(?!cli\/)|^apps\/web\/src\/(?:api|ui|router|theme|storage)\/|^apps\/web\/src\/service-worker\/(?!service-worker\.ts$)/,
  },
  { name: 'features', files: /^apps\/(?:server|web)\/src\/features\// },
  { name: 'app', files: /^apps\/(?:server|web)\/src\/app(?:\/|\.tsx?$)/ },
  {
    name: 'programs',
    files:
      /^apps\/server\/src\/main\.ts$|^apps\/(?:server|simulator)\/src\/cli\/|^apps\/web\/src\/(?:main\.tsx$|service-worker\/service-worker\.ts$)/,
  },
]
const PROGRAM_LAYER = LAYERS.length - 1

/** What other features may import of a feature: functions that only read. */
const READS = /\/read(?:s|-[^/]+)\.tsx?$/

/** A folder that changes for one reason: a folder of the server, a subfolder of some, or a feature of the web app. */
const ROOM =
  /^apps\/(?:server\/src\/(?:(?:database|features|http|repositories)\/[^/]+(?=\/)|app(?=\/|\.ts$)|[^/]+)|web\/src\/features\/[^/]+)/

const layerOf = (file: string) => LAYERS.findIndex(({ files }) => files.test(file))
const workspaceOf = (file: string) => /^(?:apps|packages)\/[^/]+|^[^/]+/.exec(file)?.[0]
const featureOf = (file: string) => /^apps\/[^/]+\/src\/features\/[^/]+/.exec(file)?.[0]
const roomOf = (file: string) => (TEST_FILES.test(file) ? undefined : ROOM.exec(file)?.[0])
const isProductFile = (file: string) =>
  /^(?:apps|packages)\/[^/]+\/src\//.test(file) && !TEST_FILES.test(file)

/** The message of a rule, and whether an import violates it */
const RULES: Record<string, (each: Import) => boolean> = {
  'Every import resolves to a file.': ({ isFound }) => !isFound,
  'Imports run downward: programs, app, features, foundation, contract, domain.': ({ from, to }) =>
    isProductFile(from) && layerOf(to) > layerOf(from),
  'Every product file belongs to a layer.': ({ from }) => isProductFile(from) && layerOf(from) < 0,
  'No file imports a program.': ({ from, to }) => isProductFile(from) && layerOf(to) === PROGRAM_LAYER,
  'A feature imports only reads of another feature: files named read-*.ts or reads.ts.': ({ from, to }) => {
    const [fromFeature, toFeature] = [featureOf(from), featureOf(to)]
    const isOtherFeature = toFeature !== undefined && fromFeature !== undefined && fromFeature !== toFeature
    return isProductFile(from) && isOtherFeature && !READS.test(to)
  },
  'The domain imports only itself.': ({ from, to }) =>
    isProductFile(from) && workspaceOf(from) === 'packages/domain' && workspaceOf(to) !== 'packages/domain',
  'The contract imports only the domain and zod.': ({ from, to }) =>
    isProductFile(from) &&
    workspaceOf(from) === 'packages/contract' &&
    to !== 'npm:zod' &&
    !['packages/contract', 'packages/domain'].includes(workspaceOf(to) ?? ''),
  'An app imports no other app. Only tests of the server import the simulator.': ({ from, to }) => {
    const [fromApp, toApp] = [workspaceOf(from), workspaceOf(to)]
    const isOtherApp = fromApp !== toApp && from.startsWith('apps/') && to.startsWith('apps/')
    const isServerTest = fromApp === 'apps/server' && toApp === 'apps/simulator' && TEST_FILES.test(from)
    return isOtherApp && !isServerTest
  },
  'A package never imports an app.': ({ from, to }) => from.startsWith('packages/') && to.startsWith('apps/'),
  'Scripts and tools do not import product files, except for the benchmarks.': ({ from, to }) =>
    /^(?:scripts|tools)\/(?!bench\/)/.test(from) && /^(?:apps|packages)\//.test(to),
  'Only tests import test helpers.': ({ from, to }) => isProductFile(from) && TEST_FILES.test(to),
  'The web app imports only types from the contract, so that no schema is sent to browsers.': ({
    from,
    to,
    isType,
  }) =>
    isProductFile(from) && from.startsWith('apps/web/') && workspaceOf(to) === 'packages/contract' && !isType,
}

export const RULE_MESSAGES = Object.keys(RULES)

export function importViolations(imports: readonly Import[]): string[] {
  const violations = Object.entries(RULES).flatMap(([rule, isViolated]) =>
    imports.filter(isViolated).map(({ from, to }) => `${from} imports ${to}: ${rule}`),
  )
  return [...violations, ...roomCycles(imports).map((cycle) => `Rooms import each other: ${cycle}`)]
}

/** Finds rooms that import each other, directly or through others: each cycle once, as `a → b → a`. */
function roomCycles(imports: readonly Import[]): string[] {
  const targets = new Map<string, Set<string>>()
  for (const { from, to } of imports) {
    const [fromRoom, toRoom] = [roomOf(from), roomOf(to)]
    if (fromRoom === undefined || toRoom === undefined || fromRoom === toRoom) continue
    targets.set(fromRoom, (targets.get(fromRoom) ?? new Set()).add(toRoom))
  }
  const cycles: string[] = []
  const visited = new Set<string>()
  function visit(room: string, path: readonly string[]): void {
    const start = path.indexOf(room)
    if (start >= 0) cycles.push([...path.slice(start), room].join(' → '))
    if (visited.has(room)) return
    visited.add(room)
    for (const target of targets.get(room) ?? []) visit(target, [...path, room])
  }
  for (const room of targets.keys()) visit(room, [])
  return cycles
}

type Import = {
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

import { findCycles } from './import-graph.mjs'

/**
 * @typedef {import('./import-graph.mjs').Import} Import
 * @typedef {{ rule: string, from: string, to: string }} ImportViolation
 */

/** Tests, and what only they use, may reach for whatever they test. */
const TEST_FILES = /\.test\.(?:tsx?|mjs)$|\/testing\/|-for-tests\.ts$/

/** From the ground up: a file imports its own floor and those below. */
const LAYERS = [
  { name: 'domain', files: /^packages\/domain\/src\// },
  { name: 'contract', files: /^packages\/contract\/src\// },
  {
    name: 'foundation',
    files:
      /^apps\/server\/src\/(?:(?:http|database|providers|jobs|live|ingestion|media|mail|zip)\/|settings\.ts$)|^apps\/web\/src\/(?:api|ui|theme|storage)\/|^apps\/web\/src\/service-worker\/(?!service-worker\.ts$)/,
  },
  { name: 'features', files: /^apps\/(?:server|web)\/src\/features\// },
  { name: 'app', files: /^apps\/(?:server|web)\/src\/app(?:\/|\.tsx?$)/ },
  {
    name: 'programs',
    files:
      /^apps\/server\/src\/(?:main\.ts$|cli\/)|^apps\/web\/src\/(?:main\.tsx$|service-worker\/service-worker\.ts$)/,
  },
]
const PROGRAM_LAYER = LAYERS.length - 1

/** @param {string} file */
const layerOf = (file) => LAYERS.findIndex(({ files }) => files.test(file))
/** @param {string} file */
const workspaceOf = (file) => /^(?:apps|packages)\/[^/]+|^[^/]+/.exec(file)?.[0]
/** @param {string} file */
const featureOf = (file) => /^apps\/[^/]+\/src\/features\/[^/]+/.exec(file)?.[0]
/** @param {string} file */
const isProductFile = (file) => /^(?:apps|packages)\/[^/]+\/src\//.test(file) && !TEST_FILES.test(file)

/** @type {Record<string, (each: Import) => boolean>} a sentence, and whether an import breaks it */
const RULES = {
  'What is imported exists.': ({ isFound }) => !isFound,
  'Imports run downward: programs, app, features, foundation, contract, domain.': ({ from, to }) =>
    isProductFile(from) && layerOf(to) > layerOf(from),
  'Every file of the product stands on a floor.': ({ from }) => isProductFile(from) && layerOf(from) < 0,
  'Nobody imports a program.': ({ from, to }) => isProductFile(from) && layerOf(to) === PROGRAM_LAYER,
  'A feature imports no other feature.': ({ from, to }) => {
    const [own, other] = [featureOf(from), featureOf(to)]
    return isProductFile(from) && own !== undefined && other !== undefined && own !== other
  },
  'The domain imports only itself.': ({ from, to }) =>
    isProductFile(from) && workspaceOf(from) === 'packages/domain' && workspaceOf(to) !== 'packages/domain',
  'The contract imports only the domain and zod.': ({ from, to }) =>
    isProductFile(from) &&
    workspaceOf(from) === 'packages/contract' &&
    to !== 'npm:zod' &&
    !['packages/contract', 'packages/domain'].includes(workspaceOf(to) ?? ''),
  'The page and the server never import each other.': ({ from, to }) =>
    ['apps/server apps/web', 'apps/web apps/server'].includes(`${workspaceOf(from)} ${workspaceOf(to)}`),
  'A package never imports an app.': ({ from, to }) => from.startsWith('packages/') && to.startsWith('apps/'),
  'The commands import no part of the product.': ({ from, to }) =>
    from.startsWith('scripts/') && /^(?:apps|packages)\//.test(to),
  'What only tests use is imported only by tests.': ({ from, to }) =>
    isProductFile(from) && TEST_FILES.test(to),
  'The page takes only types from the contract: no schema is sent to browsers.': ({ from, to, isType }) =>
    isProductFile(from) && from.startsWith('apps/web/') && workspaceOf(to) === 'packages/contract' && !isType,
}
const NO_CYCLES = 'Modules form no circle, not even of types.'

/** The sentences that the imports are held to. */
export const RULE_MESSAGES = [...Object.keys(RULES), NO_CYCLES]

/**
 * @param {readonly Import[]} imports
 * @returns {ImportViolation[]}
 */
export function importViolations(imports) {
  const broken = Object.entries(RULES).flatMap(([rule, isBroken]) =>
    imports.filter(isBroken).map(({ from, to }) => ({ rule, from, to })),
  )
  const round = findCycles(imports).map((files) => ({
    rule: NO_CYCLES,
    from: files[0] ?? '',
    to: [...files.slice(1), files[0]].join(' → '),
  }))
  return [...broken, ...round]
}

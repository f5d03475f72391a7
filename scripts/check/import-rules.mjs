import { circles } from './import-graph.mjs'

/**
 * @typedef {import('./import-graph.mjs').Import} Import
 * @typedef {{ rule: string, from: string, to: string }} Breach
 */

/** Tests, and what only they use, may reach for whatever they test. */
const TESTS = /\.test\.(?:tsx?|mjs)$|\/testing\/|-for-tests\.ts$/

/** From the ground up: a file imports its own floor and those below. */
const FLOORS = [
  { name: 'domain', files: /^packages\/domain\/src\// },
  { name: 'contract', files: /^packages\/contract\/src\// },
  {
    name: 'foundation',
    files:
      /^apps\/server\/src\/(?:(?:http|database|providers|jobs|live|intake|media|mail|zip)\/|settings\.ts$)|^apps\/web\/src\/(?:api|ui|theme|storage)\/|^apps\/web\/src\/service-worker\/(?!service-worker\.ts$)/,
  },
  { name: 'features', files: /^apps\/(?:server|web)\/src\/features\// },
  { name: 'app', files: /^apps\/(?:server|web)\/src\/app(?:\/|\.tsx?$)/ },
  {
    name: 'programs',
    files:
      /^apps\/server\/src\/(?:main\.ts$|cli\/)|^apps\/web\/src\/(?:main\.tsx$|service-worker\/service-worker\.ts$)/,
  },
]
const PROGRAMS = FLOORS.length - 1

/** @param {string} file */
const floorOf = (file) => FLOORS.findIndex(({ files }) => files.test(file))
/** @param {string} file */
const homeOf = (file) => /^(?:apps|packages)\/[^/]+|^[^/]+/.exec(file)?.[0]
/** @param {string} file */
const featureOf = (file) => /^apps\/[^/]+\/src\/features\/[^/]+/.exec(file)?.[0]
/** @param {string} file */
const isProduct = (file) => /^(?:apps|packages)\/[^/]+\/src\//.test(file) && !TESTS.test(file)

/** @type {Record<string, (each: Import) => boolean>} a sentence, and whether an import breaks it */
const RULES = {
  'What is imported exists.': ({ isFound }) => !isFound,
  'Imports run downward: programs, app, features, foundation, contract, domain.': ({ from, to }) =>
    isProduct(from) && floorOf(to) > floorOf(from),
  'Every file of the product stands on a floor.': ({ from }) => isProduct(from) && floorOf(from) < 0,
  'Nobody imports a program.': ({ from, to }) => isProduct(from) && floorOf(to) === PROGRAMS,
  'A feature imports no other feature.': ({ from, to }) => {
    const [own, other] = [featureOf(from), featureOf(to)]
    return isProduct(from) && own !== undefined && other !== undefined && own !== other
  },
  'The domain imports only itself.': ({ from, to }) =>
    isProduct(from) && homeOf(from) === 'packages/domain' && homeOf(to) !== 'packages/domain',
  'The contract imports only the domain and zod.': ({ from, to }) =>
    isProduct(from) &&
    homeOf(from) === 'packages/contract' &&
    to !== 'npm:zod' &&
    !['packages/contract', 'packages/domain'].includes(homeOf(to) ?? ''),
  'The page and the server never import each other.': ({ from, to }) =>
    ['apps/server apps/web', 'apps/web apps/server'].includes(`${homeOf(from)} ${homeOf(to)}`),
  'A package never imports an app.': ({ from, to }) => from.startsWith('packages/') && to.startsWith('apps/'),
  'The commands import no part of the product.': ({ from, to }) =>
    from.startsWith('scripts/') && /^(?:apps|packages)\//.test(to),
  'What only tests use is imported only by tests.': ({ from, to }) => isProduct(from) && TESTS.test(to),
  'The page takes only types from the contract: no schema is sent to browsers.': ({ from, to, isType }) =>
    isProduct(from) && from.startsWith('apps/web/') && homeOf(to) === 'packages/contract' && !isType,
}
const NO_CIRCLE = 'Modules form no circle, not even of types.'

/** The sentences that the imports are held to. */
export const RULE_SENTENCES = [...Object.keys(RULES), NO_CIRCLE]

/**
 * @param {readonly Import[]} imports
 * @returns {Breach[]}
 */
export function breaches(imports) {
  const broken = Object.entries(RULES).flatMap(([rule, isBroken]) =>
    imports.filter(isBroken).map(({ from, to }) => ({ rule, from, to })),
  )
  const round = circles(imports).map((files) => ({
    rule: NO_CIRCLE,
    from: files[0] ?? '',
    to: [...files.slice(1), files[0]].join(' → '),
  }))
  return [...broken, ...round]
}

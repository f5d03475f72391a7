/**
 * @typedef {object} LockedPackage
 * @property {string} [version]
 * @property {string} [resolved]
 * @property {boolean} [link]
 * @property {string[]} [cpu] the architectures of a platform's package
 * @property {{ node?: string }} [engines]
 * @property {Record<string, string>} [optionalDependencies]
 */

/** The minimum version in `engines` of package.json. */
const MIN_NODE_VERSION = [22, 18, 0]

/**
 * Returns a message for each problem that would make an install fail on another machine: a missing package
 * for another platform, a registry URL, or a package that does not support Node 22.18.
 * @param {Record<string, LockedPackage>} packages of package-lock.json
 * @returns {string[]}
 */
export function lockFileProblems(packages) {
  return Object.entries(packages).flatMap(([path, locked]) => [
    ...Object.keys(locked.optionalDependencies ?? {})
      .filter((name) => !isLocked(packages, path, name))
      .map(
        (name) => `${name}, an optional dependency of ${path || 'the root'}, is missing in the lock file.`,
      ),
    ...(locked.link !== true && locked.resolved !== undefined
      ? [`${path} contains the registry URL ${locked.resolved}.`]
      : []),
    ...(is32Bit(locked) || acceptsNode(locked.engines?.node ?? '*', MIN_NODE_VERSION)
      ? []
      : [`${path} does not support Node 22.18: ${locked.engines?.node}.`]),
  ])
}

/**
 * 32-bit machines are not supported: sharp has no package for them on Node 22.
 * @param {LockedPackage} locked
 */
function is32Bit({ cpu }) {
  return cpu?.every((each) => each === 'ia32') === true
}

/**
 * Looks in the same places as Node: in the package's own node_modules, then in each one above.
 * @param {Record<string, LockedPackage>} packages
 * @param {string} path
 * @param {string} name
 */
function isLocked(packages, path, name) {
  const folders = path.split('/node_modules/')
  const parents = folders.map((_, depth) => folders.slice(0, depth + 1).join('/node_modules/'))
  return [...parents, ''].some((folder) => `${folder}${folder && '/'}node_modules/${name}` in packages)
}

/**
 * Whether a version range includes the version. Supports the syntax used in `engines`: `||`, spaces, `-`,
 * `>=`, `>`, `<`, `<=`, `^`, `~`, `=` and `x`.
 * @param {string} range
 * @param {readonly number[]} version
 */
export function acceptsNode(range, version) {
  return range.split('||').some((part) => {
    const [low, high] = part.trim().split(/\s+-\s+/)
    const terms = high === undefined ? splitComparators(part) : [`>=${low}`, `<=${high}`]
    return terms.every((term) => satisfies(term, version))
  })
}

/** @param {string} part */
function splitComparators(part) {
  return part
    .trim()
    .replace(/([<>=^~]+)\s+/g, '$1')
    .split(/\s+/)
    .filter((term) => term !== '')
}

/**
 * @param {string} term
 * @param {readonly number[]} version
 */
function satisfies(term, version) {
  const parts = /^(?<operator>[<>=^~]*)v?(?<digits>[\dx*.]*)/i.exec(term)?.groups
  const operator = parts?.['operator'] ?? ''
  const wanted = (parts?.['digits'] ?? '')
    .split('.')
    .filter((digit) => /^\d+$/.test(digit))
    .map(Number)
  if (wanted.length === 0) return true
  const order = compareVersions(version, wanted)
  if (operator === '>=') return order >= 0
  if (operator === '>') return order > 0
  if (operator === '<=') return compareVersions(version.slice(0, wanted.length), wanted) <= 0
  if (operator === '<') return order < 0
  if (operator === '^') return order >= 0 && version[0] === wanted[0]
  if (operator === '~') return order >= 0 && compareVersions(version.slice(0, 2), wanted.slice(0, 2)) === 0
  return compareVersions(version.slice(0, wanted.length), wanted) === 0
}

/**
 * @param {readonly number[]} left
 * @param {readonly number[]} right
 * @returns {number} below 0 when left is older; missing parts count as 0
 */
function compareVersions(left, right) {
  for (let part = 0; part < 3; part += 1) {
    const difference = (left[part] ?? 0) - (right[part] ?? 0)
    if (difference !== 0) return difference
  }
  return 0
}

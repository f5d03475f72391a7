/**
 * @typedef {object} LockedPackage
 * @property {string} [version]
 * @property {string} [resolved]
 * @property {boolean} [link]
 * @property {{ node?: string }} [engines]
 * @property {Record<string, string>} [optionalDependencies]
 */

/** The oldest Node that package.json promises. */
const MIN_NODE_VERSION = [20, 19, 0]

/**
 * What would make an install fail elsewhere, a sentence each: a package for another platform that the
 * lock file leaves out, an address that only one network reaches, a package that refuses Node 20.19.
 * @param {Record<string, LockedPackage>} packages of package-lock.json
 * @returns {string[]}
 */
export function lockFileProblems(packages) {
  return Object.entries(packages).flatMap(([path, locked]) => [
    ...Object.keys(locked.optionalDependencies ?? {})
      .filter((name) => !isLocked(packages, path, name))
      .map(
        (name) => `${path || 'the root'} wants ${name} on some platform, and the lock file leaves it out.`,
      ),
    ...(locked.link !== true && locked.resolved !== undefined
      ? [`${path} names the address ${locked.resolved}.`]
      : []),
    ...(acceptsNode(locked.engines?.node ?? '*', MIN_NODE_VERSION)
      ? []
      : [`${path} refuses Node 20.19: ${locked.engines?.node}.`]),
  ])
}

/**
 * Looks where Node would: beside the package, then in each folder above.
 * @param {Record<string, LockedPackage>} packages
 * @param {string} path
 * @param {string} name
 */
function isLocked(packages, path, name) {
  const folders = path.split('/node_modules/')
  const above = folders.map((_, depth) => folders.slice(0, depth + 1).join('/node_modules/'))
  return [...above, ''].some((folder) => `${folder}${folder && '/'}node_modules/${name}` in packages)
}

/**
 * Whether a range of versions holds the version. Understands what `engines` are written with: `||`,
 * spaces, `-`, `>=`, `>`, `<`, `<=`, `^`, `~`, `=` and `x`.
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
 * @returns {number} below 0 when left is older; missing places count as 0
 */
function compareVersions(left, right) {
  for (let place = 0; place < 3; place += 1) {
    const difference = (left[place] ?? 0) - (right[place] ?? 0)
    if (difference !== 0) return difference
  }
  return 0
}

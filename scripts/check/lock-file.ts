import { satisfies } from 'semver'

type LockedPackage = {
  version?: string
  resolved?: string
  link?: boolean
  cpu?: string[]
  engines?: { node?: string }
  optionalDependencies?: Record<string, string>
}

export type LockFile = { packages: Record<string, LockedPackage> }

/** The minimum version in `engines` of package.json. */
const MIN_NODE_VERSION = '22.18.0'

/**
 * Returns a message for each problem that would make an install fail on another machine: a missing package
 * for another platform, a registry URL, or a package that does not support Node 22.18.
 * @param packages of package-lock.json
 */
export function lockFileProblems(packages: LockFile['packages']): string[] {
  return Object.entries(packages).flatMap(([path, locked]) => [
    ...Object.keys(locked.optionalDependencies ?? {})
      .filter((name) => !isLocked(packages, path, name))
      .map(
        (name) => `${name}, an optional dependency of ${path || 'the root'}, is missing in the lock file.`,
      ),
    ...(locked.link !== true && locked.resolved !== undefined
      ? [`${path} contains the registry URL ${locked.resolved}.`]
      : []),
    ...(is32Bit(locked) || satisfies(MIN_NODE_VERSION, locked.engines?.node ?? '*')
      ? []
      : [`${path} does not support Node 22.18: ${locked.engines?.node}.`]),
  ])
}

/** 32-bit machines are not supported: sharp has no package for them on Node 22. */
function is32Bit({ cpu }: LockedPackage) {
  return cpu?.every((each) => each === 'ia32') === true
}

/** Looks in the same places as Node: in the package's own node_modules, then in each one above. */
function isLocked(packages: LockFile['packages'], path: string, name: string) {
  const folders = path.split('/node_modules/')
  const parents = folders.map((_, depth) => folders.slice(0, depth + 1).join('/node_modules/'))
  return [...parents, ''].some((folder) => `${folder}${folder && '/'}node_modules/${name}` in packages)
}

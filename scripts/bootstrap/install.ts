import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { runCommand, runNpm } from './processes.mjs'
import { CACHE_FOLDER, log, ROOT, UserError } from './project.mjs'

const MANIFESTS = [
  'package-lock.json',
  'package.json',
  '.npmrc',
  'apps/server/package.json',
  'apps/simulator/package.json',
  'apps/web/package.json',
  'packages/contract/package.json',
  'packages/domain/package.json',
]

/** Packages with native code. A missing or incompatible binary is noticed only when it is loaded. */
const NATIVE_PACKAGES = ['@node-rs/argon2', 'rolldown']

type LockedPackages = Record<
  string,
  { version?: string; link?: boolean; optional?: boolean; devOptional?: boolean }
>

function installHash() {
  const { platform, arch, versions } = process
  return contentHash(ROOT, MANIFESTS, [platform, arch, versions.modules])
}

/** `product`: what builds and runs the apps. `all`: also the tools of development and tests, which take as much space. */
export type PackageSet = 'product' | 'all'

const MARKERS = { all: 'install', product: 'install-product' }

export function arePackagesInstalled(set: PackageSet) {
  const hash = installHash()
  return isUpToDate(MARKERS.all, hash) || (set === 'product' && isUpToDate(MARKERS.product, hash))
}

export async function installPackages(wanted: PackageSet) {
  if (arePackagesInstalled(wanted)) return false
  const hash = installHash()
  if (isInstalledManually() && (await findNativeLoadError()) === undefined) {
    writeMarker(MARKERS.all, hash)
    return false
  }
  // Where the tools were installed, they stay.
  const set = hasMarker(MARKERS.all) ? 'all' : wanted
  log('Installing packages …')
  for (const marker of Object.values(MARKERS)) removeMarker(marker)
  await npmCi(set)
  const error = await findNativeLoadError()
  if (error !== undefined) throw new UserError(nativeLoadMessage(error))
  writeMarker(MARKERS[set], hash)
  return true
}

/**
 * Includes development packages regardless of NODE_ENV, because the build needs them. Runs no install
 * scripts.
 */
async function npmCi(set: PackageSet) {
  const apps = set === 'all' ? [] : ['server', 'simulator', 'web'].map((app) => `--workspace=apps/${app}`)
  const args = [
    'ci',
    ...apps,
    '--ignore-scripts',
    '--include=dev',
    '--no-audit',
    '--no-fund',
    '--loglevel=error',
  ]
  // On SIGTERM, npm keeps running until it has undone its work.
  const { code, output } = await runNpm(args, { endSignal: 'SIGKILL' })
  if (code === 0) return
  throw new UserError(
    `${output}\nFailed to install packages (npm ci exited with code ${code}). Check your network and free disk space, and try again.`,
  )
}

async function findNativeLoadError() {
  const code = `for (const name of ${JSON.stringify(NATIVE_PACKAGES)}) await import(name)`
  const result = await runCommand(process.execPath, ['--input-type=module', '-e', code], {
    cwd: join(ROOT, 'apps/server'),
  })
  return result.code === 0 ? undefined : result.output
}

function nativeLoadMessage(error: string) {
  const platform = `${process.platform} ${process.arch}, Node ${process.version}`
  return `${error}\nA native package does not load on this machine (${platform}). Delete node_modules and try again. If that doesn't help, this platform isn't supported.`
}

function isInstalledManually() {
  const record = join(ROOT, 'node_modules/.package-lock.json')
  if (!existsSync(record)) return false
  const writtenAt = statSync(record).mtimeMs
  const installed = readLockedPackages(record)
  return (
    isSameInstall(readLockedPackages(join(ROOT, 'package-lock.json')), installed) &&
    Object.keys(installed).every((path) => isOlder(join(ROOT, path), writtenAt))
  )
}

/** npm writes its record last, so a newer package folder belongs to an interrupted install. */
function isOlder(path: string, writtenAt: number) {
  const stat = statSync(path, { throwIfNoEntry: false })
  return (
    stat !== undefined && (path.startsWith(join(ROOT, 'node_modules')) ? stat.mtimeMs <= writtenAt : true)
  )
}

function readLockedPackages(path: string) {
  const { packages } = JSON.parse(readFileSync(path, 'utf8')) as { packages: LockedPackages }
  return packages
}

/** Whether the installed packages match the lock file. Optional packages of other platforms may be missing. */
export function isSameInstall(locked: LockedPackages, installed: LockedPackages) {
  const isComplete = Object.entries(locked).every(([path, { version, optional, devOptional }]) => {
    const found = installed[path]
    if (!path.startsWith('node_modules/') && !path.includes('/node_modules/')) return true
    return found === undefined ? optional === true || devOptional === true : found.version === version
  })
  return isComplete && Object.keys(installed).every((path) => locked[path] !== undefined)
}

const IGNORED = /^(?:node_modules|dist|\..*)$/
/** Builds do not depend on tests. */
const TEST_FILE = /\.test\.[a-z]+$/

/**
 * Returns all files below the paths, sorted. A path that does not exist is ignored.
 * @param paths relative to the root, folders or files
 * @param options `withTests` includes tests
 * @returns relative to the root
 */
export function listFiles(
  root: string,
  paths: readonly string[],
  { withTests = false }: { withTests?: boolean } = {},
): string[] {
  const files = paths.flatMap((path) => expandPath(root, path)).sort()
  return withTests ? files : files.filter((file) => !TEST_FILE.test(file))
}

function expandPath(root: string, path: string): string[] {
  const stat = statSync(join(root, path), { throwIfNoEntry: false })
  if (stat === undefined) return []
  if (!stat.isDirectory()) return [path]
  const names = readdirSync(join(root, path)).filter((name) => !IGNORED.test(name))
  return names.flatMap((name) => expandPath(root, `${path}/${name}`))
}

/** The same on every machine. */
export function contentHash(root: string, paths: readonly string[], extraValues: readonly string[] = []) {
  const hash = createHash('sha256')
  for (const value of extraValues) hash.update(`${value}\0`)
  for (const file of listFiles(root, paths)) {
    const content = readFileSync(join(root, file))
    hash.update(`${file}\0${content.length}\0`).update(content)
  }
  return hash.digest('hex')
}

export function isUpToDate(name: string, hash: string) {
  const path = join(CACHE_FOLDER, `${name}.stamp`)
  return statSync(path, { throwIfNoEntry: false }) !== undefined && readFileSync(path, 'utf8') === hash
}

function hasMarker(name: string) {
  return existsSync(join(CACHE_FOLDER, `${name}.stamp`))
}

export function writeMarker(name: string, hash: string) {
  const path = join(CACHE_FOLDER, `${name}.stamp`)
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, hash)
}

/** Removes the marker before the work starts, so that interrupted work is done again. */
export function removeMarker(name: string) {
  rmSync(join(CACHE_FOLDER, `${name}.stamp`), { force: true })
}

import { existsSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { contentHash, isUpToDate, removeMarker, writeMarker } from './content-hash.mjs'
import { log, ROOT, UserError } from './project.mjs'
import { runCommand } from './run-command.mjs'

const MANIFESTS = [
  'package-lock.json',
  'package.json',
  '.npmrc',
  'apps/server/package.json',
  'apps/web/package.json',
  'packages/contract/package.json',
  'packages/domain/package.json',
]

/** Packages with native parts; a missing or foreign one shows only when it is loaded. */
const NATIVE_PACKAGES = ['@node-rs/argon2', '@photostructure/sqlite', 'rolldown']

/** @typedef {Record<string, { version?: string, link?: boolean, optional?: boolean, devOptional?: boolean }>} LockedPackages */

/** Installs the packages that the lock file names, unless they are there; returns whether it had to. */
export async function installPackages() {
  const { platform, arch, versions } = process
  const print = contentHash(ROOT, MANIFESTS, [platform, arch, versions.modules])
  if (isUpToDate('install', print)) return false
  if (isInstalledManually() && (await findNativeLoadError()) === undefined) {
    writeMarker('install', print)
    return false
  }
  log('Installing packages …')
  removeMarker('install')
  await npmCi()
  const fault = await findNativeLoadError()
  if (fault !== undefined) throw new UserError(nativeLoadMessage(fault))
  writeMarker('install', print)
  return true
}

/** Development packages too whatever NODE_ENV says: they build the product. No package's script is run. */
async function npmCi() {
  const args = ['ci', '--ignore-scripts', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error']
  // Asked politely, npm goes on for as long as it takes to undo what it did.
  const { code, output } = await runNpm(args, { endSignal: 'SIGKILL' })
  if (code === 0) return
  throw new UserError(
    `${output}\nThe packages could not be installed (npm ci ended with ${code}). Check the network and the free disk space, and start again: what is missing is installed then.`,
  )
}

/**
 * Runs the npm that started this script, else the one on the path.
 * @param {readonly string[]} args
 * @param {import('./run-command.mjs').RunOptions} [options]
 */
export function runNpm(args, options = {}) {
  const started = process.env['npm_execpath']
  if (started?.endsWith('npm-cli.js')) return runCommand(process.execPath, [started, ...args], options)
  return runCommand('npm', args, { ...options, shell: process.platform === 'win32' })
}

/** What is wrong with the native packages, as the loader says it; undefined when all load. */
async function findNativeLoadError() {
  const code = `for (const name of ${JSON.stringify(NATIVE_PACKAGES)}) await import(name)`
  const ending = await runCommand(process.execPath, ['--input-type=module', '-e', code], {
    cwd: join(ROOT, 'apps/server'),
  })
  return ending.code === 0 ? undefined : ending.output
}

/** @param {string} fault */
function nativeLoadMessage(fault) {
  const machine = `${process.platform} ${process.arch}, Node ${process.version}`
  return `${fault}\nThe packages are installed, but a native one does not load on this machine (${machine}). Remove node_modules and start again; if that does not help, this kind of machine is not supported.`
}

/** Whether npm itself recorded an install of exactly the lock file's packages (`npm install` by a developer). */
function isInstalledManually() {
  const record = join(ROOT, 'node_modules/.package-lock.json')
  if (!existsSync(record)) return false
  const written = statSync(record).mtimeMs
  const there = readLockedPackages(record)
  return (
    isSameInstall(readLockedPackages(join(ROOT, 'package-lock.json')), there) &&
    Object.keys(there).every((path) => isOlder(join(ROOT, path), written))
  )
}

/**
 * npm writes its record last: a package folder that is younger belongs to an install that was broken off.
 * @param {string} path
 * @param {number} written
 */
function isOlder(path, written) {
  const stat = statSync(path, { throwIfNoEntry: false })
  return stat !== undefined && (path.startsWith(join(ROOT, 'node_modules')) ? stat.mtimeMs <= written : true)
}

/**
 * @param {string} path
 * @returns {LockedPackages}
 */
function readLockedPackages(path) {
  return JSON.parse(readFileSync(path, 'utf8')).packages
}

/**
 * Whether what is there is what the lock file wants; optional packages of other platforms may be missing.
 * @param {LockedPackages} wanted
 * @param {LockedPackages} there
 */
export function isSameInstall(wanted, there) {
  const isRight = Object.entries(wanted).every(([path, { version, optional, devOptional }]) => {
    const found = there[path]
    if (!path.startsWith('node_modules/') && !path.includes('/node_modules/')) return true
    return found === undefined ? optional === true || devOptional === true : found.version === version
  })
  return isRight && Object.keys(there).every((path) => wanted[path] !== undefined)
}

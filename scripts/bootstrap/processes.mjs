import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from './project.mjs'

/**
 * @typedef {object} CommandResult
 * @property {number} code the exit code; 128 if a signal ended the command, 127 if it could not start
 * @property {string} output standard output and standard error in order of arrival; empty with `show`
 *
 * @typedef {import('node:child_process').SpawnOptions & { show?: boolean, timeoutMs?: number, endSignal?: NodeJS.Signals }} RunOptions
 */

/**
 * The running commands and their termination signals, so that none of them outlives this process.
 * @type {Map<import('node:child_process').ChildProcess, NodeJS.Signals>}
 */
const runningChildren = new Map()
process.once('exit', () => {
  for (const [child, signal] of runningChildren) child.kill(signal)
})

/**
 * Runs a command and waits until it exits. With `show`, it writes to the terminal instead of returning its
 * output.
 * @param {string} command
 * @param {readonly string[]} args
 * @param {RunOptions} [options]
 * @returns {Promise<CommandResult>}
 */
export function runCommand(
  command,
  args,
  { show = false, timeoutMs, endSignal = 'SIGTERM', ...options } = {},
) {
  return new Promise((resolve) => {
    const child = spawn(command, args, {
      cwd: ROOT,
      stdio: show ? ['ignore', 'inherit', 'inherit'] : ['ignore', 'pipe', 'pipe'],
      ...(timeoutMs === undefined ? {} : { timeout: timeoutMs, killSignal: 'SIGKILL' }),
      ...options,
    })
    runningChildren.set(child, endSignal)
    let output = ''
    for (const stream of [child.stdout, child.stderr]) {
      stream?.setEncoding('utf8').on('data', (text) => {
        output += text
      })
    }
    child.on('error', (error) => resolve({ code: 127, output: `${output}${error.message}\n` }))
    child.on('close', (code) => {
      runningChildren.delete(child)
      resolve({ code: code ?? 128, output })
    })
  })
}

/**
 * Runs the command of a package with this Node, without npx and a shell.
 * @param {string} bin path relative to node_modules
 * @param {readonly string[]} args
 * @param {RunOptions} [options]
 */
export function runTool(bin, args, options) {
  return runCommand(process.execPath, [`${ROOT}/node_modules/${bin}`, ...args], options)
}

/**
 * Runs the npm that started this script, or the one on the PATH.
 * @param {readonly string[]} args
 * @param {RunOptions} [options]
 */
export function runNpm(args, options = {}) {
  const npmPath = process.env['npm_execpath']
  if (npmPath?.endsWith('npm-cli.js')) return runCommand(process.execPath, [npmPath, ...args], options)
  return runCommand('npm', args, { ...options, shell: process.platform === 'win32' })
}

/**
 * Installs a package that is not a dependency of the project into a folder of its own. Runs no package scripts.
 * @param {string} folder is created if it does not exist
 * @param {string} spec name and version, as `npm install` takes them
 */
export function installInFolder(folder, spec) {
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'package.json'), '{ "private": true, "type": "module" }\n')
  const args = [
    'install',
    '--prefix',
    folder,
    '--ignore-scripts',
    '--no-audit',
    '--no-fund',
    '--no-save',
    '--prefer-offline',
  ]
  return runNpm([...args, spec], { cwd: folder })
}

export const SIGNALS = /** @type {const} */ (['SIGINT', 'SIGTERM'])

/**
 * Sends SIGTERM to this process when npm, which started it, is killed. npm does not stop its children then.
 */
export function exitWithParent() {
  if (process.env['npm_lifecycle_event'] === undefined) return
  const initialParents = parentPids()
  const watch = setInterval(() => {
    if (parentPids() === initialParents) return
    clearInterval(watch)
    process.kill(process.pid, 'SIGTERM')
  }, 1000)
  watch.unref()
}

/** The parent and, if that is a shell that npm started, the shell's parent. */
function parentPids() {
  const status = readIfExists(`/proc/${process.ppid}/status`)
  const isShell = /^Name:\s*(?:\S*sh|busybox)$/m.test(status)
  const grandparent = isShell ? /^PPid:\s*(\d+)$/m.exec(status)?.[1] : undefined
  return [process.ppid, grandparent].join(' ')
}

/**
 * @param {string} path
 * @returns {string} empty if the file does not exist, for example on systems without /proc
 */
function readIfExists(path) {
  return existsSync(path) ? readFileSync(path, 'utf8') : ''
}

/**
 * Exits on a signal, so that `exit` handlers can stop child processes.
 * @returns {() => void} removes the signal handlers
 */
export function exitOnSignals() {
  const exit = () => process.exit(130)
  for (const signal of SIGNALS) process.once(signal, exit)
  return () => {
    for (const signal of SIGNALS) process.off(signal, exit)
  }
}

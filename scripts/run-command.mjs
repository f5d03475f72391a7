import { spawn } from 'node:child_process'
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

import { type ChildProcess, spawn } from 'node:child_process'
import { join } from 'node:path'
import { CACHE_FOLDER, ROOT } from '../scripts/bootstrap/project.mjs'
import { builtProgramPath } from '../scripts/bootstrap/run-built-program.mjs'

export { ROOT }

const START_TIMEOUT_MS = 60_000

/**
 * Waits until a child process prints a matching line. Rejects with its output if it exits or takes longer
 * than a minute.
 */
export function waitForLine(child: ChildProcess, pattern: RegExp): Promise<RegExpExecArray> {
  return new Promise((resolve, reject) => {
    let output = ''
    const fail = (reason: string) => reject(new Error(`${reason}:\n${output}`))
    const timer = setTimeout(() => fail('timed out waiting for output'), START_TIMEOUT_MS)
    child.once('exit', () => fail('process exited'))
    for (const stream of [child.stdout, child.stderr]) {
      stream?.setEncoding('utf8').on('data', (text: string) => {
        output += text
        const match = pattern.exec(output)
        if (match === null) return
        clearTimeout(timer)
        resolve(match)
      })
    }
  })
}

export type ProgramOptions = {
  args?: readonly string[]
  /** Set in addition to the current environment. */
  env?: Record<string, string>
  /** Whether messages can be sent to the program. */
  hasChannel?: boolean
  /** Prepended to the command, such as to enter another network namespace. */
  commandPrefix?: readonly string[]
}

/**
 * Starts a built program of the server or the simulator. Unlike `scripts/start.mjs`, it does not check whether the build
 * is current, which takes longer than the start itself and which global-setup.ts has done.
 */
export function startProgram(
  name: string,
  { args = [], env = {}, hasChannel = false, commandPrefix = [] }: ProgramOptions = {},
): ChildProcess {
  const preload = join(import.meta.dirname, 'exit-with-parent.mjs')
  const node = [process.execPath, '--import', preload, builtProgramPath(name)]
  const [command = '', ...rest] = [...commandPrefix, ...node, ...args]
  return spawn(command, rest, {
    env: { ...process.env, NODE_COMPILE_CACHE: join(CACHE_FOLDER, 'compiled'), ...env },
    stdio: ['ignore', 'pipe', 'pipe', ...(hasChannel ? (['ipc'] as const) : [])],
  })
}

export function stopProgram(program: ChildProcess, signal: 'SIGTERM' | 'SIGKILL' = 'SIGTERM'): Promise<void> {
  return new Promise((resolve) => {
    if (program.exitCode !== null || program.signalCode !== null) return resolve()
    program.once('exit', () => resolve())
    program.kill(signal)
  })
}

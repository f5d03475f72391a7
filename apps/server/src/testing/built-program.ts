import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

const ROOT = fileURLToPath(new URL('../../../..', import.meta.url))

/** The same folder as that of the commands, so that each program is compiled once. */
const COMPILE_CACHE = join(ROOT, 'node_modules/.cache/fieldhouse/compiled')

export type ExitResult = { code: number | null; signal: NodeJS.Signals | null; output: string }

export type Program = {
  pid: number
  /** The output so far, of both streams. */
  output: () => string
  /** Waits until the output matches. Throws if the program exits first. */
  waitForOutput: (pattern: RegExp) => Promise<RegExpExecArray>
  signal: (signal: NodeJS.Signals) => void
  exited: Promise<ExitResult>
}

export type ProgramOptions = {
  args?: readonly string[]
  env?: Record<string, string>
  /** The working directory, where the program looks for `.env`. */
  cwd: string
  /** The user to run as, if the test runs as root. */
  uid?: number
  /** The path of the script to start, instead of the built program. */
  script?: string
  /** Prepended to the command, such as to enter another mount namespace. */
  commandPrefix?: readonly string[]
}

let buildResult: Promise<unknown> | undefined

/** Builds stale packages, once per worker. Workers wait for each other. */
function build(): Promise<unknown> {
  const code = "import { bootstrap } from './scripts/bootstrap/bootstrap.ts'; await bootstrap()"
  buildResult ??= promisify(execFile)(process.execPath, ['--input-type=module', '-e', code], { cwd: ROOT })
  return buildResult
}

const runningPrograms = new Set<ChildProcess>()

/** Starts a program of the built server, `main` or one of `cli`, in a clean environment. */
export async function startProgram(name: string, options: ProgramOptions): Promise<Program> {
  await build()
  const { args = [], env = {}, cwd, uid, commandPrefix = [] } = options
  const path = options.script ?? fileURLToPath(new URL(`../../dist/${name}.js`, import.meta.url))
  const [command = '', ...rest] = [...commandPrefix, process.execPath, path, ...args]
  const child = spawn(command, rest, {
    cwd,
    env: { PATH: process.env['PATH'] ?? '', NODE_COMPILE_CACHE: COMPILE_CACHE, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    ...(uid === undefined ? {} : { uid, gid: uid }),
  })
  runningPrograms.add(child)
  return toProgram(child)
}

function toProgram(child: ChildProcess): Program {
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (text: string) => {
      output += text
      child.emit('output')
    })
  }
  const exited = once(child, 'close').then(([code, signal]): ExitResult => {
    runningPrograms.delete(child)
    child.emit('output')
    return { code, signal, output }
  })
  return {
    pid: child.pid ?? 0,
    output: () => output,
    async waitForOutput(pattern) {
      for (;;) {
        const match = pattern.exec(output)
        if (match !== null) return match
        if (!runningPrograms.has(child))
          throw new Error(`the program exited before its output matched ${pattern}:\n${output}`)
        await once(child, 'output')
      }
    },
    signal: (signal) => void child.kill(signal),
    exited,
  }
}

/** Runs a program until it exits. */
export async function runProgram(name: string, options: ProgramOptions): Promise<ExitResult> {
  const program = await startProgram(name, options)
  return program.exited
}

/** Kills the programs that a test left running. */
export async function killPrograms(): Promise<void> {
  await Promise.all(
    [...runningPrograms].map(async (child) => {
      const closed = once(child, 'close')
      child.kill('SIGKILL')
      await closed
    }),
  )
}

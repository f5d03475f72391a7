import { type SpawnOptions, spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { ROOT } from '../../scripts/bootstrap/project.mjs'

export type Child = {
  pid: number
  waitForOutput: (pattern: RegExp) => Promise<RegExpMatchArray>
  countMatches: (pattern: RegExp) => number
  resourceUsage: () => ResourceUsage
  discardOutput: () => void
  stop: () => Promise<void>
  kill: () => Promise<void>
  hasExited: () => boolean
}

type ResourceUsage = { cpuMs: number; memoryMb: number }

const START_TIMEOUT_MS = 120_000

/** Starts a Node program. */
export function startChild(args: readonly string[], env: Record<string, string>): Child {
  return startProcess(process.execPath, args, {
    cwd: ROOT,
    env: { PATH: process.env['PATH'] ?? '', HOME: process.env['HOME'] ?? '', ...env },
  })
}

/** It is killed when this process exits. */
export function startProcess(
  command: string,
  args: readonly string[],
  options: Pick<SpawnOptions, 'cwd' | 'env' | 'uid' | 'gid'> = {},
): Child {
  const child = spawn(command, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] })
  const closed = new Promise((resolve) => child.once('close', resolve))
  const killOnExit = () => child.kill('SIGKILL')
  process.once('exit', killOnExit)
  const terminate = async (signal: 'SIGTERM' | 'SIGKILL') => {
    child.kill(signal)
    await closed
    process.off('exit', killOnExit)
  }
  let output = ''
  const listeners: (() => void)[] = []
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text) => {
      output += text
      for (const listener of listeners) listener()
    })
  }
  const pid = child.pid ?? 0
  return {
    pid,
    waitForOutput: (pattern) =>
      new Promise((resolve, reject) => {
        const fail = () => reject(new Error(`${args.join(' ')} did not print ${pattern}:\n${output}`))
        const timer = setTimeout(fail, START_TIMEOUT_MS)
        const matchOutput = () => {
          const match = output.match(pattern)
          if (match === null) return
          clearTimeout(timer)
          resolve(match)
        }
        void closed.then(fail)
        listeners.push(matchOutput)
        matchOutput()
      }),
    countMatches: (pattern) => [...output.matchAll(pattern)].length,
    resourceUsage: () => readResourceUsage(pid),
    /** Stops collecting output, so that a long run does not fill the memory. */
    discardOutput() {
      output = ''
      for (const stream of [child.stdout, child.stderr]) stream.removeAllListeners('data').resume()
    },
    stop: () => terminate('SIGTERM'),
    kill: () => terminate('SIGKILL'),
    hasExited: () => child.exitCode !== null || child.signalCode !== null,
  }
}

function readResourceUsage(pid: number): ResourceUsage {
  if (process.platform !== 'linux') return { cpuMs: 0, memoryMb: 0 }
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
    .replace(/^.*\) /, '')
    .split(' ')
  const ticks = Number(fields[11]) + Number(fields[12])
  const resident = /^VmRSS:\s*(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
  return { cpuMs: ticks * 10, memoryMb: Number(resident ?? 0) / 1024 }
}

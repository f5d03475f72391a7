import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { ROOT } from '../project.mjs'

/**
 * @typedef {{ pid: number, waitForOutput: (pattern: RegExp) => Promise<RegExpMatchArray>, countMatches: (pattern: RegExp) => number,
 *   resourceUsage: () => ResourceUsage, discardOutput: () => void, stop: () => Promise<void>, kill: () => Promise<void>, hasExited: () => boolean }} Child
 * @typedef {{ cpuMs: number, memoryMb: number }} ResourceUsage what a process has used of a processor, and its memory now
 */

const START_TIMEOUT_MS = 120_000

/**
 * Starts a program of Node that tells when it is ready; it ends with this process.
 * @param {readonly string[]} args
 * @param {Record<string, string>} env
 * @param {readonly string[]} [within] a command that becomes the program, such as one that enters another mount namespace
 * @returns {Child}
 */
export function startChild(args, env, within = []) {
  const [command = '', ...rest] = [...within, process.execPath, ...args]
  const child = spawn(command, rest, {
    cwd: ROOT,
    env: { PATH: process.env['PATH'] ?? '', HOME: process.env['HOME'] ?? '', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const ended = new Promise((resolve) => child.once('close', resolve))
  const endIt = () => child.kill('SIGKILL')
  process.once('exit', endIt)
  /** @param {'SIGTERM' | 'SIGKILL'} signal */
  const end = async (signal) => {
    child.kill(signal)
    await ended
    process.off('exit', endIt)
  }
  let output = ''
  /** @type {(() => void)[]} */
  const listeners = []
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
        const give = () => reject(new Error(`${args.join(' ')} does not say ${pattern}:\n${output}`))
        const timer = setTimeout(give, START_TIMEOUT_MS)
        const look = () => {
          const match = output.match(pattern)
          if (match === null) return
          clearTimeout(timer)
          resolve(match)
        }
        void ended.then(give)
        listeners.push(look)
        look()
      }),
    countMatches: (pattern) => [...output.matchAll(pattern)].length,
    resourceUsage: () => readResourceUsage(pid),
    /** Nothing that it says from now on is looked at, however much that is. */
    discardOutput() {
      output = ''
      for (const stream of [child.stdout, child.stderr]) stream.removeAllListeners('data').resume()
    },
    stop: () => end('SIGTERM'),
    kill: () => end('SIGKILL'),
    hasExited: () => child.exitCode !== null || child.signalCode !== null,
  }
}

/**
 * Zeros where the system has no /proc.
 * @param {number} pid
 * @returns {ResourceUsage}
 */
function readResourceUsage(pid) {
  if (process.platform !== 'linux') return { cpuMs: 0, memoryMb: 0 }
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
    .replace(/^.*\) /, '')
    .split(' ')
  const ticks = Number(fields[11]) + Number(fields[12])
  const resident = /^VmRSS:\s*(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
  return { cpuMs: ticks * 10, memoryMb: Number(resident ?? 0) / 1024 }
}

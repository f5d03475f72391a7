import { existsSync } from 'node:fs'
import { enableCompileCache } from 'node:module'
import { basename, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { SIGNALS } from './processes.mjs'
import { CACHE_FOLDER, ROOT, UserError } from './project.mjs'

const SIMULATOR_PROGRAMS = ['simulated', 'captures', 'demo']

/**
 * The apps that a program needs.
 * @param {string} name
 */
export function appsOf(name) {
  if (name === 'demo') return ['web', 'server', 'simulator']
  return SIMULATOR_PROGRAMS.includes(name) ? ['simulator'] : ['web', 'server']
}

/**
 * The path of a built program of the server or the simulator.
 * @param {string} name
 */
export function builtProgramPath(name) {
  const app = SIMULATOR_PROGRAMS.includes(name) ? 'simulator' : 'server'
  return join(ROOT, 'apps', app, 'dist', `${basename(name)}.js`)
}

/**
 * Runs a built program of the server or the simulator in this process, with the given command-line arguments.
 * @param {string} name `main`, or a file of `src/cli`
 * @param {readonly string[]} args
 */
export async function runBuiltProgram(name, args) {
  const path = builtProgramPath(name)
  if (!existsSync(path)) throw new UserError(`Unknown command: ${name}.`)
  process.argv = [process.execPath, path, ...args]
  // Each start after the first one skips compiling the program, which takes about 0.1 s.
  enableCompileCache(join(CACHE_FOLDER, 'compiled'))
  ignoreRepeatedSignals()
  await import(pathToFileURL(path).href)
}

/**
 * If npm started this process, it receives Ctrl-C twice, from the terminal and from npm. Only the first
 * signal reaches the program.
 */
function ignoreRepeatedSignals() {
  for (const signal of SIGNALS) {
    process.once(signal, () => {
      if (process.listenerCount(signal) === 0) process.kill(process.pid, signal)
      else process.on(signal, () => {})
    })
  }
}

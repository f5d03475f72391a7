import { existsSync } from 'node:fs'
import { basename, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { SIGNALS } from './process-signals.mjs'
import { ROOT, UserError } from './project.mjs'

/**
 * Runs a built program of the server in this process, with the given command-line arguments.
 * @param {string} name `main`, or a file of apps/server/src/cli
 * @param {readonly string[]} args
 */
export async function runBuiltProgram(name, args) {
  const path = join(ROOT, 'apps/server/dist', `${basename(name)}.js`)
  if (!existsSync(path)) throw new UserError(`Unknown command: ${name}.`)
  process.argv = [process.execPath, path, ...args]
  process.setSourceMapsEnabled(true)
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

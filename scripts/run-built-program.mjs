import { existsSync } from 'node:fs'
import { basename, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { SIGNALS } from './process-signals.mjs'
import { ROOT, UserError } from './project.mjs'

/**
 * Runs a built program of the server in this process, with the arguments as if it had been started itself.
 * @param {string} name `main`, or a file of apps/server/src/cli
 * @param {readonly string[]} args
 */
export async function runBuiltProgram(name, args) {
  const path = join(ROOT, 'apps/server/dist', `${basename(name)}.js`)
  if (!existsSync(path)) throw new UserError(`There is no command called ${name}.`)
  process.argv = [process.execPath, path, ...args]
  process.setSourceMapsEnabled(true)
  ignoreRepeatedSignals()
  await import(pathToFileURL(path).href)
}

/**
 * Ctrl-C reaches this process twice when npm started it, from the terminal and from npm: the first is
 * for the program to act on, a later one of the same kind changes nothing.
 */
function ignoreRepeatedSignals() {
  for (const signal of SIGNALS) {
    process.once(signal, () => {
      if (process.listenerCount(signal) === 0) process.kill(process.pid, signal)
      else process.on(signal, () => {})
    })
  }
}

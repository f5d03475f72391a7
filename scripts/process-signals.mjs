import { existsSync, readFileSync } from 'node:fs'

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

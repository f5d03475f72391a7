import { existsSync, readFileSync } from 'node:fs'

export const SIGNALS = /** @type {const} */ (['SIGINT', 'SIGTERM'])

/** Killing npm orphans what it started; then this process stops as on any SIGTERM. */
export function exitWithParent() {
  if (process.env['npm_lifecycle_event'] === undefined) return
  const atStart = parentPids()
  const watch = setInterval(() => {
    if (parentPids() === atStart) return
    clearInterval(watch)
    process.kill(process.pid, 'SIGTERM')
  }, 1000)
  watch.unref()
}

/** The parent, and where that is the shell that npm started in between, the shell's parent too. */
function parentPids() {
  const status = readIfExists(`/proc/${process.ppid}/status`)
  const isShell = /^Name:\s*(?:\S*sh|busybox)$/m.test(status)
  const grandparent = isShell ? /^PPid:\s*(\d+)$/m.exec(status)?.[1] : undefined
  return [process.ppid, grandparent].join(' ')
}

/**
 * @param {string} path
 * @returns {string} empty where there is no such file, as on systems without /proc
 */
function readIfExists(path) {
  return existsSync(path) ? readFileSync(path, 'utf8') : ''
}

/**
 * Until the answer is called, a signal ends this process by an exit, so that what it started is ended too.
 * @returns {() => void}
 */
export function exitOnSignals() {
  const end = () => process.exit(130)
  for (const signal of SIGNALS) process.once(signal, end)
  return () => {
    for (const signal of SIGNALS) process.off(signal, end)
  }
}

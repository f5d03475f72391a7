import { mkdirSync, readdirSync, rmSync, statfsSync } from 'node:fs'
import { join } from 'node:path'

const MEMORY = '/dev/shm'

const PREFIX = 'fieldhouse-tests-'

/** Enough for the databases and uploads of a few tests at a time, many times over. */
const MIN_FREE_BYTES = 2 * 1024 ** 3

/**
 * A folder in memory for the temporary files of this test run, because tests with a database wait for the disk most of
 * the time. undefined if the system has no such file system, or not enough space in it.
 */
export function temporaryFolder(): string | undefined {
  try {
    const { bavail, bsize } = statfsSync(MEMORY)
    return bavail * bsize < MIN_FREE_BYTES ? undefined : join(MEMORY, `${PREFIX}${process.pid}`)
  } catch {
    // Only Linux has it.
    return undefined
  }
}

/** Creates the folder, and removes it after the last test. Removes those of runs that were killed. */
export default function createTemporaryFolder(): (() => void) | undefined {
  const folder = temporaryFolder()
  if (folder === undefined) return undefined
  for (const name of readdirSync(MEMORY)) {
    if (name.startsWith(PREFIX) && !isRunning(Number(name.slice(PREFIX.length))))
      rmSync(join(MEMORY, name), { recursive: true, force: true })
  }
  mkdirSync(folder, { recursive: true })
  return () => rmSync(folder, { recursive: true, force: true })
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

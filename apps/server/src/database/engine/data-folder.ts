import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { databaseFailureOf, toDataFilesError } from './database-errors.ts'

export class DataFolderInUseError extends Error {
  override name = 'DataFolderInUseError'
}

/**
 * Locks a data directory for this process. It is an operating system lock, so it is released when the process
 * ends, even if it is killed. Throws a DataFolderInUseError with the id of the process that has the lock, or a
 * DataFilesError if the directory is not writable or its disk is full.
 */
export function lockDataFolder(folder: string): { release: () => void } {
  const pidFile = join(folder, 'server.pid')
  let opened: DatabaseSync | undefined
  try {
    // A lock of the operating system ends with the process. A file with a pid would outlive a crash.
    const lock = new DatabaseSync(join(folder, 'server.lock'))
    opened = lock
    lock.exec('pragma locking_mode = exclusive')
    lock.exec('begin exclusive')
    writeFileSync(pidFile, `${process.pid}\n`)
    return {
      release() {
        lock.exec('rollback')
        lock.close()
      },
    }
  } catch (cause) {
    opened?.close()
    if (databaseFailureOf(cause) !== 'busy') throw toDataFilesError(cause, `The data directory ${folder}`)
    throw new DataFolderInUseError(
      `The data directory ${folder} is in use by process ${readOwnerPid(pidFile)}. Stop that process first, or set DATA_DIR to another directory.`,
      { cause },
    )
  }
}

function readOwnerPid(pidFile: string): string {
  try {
    return readFileSync(pidFile, 'utf8').trim()
  } catch {
    // The process has the lock but has not written its id yet.
    return 'unknown'
  }
}

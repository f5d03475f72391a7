import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { toDataFilesError } from './database-errors.ts'
import { sqliteModule } from './sqlite.ts'

/** Another process has the data folder. */
export class DataFolderInUseError extends Error {
  override name = 'DataFolderInUseError'
}

export type DataFolderLock = { release: () => void }

const SQLITE_BUSY = 5

/**
 * Holds a data folder for this process alone. The hold is a lock of the operating system, so
 * that it ends with the process however that ends. Throws a DataFolderInUseError that names
 * the holder, or a DataFilesError when the folder may not be written or has no room.
 */
export function lockDataFolder(folder: string): DataFolderLock {
  const pidFile = join(folder, 'server.pid')
  const lock = openLock(folder)
  try {
    lock.exec('pragma locking_mode = exclusive')
    lock.exec('begin exclusive')
    writeFileSync(pidFile, `${process.pid}\n`)
  } catch (cause) {
    lock.close()
    if (!isBusy(cause)) throw toDataFilesError(cause, `The data folder ${folder}`)
    throw new DataFolderInUseError(
      `The data folder ${folder} is in use by process ${readHolderPid(pidFile)}. Stop that first, or name another folder with DATA_DIR.`,
      { cause },
    )
  }
  return {
    release: () => {
      lock.exec('rollback')
      lock.close()
    },
  }
}

function openLock(folder: string) {
  const { DatabaseSync } = sqliteModule()
  try {
    return new DatabaseSync(join(folder, 'server.lock'))
  } catch (cause) {
    throw toDataFilesError(cause, `The data folder ${folder}`)
  }
}

function isBusy(error: unknown): boolean {
  return error instanceof Error && 'errcode' in error && error.errcode === SQLITE_BUSY
}

function readHolderPid(pidFile: string): string {
  try {
    return readFileSync(pidFile, 'utf8').trim()
  } catch {
    // The holder has taken the lock and not written its number yet.
    return 'unknown'
  }
}

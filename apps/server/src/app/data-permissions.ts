import { chmodSync, existsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { Logger } from 'pino'

const OTHERS = 0o077

/** SQLite creates the files of its log with the permissions of the database. */
const DATABASE_FILES = ['fieldhouse.db', 'fieldhouse.db-wal', 'fieldhouse.db-shm']

/**
 * Closes the database to other users of the machine, for whom earlier releases created it readable, and warns if they
 * can open the data directory. The permissions of the directory are the operator's choice.
 */
export function closeDataFiles(dataDir: string, log: Pick<Logger, 'warn'>): void {
  // Windows has no such permissions.
  if (process.platform === 'win32') return
  for (const file of DATABASE_FILES.map((name) => join(dataDir, name)).filter(existsSync)) {
    try {
      if ((statSync(file).mode & OTHERS) !== 0) chmodSync(file, 0o600)
    } catch (error) {
      log.warn({ err: error, file }, 'failed to close a file to other users of this machine')
    }
  }
  const mode = statSync(dataDir).mode & 0o777
  if ((mode & OTHERS) !== 0)
    log.warn(
      { dataDir, mode: mode.toString(8) },
      'other users of this machine can open the data directory: run chmod 700 on it',
    )
}

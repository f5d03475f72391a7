/** The database cannot be reached, or the connection was lost. The message contains no password. */
export class DatabaseUnreachableError extends Error {
  override name = 'DatabaseUnreachableError'
}

/** The data files cannot be used. The message says how to fix it. */
export class DataFilesError extends Error {
  override name = 'DataFilesError'
}

const SQLITE_READONLY = 8
const SQLITE_CORRUPT = 11
const SQLITE_FULL = 13
const SQLITE_CANTOPEN = 14
const SQLITE_NOTADB = 26

/**
 * A DataFilesError if `cause` is a known problem of the data files, otherwise `cause` itself. `target` starts the
 * message, such as 'The file a.db'.
 */
export function toDataFilesError(cause: unknown, target: string): unknown {
  const message = messageFor(cause, target)
  return message === null ? cause : new DataFilesError(message, { cause })
}

function messageFor(error: unknown, target: string): string | null {
  switch (errorCodeOf(error)) {
    case 'ENOSPC':
    case 'EDQUOT':
    case SQLITE_FULL:
      return `${target} cannot be written, because there is no space left on the disk. Free some space and start again.`
    case 'EACCES':
    case 'EPERM':
    case 'EROFS':
    case SQLITE_READONLY:
    case SQLITE_CANTOPEN:
      return `${target} cannot be written. Grant this user write access, or set DATA_DIR to another directory.`
    case SQLITE_CORRUPT:
    case SQLITE_NOTADB:
      return `${target} is damaged or not a database. Restore a backup, or move it elsewhere to start over.`
    default:
      return null
  }
}

/** The error code of a file operation, or the primary result code of SQLite. */
function errorCodeOf(error: unknown): unknown {
  if (!(error instanceof Error)) return undefined
  if ('errcode' in error && typeof error.errcode === 'number') return error.errcode & 0xff
  return 'code' in error ? error.code : undefined
}

/** The database cannot be reached, or went away. The message holds no password. */
export class DatabaseUnreachableError extends Error {
  override name = 'DatabaseUnreachableError'
}

/** The files of the data cannot be used as they are; the message says what a person can do. */
export class DataFilesError extends Error {
  override name = 'DataFilesError'
}

const SQLITE_READONLY = 8
const SQLITE_CORRUPT = 11
const SQLITE_FULL = 13
const SQLITE_CANTOPEN = 14
const SQLITE_NOTADB = 26

/** The failure in words where `place`, such as 'The file a.db', is the cause of it; else the failure itself. */
export function toDataFilesError(cause: unknown, place: string): unknown {
  const sentence = messageFor(cause, place)
  return sentence === null ? cause : new DataFilesError(sentence, { cause })
}

function messageFor(error: unknown, place: string): string | null {
  switch (errorCodeOf(error)) {
    case 'ENOSPC':
    case 'EDQUOT':
    case SQLITE_FULL:
      return `${place} has no room left. Free some space, and start again.`
    case 'EACCES':
    case 'EPERM':
    case 'EROFS':
    case SQLITE_READONLY:
    case SQLITE_CANTOPEN:
      return `${place} cannot be written. Give this user the right to, or name another folder with DATA_DIR.`
    case SQLITE_CORRUPT:
    case SQLITE_NOTADB:
      return `${place} is damaged or not a database. Restore a backup, or move it away to begin anew.`
    default:
      return null
  }
}

/** The code of a file operation, or the primary code of SQLite. */
function errorCodeOf(error: unknown): unknown {
  if (!(error instanceof Error)) return undefined
  if ('errcode' in error && typeof error.errcode === 'number') return error.errcode & 0xff
  return 'code' in error ? error.code : undefined
}

/** The database cannot be reached, or the connection was lost. The message contains no password. */
export class DatabaseUnreachableError extends Error {
  override name = 'DatabaseUnreachableError'
}

/** The data files cannot be used. The message says how to fix it. */
export class DataFilesError extends Error {
  override name = 'DataFilesError'
}

type DatabaseFailure =
  | 'busy'
  | 'connection_lost'
  | 'damaged'
  | 'disk_full'
  | 'invalid_value'
  | 'no_access'
  | 'not_unique'
  | 'read_only'
  /** The engine requests that the transaction be retried. */
  | 'retry'
  | 'unsupported'

/** The primary result codes of SQLite, and extended ones. Source: https://www.sqlite.org/rescode.html */
const SQLITE_FAILURES: Readonly<Record<number, DatabaseFailure>> = {
  5: 'busy',
  8: 'read_only',
  11: 'damaged',
  13: 'disk_full',
  14: 'no_access',
  19: 'invalid_value',
  20: 'invalid_value',
  26: 'damaged',
  1555: 'not_unique',
  2067: 'not_unique',
}

/** The codes of file operations and of PostgreSQL, or the start of them. The first match applies. */
const CODE_FAILURES: readonly (readonly [start: string, DatabaseFailure])[] = [
  ['ENOSPC', 'disk_full'],
  ['EDQUOT', 'disk_full'],
  ['EACCES', 'no_access'],
  ['EPERM', 'no_access'],
  ['EROFS', 'no_access'],
  ['08', 'connection_lost'],
  ['0A', 'unsupported'],
  ['22', 'invalid_value'],
  ['23505', 'not_unique'],
  ['23', 'invalid_value'],
  ['25006', 'read_only'],
  ['40001', 'retry'],
  ['40P01', 'retry'],
  ['42', 'unsupported'],
  ['53100', 'disk_full'],
  ['57P0', 'connection_lost'],
]

export function databaseFailureOf(error: unknown): DatabaseFailure | null {
  if (!(error instanceof Error)) return null
  if ('errcode' in error && typeof error.errcode === 'number')
    return SQLITE_FAILURES[error.errcode] ?? SQLITE_FAILURES[error.errcode & 0xff] ?? null
  const code = 'code' in error && typeof error.code === 'string' ? error.code : ''
  return CODE_FAILURES.find(([start]) => code.startsWith(start))?.[1] ?? null
}

export function isUniqueViolation(error: unknown): boolean {
  return databaseFailureOf(error) === 'not_unique'
}

export function isInvalidValue(error: unknown): boolean {
  const failure = databaseFailureOf(error)
  return failure === 'invalid_value' || failure === 'not_unique'
}

export function isDiskFull(error: unknown): boolean {
  return databaseFailureOf(error) === 'disk_full'
}

export function isReadOnly(error: unknown): boolean {
  return databaseFailureOf(error) === 'read_only'
}

/**
 * A DataFilesError if `cause` is a known problem of the data files, otherwise `cause` itself. `target` starts the
 * message, such as 'The file a.db'.
 */
export function toDataFilesError(cause: unknown, target: string): unknown {
  const failure = databaseFailureOf(cause)
  const problem = failure === null ? undefined : DATA_FILE_PROBLEMS[failure]
  return problem === undefined ? cause : new DataFilesError(`${target} ${problem}`, { cause })
}

const NOT_WRITABLE = 'cannot be written. Grant this user write access, or set DATA_DIR to another directory.'

const DATA_FILE_PROBLEMS: Partial<Record<DatabaseFailure, string>> = {
  disk_full:
    'cannot be written, because there is no space left on the disk. Free some space and start again.',
  no_access: NOT_WRITABLE,
  read_only: NOT_WRITABLE,
  damaged: 'is damaged or not a database. Restore a backup, or move it elsewhere to start over.',
}

import type { Transaction } from 'kysely'
import type { Db } from './database.ts'
import type { Database } from './schema.ts'

const MAX_ATTEMPTS = 5

/** Codes with which PostgreSQL and engines like it ask that a transaction be run again. */
const RETRYABLE_CODES = new Set(['40001', '40P01'])

/**
 * Runs `work` so that all of it is stored or none. It runs again when the engine asks for
 * that, so it may do nothing but read and write through the transaction it is given.
 */
export async function inTransaction<Result>(
  db: Db,
  work: (transaction: Transaction<Database>) => Promise<Result>,
): Promise<Result> {
  for (let tried = 1; ; tried += 1) {
    try {
      return await db.transaction().execute(work)
    } catch (error) {
      if (tried >= MAX_ATTEMPTS || !RETRYABLE_CODES.has(codeOf(error) ?? '')) throw error
    }
  }
}

/** Whether a write failed because a unique value is already there, on either engine. */
export function isUniqueViolation(error: unknown): boolean {
  if (codeOf(error) === '23505') return true
  return errcodeOf(error) === SQLITE_CONSTRAINT_UNIQUE || errcodeOf(error) === SQLITE_CONSTRAINT_PRIMARYKEY
}

/** Whether a write failed because a value does not fit its column or breaks a constraint, on either engine. */
export function isInvalidValue(error: unknown): boolean {
  if (/^2[23]\w{3}$/.test(codeOf(error) ?? '')) return true
  const code = (errcodeOf(error) ?? 0) & 0xff
  return code === SQLITE_CONSTRAINT || code === SQLITE_MISMATCH
}

/** Codes of PostgreSQL and of files for a disk without room. */
const DISK_FULL_CODES = new Set(['53100', 'ENOSPC', 'EDQUOT'])

/** Whether a write failed because there is no room left, on either engine or in a file. */
export function isDiskFull(error: unknown): boolean {
  return DISK_FULL_CODES.has(codeOf(error) ?? '') || errcodeOf(error) === SQLITE_FULL
}

/** Whether a write failed because the files may not be written. */
export function isReadOnly(error: unknown): boolean {
  const code = errcodeOf(error)
  return codeOf(error) === '25006' || (code !== undefined && (code & 0xff) === SQLITE_READONLY)
}

const SQLITE_READONLY = 8
const SQLITE_FULL = 13
const SQLITE_CONSTRAINT = 19
const SQLITE_MISMATCH = 20
const SQLITE_CONSTRAINT_UNIQUE = 2067
const SQLITE_CONSTRAINT_PRIMARYKEY = 1555

function codeOf(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined
}

function errcodeOf(error: unknown): number | undefined {
  return error instanceof Error && 'errcode' in error && typeof error.errcode === 'number'
    ? error.errcode
    : undefined
}

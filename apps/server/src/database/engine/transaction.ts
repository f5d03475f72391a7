import type { Transaction } from 'kysely'
import type { Database } from '../schema/schema.ts'
import type { Db } from './database.ts'

const MAX_ATTEMPTS = 5

/** Codes with which PostgreSQL and compatible engines request that a transaction be retried. */
const RETRYABLE_CODES = new Set(['40001', '40P01'])

/**
 * Runs `work` in a transaction and retries it when the engine requests that. `work` must have no side effects other
 * than its queries on the given transaction.
 */
export async function inTransaction<Result>(
  db: Db,
  work: (transaction: Transaction<Database>) => Promise<Result>,
): Promise<Result> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await db.transaction().execute(work)
    } catch (error) {
      if (attempt >= MAX_ATTEMPTS || !RETRYABLE_CODES.has(codeOf(error) ?? '')) throw error
    }
  }
}

/** Whether a write failed because a unique value already exists, on either engine. */
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

/** The codes of PostgreSQL and of file operations for a full disk. */
const DISK_FULL_CODES = new Set(['53100', 'ENOSPC', 'EDQUOT'])

/** Whether a write to either engine or to a file failed because the disk is full. */
export function isDiskFull(error: unknown): boolean {
  return DISK_FULL_CODES.has(codeOf(error) ?? '') || errcodeOf(error) === SQLITE_FULL
}

/** Whether a write failed because the database is read-only, on either engine. */
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

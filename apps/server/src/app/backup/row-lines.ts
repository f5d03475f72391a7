import type { StoredRow } from '../../database/table-rows.ts'
import type { Column } from '../../database/tables.ts'
import { BackupError, DAMAGED } from './backup-error.ts'

/** A row as a line of JSON: its values in the columns' order, whole numbers as digits, bytes in base64. */
export function lineOf(row: StoredRow, columns: readonly Pick<Column, 'name'>[]): string {
  return `${JSON.stringify(columns.map(({ name }) => written(row[name])))}\n`
}

function written(value: unknown): string | number | null {
  if (value === null || typeof value === 'string') return value
  if (typeof value === 'bigint') return String(value)
  if (value instanceof Uint8Array) return Buffer.from(value).toString('base64')
  // JSON has no sign for what is no number, and would write nothing in its place.
  if (typeof value === 'number' && Number.isFinite(value)) return value
  throw new TypeError(`a backup cannot hold this ${typeof value}`)
}

/** The row of a line. Throws a BackupError for a line that `lineOf` would not have written. */
export function rowIn(line: string, columns: readonly Pick<Column, 'name' | 'kind'>[]): StoredRow {
  const values = parsed(line)
  if (!Array.isArray(values) || values.length !== columns.length) throw new BackupError(DAMAGED)
  return Object.fromEntries(columns.map(({ name, kind }, index) => [name, read(values[index], kind)]))
}

function parsed(line: string): unknown {
  try {
    return JSON.parse(line)
  } catch (cause) {
    throw new BackupError(DAMAGED, { cause })
  }
}

function read(value: unknown, kind: Column['kind']): unknown {
  if (value === null) return null
  if (kind === 'other') {
    if (typeof value === 'number' || (typeof value === 'string' && !value.includes('\0'))) return value
  } else if (typeof value === 'string') {
    const stored = kind === 'integer' ? integerIn(value) : Buffer.from(value, 'base64')
    if (stored !== null) return stored
  }
  throw new BackupError(DAMAGED)
}

/** null for what is none of 64 bits. */
function integerIn(digits: string): bigint | null {
  if (!/^-?\d{1,19}$/.test(digits)) return null
  const number = BigInt(digits)
  return BigInt.asIntN(64, number) === number ? number : null
}

import type { Column } from '../../database/list-tables.ts'
import type { StoredRow } from '../../database/table-rows.ts'
import { BackupError, DAMAGED_BACKUP_MESSAGE } from './backup-error.ts'

/** A row as a line of JSON: its values in the columns' order, whole numbers as digits, bytes in base64. */
export function serializeRow(row: StoredRow, columns: readonly Pick<Column, 'name'>[]): string {
  return `${JSON.stringify(columns.map(({ name }) => serializeValue(row[name])))}\n`
}

function serializeValue(value: unknown): string | number | null {
  if (value === null || typeof value === 'string') return value
  if (typeof value === 'bigint') return String(value)
  if (value instanceof Uint8Array) return Buffer.from(value).toString('base64')
  // JSON has no sign for what is no number, and would write nothing in its place.
  if (typeof value === 'number' && Number.isFinite(value)) return value
  throw new TypeError(`a backup cannot hold this ${typeof value}`)
}

/** The row of a line. Throws a BackupError for a line that `lineOf` would not have written. */
export function parseRow(line: string, columns: readonly Pick<Column, 'name' | 'kind'>[]): StoredRow {
  const values = parseJson(line)
  if (!Array.isArray(values) || values.length !== columns.length)
    throw new BackupError(DAMAGED_BACKUP_MESSAGE)
  return Object.fromEntries(columns.map(({ name, kind }, index) => [name, parseValue(values[index], kind)]))
}

function parseJson(line: string): unknown {
  try {
    return JSON.parse(line)
  } catch (cause) {
    throw new BackupError(DAMAGED_BACKUP_MESSAGE, { cause })
  }
}

function parseValue(value: unknown, kind: Column['kind']): unknown {
  if (value === null) return null
  if (kind === 'other') {
    if (typeof value === 'number' || (typeof value === 'string' && !value.includes('\0'))) return value
  } else if (typeof value === 'string') {
    const stored = kind === 'integer' ? parseInteger(value) : Buffer.from(value, 'base64')
    if (stored !== null) return stored
  }
  throw new BackupError(DAMAGED_BACKUP_MESSAGE)
}

/** null for what is none of 64 bits. */
function parseInteger(digits: string): bigint | null {
  if (!/^-?\d{1,19}$/.test(digits)) return null
  const number = BigInt(digits)
  return BigInt.asIntN(64, number) === number ? number : null
}

import type { Column } from '../database/portability/list-tables.ts'
import type { StoredRow } from '../database/portability/table-rows.ts'
import { damagedBackup } from './backup-format.ts'

/** An array of the values in the order of the columns, with integers as strings of digits and bytes in base64. */
export function serializeRow(row: StoredRow, columns: readonly Pick<Column, 'name'>[]): string {
  return `${JSON.stringify(columns.map(({ name }) => serializeValue(row[name])))}\n`
}

function serializeValue(value: unknown): string | number | null {
  if (value === null || typeof value === 'string') return value
  if (typeof value === 'bigint') return String(value)
  if (value instanceof Uint8Array) return Buffer.from(value).toString('base64')
  // JSON.stringify would write NaN and Infinity as null.
  if (typeof value === 'number' && Number.isFinite(value)) return value
  throw new TypeError(`cannot back up a value of type ${typeof value}`)
}

/** Parses a line. Throws a BackupError for a line that `serializeRow` cannot have written. */
export function parseRow(line: string, columns: readonly Pick<Column, 'name' | 'kind'>[]): StoredRow {
  const values = parseJson(line)
  if (!Array.isArray(values) || values.length !== columns.length) throw damagedBackup()
  return Object.fromEntries(columns.map(({ name, kind }, index) => [name, parseValue(values[index], kind)]))
}

/** Throws a BackupError for invalid JSON. */
export function parseJson(line: string): unknown {
  try {
    return JSON.parse(line)
  } catch (cause) {
    throw damagedBackup(cause)
  }
}

function parseValue(value: unknown, kind: Column['kind']): unknown {
  if (value === null) return null
  if (kind === 'other') {
    if (typeof value === 'number' || (typeof value === 'string' && !value.includes('\0'))) return value
  } else if (typeof value === 'string') {
    const parsed = kind === 'integer' ? parseInteger(value) : Buffer.from(value, 'base64')
    if (parsed !== null) return parsed
  }
  throw damagedBackup()
}

function parseInteger(digits: string): bigint | null {
  if (!/^-?\d{1,19}$/.test(digits)) return null
  const number = BigInt(digits)
  return BigInt.asIntN(64, number) === number ? number : null
}

const NEWLINE = 0x0a
const UTF8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })
/** Limits memory use if the file has no line breaks. */
const MAX_LINE_BYTES = 400 * 1024 * 1024

/** Throws a BackupError for a line that is not UTF-8, is too long, or does not end with a line break. */
export async function* readLines(content: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  let pending: Uint8Array[] = []
  let length = 0
  for await (const chunk of content) {
    let start = 0
    for (let end = chunk.indexOf(NEWLINE); end !== -1; end = chunk.indexOf(NEWLINE, start)) {
      yield decodeLine([...pending, chunk.subarray(start, end)])
      pending = []
      length = 0
      start = end + 1
    }
    pending.push(chunk.subarray(start))
    length += chunk.length - start
    if (length > MAX_LINE_BYTES) throw damagedBackup()
  }
  if (length > 0) throw damagedBackup()
}

function decodeLine(parts: readonly Uint8Array[]): string {
  try {
    return UTF8.decode(Buffer.concat(parts))
  } catch (cause) {
    throw damagedBackup(cause)
  }
}

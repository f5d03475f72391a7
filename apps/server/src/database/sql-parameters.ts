/** What both engines store without changing it. */
type SqlParameter = string | number | bigint | Uint8Array | null

/**
 * The values of a statement as both engines take them: booleans become 0 and 1. Throws a
 * TypeError for anything that an engine would store as something else (SQLite turns a Date
 * into NULL without a word) or that only one of them takes.
 */
export function toSqlParameters(values: readonly unknown[]): SqlParameter[] {
  return values.map(toSqlParameter)
}

function toSqlParameter(value: unknown): SqlParameter {
  switch (typeof value) {
    case 'boolean':
      return value ? 1 : 0
    case 'number':
      if (Number.isFinite(value)) return value
      break
    case 'string':
      if (!value.includes('\0')) return value
      break
    case 'bigint':
      return value
    case 'object':
      if (value === null || value instanceof Uint8Array) return value
      break
    default:
  }
  throw new TypeError(`a database cannot store this ${describeValue(value)}`)
}

function describeValue(value: unknown): string {
  if (typeof value === 'string') return 'text: it holds a null character'
  if (typeof value === 'object') return value?.constructor.name ?? 'object'
  return typeof value === 'number' ? String(value) : typeof value
}

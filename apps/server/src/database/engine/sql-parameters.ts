type SqlParameter = string | number | bigint | Uint8Array | null

/**
 * Converts the values of a statement to types that both engines accept. Booleans become 0 and 1. Throws a TypeError
 * for a value that an engine would store differently (SQLite silently stores a Date as NULL) or that only one of
 * them accepts.
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
  throw new TypeError(`the database cannot store this value: ${describeValue(value)}`)
}

function describeValue(value: unknown): string {
  if (typeof value === 'string') return 'text with a null character'
  if (typeof value === 'object') return value?.constructor.name ?? 'object'
  return typeof value === 'number' ? String(value) : typeof value
}

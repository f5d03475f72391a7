/** Returns every path in a JSON value with its type. Numeric keys are treated as equal. */
export function fieldsOf(value: unknown, path = '', fields = new Set<string>()): Set<string> {
  if (Array.isArray(value)) {
    fields.add(`${path}: array`)
    for (const item of value) fieldsOf(item, `${path}[]`, fields)
  } else if (typeof value === 'object' && value !== null) {
    fields.add(`${path}: object`)
    for (const [key, item] of Object.entries(value))
      fieldsOf(item, `${path}.${/^\d+$/.test(key) ? '*' : key}`, fields)
  } else fields.add(`${path}: ${value === null ? 'null' : typeof value}`)
  return fields
}

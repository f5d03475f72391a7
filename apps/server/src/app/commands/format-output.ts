type OutputRecord = Readonly<Record<string, unknown>>

/** A body with a `message` becomes that message, any other body its fields, with lists as tables. */
export function formatOutput(body: unknown): string[] {
  if (isRecord(body) && typeof body['message'] === 'string') return [body['message']]
  return formatValue(body)
}

function formatValue(value: unknown): string[] {
  if (Array.isArray(value)) return formatList(value)
  if (!isRecord(value)) return [formatCell(value)]
  return Object.entries(value).flatMap(([name, field]) => {
    if (isFlat(field)) return [`${name}: ${formatCell(field)}`]
    return [`${name}:`, ...formatValue(field).map((line) => `  ${line}`)]
  })
}

function formatList(list: readonly unknown[]): string[] {
  const rows = list.filter(isRecord)
  if (rows.every((row) => Object.values(row).every(isFlat))) return formatTable(rows)
  return rows.flatMap((row) => formatValue(row).map((line, index) => `${index === 0 ? '- ' : '  '}${line}`))
}

function formatTable(rows: readonly OutputRecord[]): string[] {
  const names = Object.keys(rows[0] ?? {})
  const cells = [names, ...rows.map((row) => names.map((name) => formatCell(row[name])))]
  const widths = names.map((_, column) => Math.max(...cells.map((row) => row[column]?.length ?? 0)))
  return cells.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  )
}

function isFlat(value: unknown): boolean {
  return Array.isArray(value) ? !value.some(isRecord) : !isRecord(value)
}

function formatCell(value: unknown): string {
  if (Array.isArray(value)) return value.length === 0 ? '—' : value.map(formatCell).join(', ')
  if (value === null || value === undefined || value === '') return '—'
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (typeof value !== 'string') return JSON.stringify(value)
  // Line breaks would break the table.
  return value
    .split(/\n\s*/)
    .map((line) => line.trimEnd())
    .join(' / ')
}

function isRecord(value: unknown): value is OutputRecord {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

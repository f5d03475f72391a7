type OutputRecord = Readonly<Record<string, unknown>>

/** An answer for people: what it says was done, else all that it holds, lists as tables. */
export function formatOutput(answer: unknown): string[] {
  if (isRecord(answer) && typeof answer['message'] === 'string') return [answer['message']]
  return formatValue(answer)
}

function formatValue(value: unknown): string[] {
  if (Array.isArray(value)) return formatList(value)
  if (!isRecord(value)) return [formatCell(value)]
  return Object.entries(value).flatMap(([name, held]) => {
    if (isFlat(held)) return [`${name}: ${formatCell(held)}`]
    return [`${name}:`, ...formatValue(held).map((line) => `  ${line}`)]
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

/** Whether it stands in one cell: no object, and no list of objects. */
function isFlat(value: unknown): boolean {
  return Array.isArray(value) ? !value.some(isRecord) : !isRecord(value)
}

function formatCell(value: unknown): string {
  if (Array.isArray(value)) return value.length === 0 ? '—' : value.map(formatCell).join(', ')
  if (value === null || value === undefined || value === '') return '—'
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (typeof value !== 'string') return JSON.stringify(value)
  // A text of several lines would break the table.
  return value.replace(/\s*\n\s*/g, ' / ')
}

function isRecord(value: unknown): value is OutputRecord {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

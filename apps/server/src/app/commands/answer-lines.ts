type Values = Readonly<Record<string, unknown>>

/** An answer for people: what it says was done, else all that it holds, lists as tables. */
export function answerLines(answer: unknown): string[] {
  if (isValues(answer) && typeof answer['message'] === 'string') return [answer['message']]
  return linesOf(answer)
}

function linesOf(value: unknown): string[] {
  if (Array.isArray(value)) return listLines(value)
  if (!isValues(value)) return [cellOf(value)]
  return Object.entries(value).flatMap(([name, held]) => {
    if (isFlat(held)) return [`${name}: ${cellOf(held)}`]
    return [`${name}:`, ...linesOf(held).map((line) => `  ${line}`)]
  })
}

function listLines(list: readonly unknown[]): string[] {
  const rows = list.filter(isValues)
  if (rows.every((row) => Object.values(row).every(isFlat))) return tableLines(rows)
  return rows.flatMap((row) => linesOf(row).map((line, index) => `${index === 0 ? '- ' : '  '}${line}`))
}

function tableLines(rows: readonly Values[]): string[] {
  const names = Object.keys(rows[0] ?? {})
  const cells = [names, ...rows.map((row) => names.map((name) => cellOf(row[name])))]
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
  return Array.isArray(value) ? !value.some(isValues) : !isValues(value)
}

function cellOf(value: unknown): string {
  if (Array.isArray(value)) return value.length === 0 ? '—' : value.map(cellOf).join(', ')
  if (value === null || value === undefined || value === '') return '—'
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (typeof value !== 'string') return JSON.stringify(value)
  // A text of several lines would break the table.
  return value.replace(/\s*\n\s*/g, ' / ')
}

function isValues(value: unknown): value is Values {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
